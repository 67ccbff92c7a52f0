import type { Message } from '@trunkline/contract/errors'
import type { SettingDifference } from '@trunkline/contract/resources/change-item'
import type { Session } from '@trunkline/routeros'
import { sql } from 'kysely'
import type { Databases, Tx } from '../../db/pool.ts'
import { withSystem } from '../../db/system-transaction.ts'
import { AppError } from '../../errors.ts'
import type { Keys } from '../../secrets.ts'
import { compareDesired } from '../desired/compare.ts'
import { readFacts, readMenus } from '../desired/read-router.ts'
import type { DesiredState } from '../desired/rows.ts'
import type { Step } from '../devices.ts'
import type { DeviceSettings } from '../settings.ts'
import { submitCommand } from '../submit.ts'
import { desiredOfItems, desiredOfTemplates, resolveTemplates, type DeviceTemplates } from './resolve.ts'

interface Context {
  databases: Databases
  keys: Keys
}

type FoundDrift = SettingDifference & { template_id: number }

/** A written secret is not compared, and is no difference. */
const isVisible = ({ verb, is, wanted }: SettingDifference) => verb !== 'set' || is !== null || wanted !== null

const system = <T>({ databases }: Context, work: (tx: Tx) => Promise<T>) =>
  withSystem(databases, work, { actor_name: 'system' })

/**
 * Compares a device with its templates and stores the differences. At the first contact, the templates that are marked
 * for it are written, by a guarded command.
 * @throws RouterError
 */
export async function checkTemplates(context: Context, of: DeviceSettings, session: Session): Promise<void> {
  const { resolved, isNew } = await system(context, async (tx) => {
    const { rows } = await sql`
      select from device_template_state where hardware_id = ${of.id} and first_contact_at is not null`.execute(tx)
    return { resolved: await resolveTemplates(tx, context.keys, of.id, null), isNew: rows.length === 0 }
  })
  const found =
    resolved.templates.length === 0 || resolved.problem !== undefined
      ? { drifts: [], steps: [], problem: resolved.problem }
      : await compareTemplates(session, of, resolved, isNew)
  await system(context, async (tx) => {
    if (found.problem === undefined) await saveDrifts(tx, of.id, found.drifts)
    const command_id =
      isNew && found.problem === undefined ? await writeFirst(tx, context.keys, of.id, resolved, found.steps) : null
    const problem = found.problem === undefined ? null : JSON.stringify(found.problem)
    await sql`
      insert into device_template_state as s (hardware_id, first_contact_at, command_id, checked_at, problem)
      values (${of.id}, case when ${problem}::jsonb is null then now() end, ${command_id}, now(), ${problem}::jsonb)
      on conflict (hardware_id) do update set first_contact_at = coalesce(s.first_contact_at, excluded.first_contact_at),
        command_id = coalesce(s.command_id, excluded.command_id), checked_at = now(), problem = excluded.problem`.execute(
      tx,
    )
  })
}

interface Found {
  drifts: FoundDrift[]
  /** The writes of the templates for the first contact. */
  steps: Step[]
  problem: Message | undefined
}

async function compareTemplates(
  session: Session,
  of: DeviceSettings,
  resolved: DeviceTemplates,
  isNew: boolean,
): Promise<Found> {
  const facts = await readFacts(session, of.user)
  const compare = async (wanted: DesiredState | { problem: Message }) =>
    'problem' in wanted
      ? { steps: [], differences: [], problem: wanted.problem }
      : compareDesired(await readMenus(session, wanted), wanted)
  const drifts: FoundDrift[] = []
  for (const { id, checks_drift, items } of resolved.templates) {
    if (!checks_drift) continue
    const { differences, problem } = await compare(desiredOfItems(items, facts))
    if (problem !== undefined) return { drifts, steps: [], problem }
    drifts.push(...differences.filter(isVisible).map((one) => ({ ...one, template_id: id })))
  }
  const first = resolved.templates.filter(({ at_first_contact }) => at_first_contact)
  if (!isNew || first.length === 0) return { drifts, steps: [], problem: undefined }
  const { steps, problem } = await compare(desiredOfTemplates({ ...resolved, templates: first }, facts))
  return { drifts, steps, problem }
}

/** @returns the id of the command; null: there is nothing to write */
async function writeFirst(
  tx: Tx,
  keys: Keys,
  hardware_id: number,
  { templates, secrets }: DeviceTemplates,
  steps: readonly Step[],
): Promise<number | null> {
  const first = templates.filter(({ at_first_contact }) => at_first_contact)
  const by = first.at(-1)
  if (by === undefined || steps.length === 0) return null
  try {
    const { id } = await submitCommand(
      keys,
      tx,
      { user_id: by.actor_id as number, label: by.requested_by },
      {
        hardware_id,
        kind: 'change',
        verb: 'template',
        label: first.map(({ name }) => name).join(', '),
        change: { steps },
        secrets,
        guarded: true,
        deadlineSeconds: 86_400,
      },
    )
    return id
  } catch (error) {
    // The differences are listed, and a user can plan them.
    if (error instanceof AppError) return null
    throw error
  }
}

/** Stores the differences of a device: decisions stay, an ignored one is open again if a value has changed. */
async function saveDrifts(tx: Tx, hardware_id: number, drifts: readonly FoundDrift[]): Promise<void> {
  const rows = drifts.map(({ template_id, menu, row, field, verb, is, wanted }) => ({
    template_id,
    menu,
    row_key: row,
    field: field ?? '',
    verb,
    actual: is,
    desired: wanted,
  }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as n (template_id bigint, menu text, row_key text, field text, verb text, actual text, desired text)`
  await sql`
    delete from device_drift d where hardware_id = ${hardware_id} and state <> 'accepted' and not exists (
      select from ${given} where n.menu = d.menu and n.row_key = d.row_key and n.field = d.field)`.execute(tx)
  await sql`
    insert into device_drift as d (hardware_id, template_id, menu, row_key, field, verb, actual, desired)
    select distinct on (menu, row_key, field) ${hardware_id}::bigint, template_id, menu, row_key, field, verb, actual, desired
      from ${given}
    on conflict (hardware_id, menu, row_key, field) do update
      set template_id = excluded.template_id, verb = excluded.verb, actual = excluded.actual, desired = excluded.desired,
        state = case when d.state = 'ignored' and (d.actual, d.desired) is distinct from (excluded.actual, excluded.desired)
          then 'open' else d.state end
      where (d.template_id, d.verb, d.actual, d.desired) is distinct from
        (excluded.template_id, excluded.verb, excluded.actual, excluded.desired)`.execute(tx)
}
