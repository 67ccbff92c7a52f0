import { createHash } from 'node:crypto'
import { message, type Message } from '@trunkline/contract/errors'
import type { ChangeItem, SettingDifference } from '@trunkline/contract/resources/change-item'
import type { Session } from '@trunkline/routeros'
import { sql } from 'kysely'
import { withSystem } from '../../db/system-transaction.ts'
import { open } from '../../secrets.ts'
import { runChange } from '../change.ts'
import { compareDesired, type Comparison } from '../desired/compare.ts'
import { desiredState, withSecrets } from '../desired/items.ts'
import { readFacts, readMenus } from '../desired/read-router.ts'
import type { Step } from '../devices.ts'
import { rolloutContext } from '../password-context.ts'
import { untilReached, type CommandOutcome, type Run } from '../run.ts'
import { desiredOfTemplates, resolveTemplates, type DeviceTemplates } from '../templates/resolve.ts'
import { Ended, saveProgress, type RolloutStepDevice } from './progress.ts'

/** A device of a rollout that changes settings. */
interface ChangeDevice extends RolloutStepDevice {
  items: readonly ChangeItem[]
  steps: readonly Step[] | null
  secrets: Record<string, string>
  /** Of a rollout of templates. */
  templates: DeviceTemplates | undefined
}

interface StoredChange {
  items: ChangeItem[]
  steps: Step[] | null
  secret: Buffer | null
  from_templates: boolean
  template_id: number | null
  hardware_id: number
}

const readChange = (run: Run, device: RolloutStepDevice): Promise<ChangeDevice> =>
  withSystem(run.databases, async (tx) => {
    const { rows } = await sql<StoredChange>`
      select r.items, d.steps, r.secret, r.from_templates, r.template_id, d.hardware_id
      from rollout_device d join rollout r on r.id = d.rollout_id where d.id = ${device.id}`.execute(tx)
    const { items, steps, secret, from_templates, template_id, hardware_id } = rows[0] as StoredChange
    if (from_templates) {
      const templates = await resolveTemplates(tx, run.keys, hardware_id, template_id)
      return { ...device, steps, items, templates, secrets: templates.secrets }
    }
    const secrets =
      secret === null
        ? {}
        : (JSON.parse(open(run.keys, secret, rolloutContext(device.rollout_id))) as Record<string, string>)
    return { ...device, steps, secrets, items: withSecrets(items, secrets), templates: undefined }
  })

/** The group of a device: those with the same differences. */
const groupOf = (differences: readonly SettingDifference[]): string =>
  createHash('sha256').update(JSON.stringify(differences)).digest('hex').slice(0, 16)

/**
 * Compares the device with the wanted settings now; with those of its templates, if the rollout is about them.
 * @throws Ended, RouterError
 */
async function compare(run: Run, session: Session, device: ChangeDevice): Promise<Comparison> {
  const facts = await readFacts(session, run.settings.user)
  const { templates } = device
  const wanted =
    templates === undefined
      ? desiredState(device.items, facts)
      : (templates.problem ?? null) === null
        ? desiredOfTemplates(templates, facts)
        : { problem: templates.problem as Message }
  if ('problem' in wanted) throw new Ended('held', wanted.problem)
  const found = compareDesired(await readMenus(session, wanted), wanted)
  if (found.problem !== undefined) throw new Ended('held', found.problem)
  return found
}

/** Reads what would change on the device, and stores it. Writes nothing to the device. */
async function plan(run: Run, device: ChangeDevice): Promise<CommandOutcome> {
  const session = await untilReached(run, Date.now() + run.timeouts.connectMs, (options) => run.session(options))
  await run.progress('reading')
  const { steps, differences } = await compare(run, session, device)
  await saveProgress(run, device, {
    state: steps.length === 0 ? 'current' : 'planned',
    detail: null,
    planned_version: groupOf(differences),
    steps,
    changes: differences,
  })
  return { state: 'done', message: null }
}

/**
 * Applies the planned writes as one guarded change. A row that differs from the plan rejects all of them; the user plans
 * the device again then.
 */
async function apply(run: Run, device: ChangeDevice, steps: readonly Step[]): Promise<CommandOutcome> {
  const missing = steps.flatMap(({ values }) =>
    Object.values(values ?? {}).flatMap((value) =>
      value !== null && typeof value === 'object' && device.secrets[value.secret] === undefined ? [value.secret] : [],
    ),
  )
  // The value of a secret variable was removed after the plan.
  if (run.sentAt === undefined && device.templates !== undefined && missing.length > 0)
    throw new Ended('held', message('template.variables_missing', { variables: missing.join(', ') }))
  // A run that only checks what was sent before continues there.
  if (run.sentAt === undefined)
    await saveProgress(run, device, { state: 'applying', detail: null }, { whileRunning: true })
  const end = await runChange({
    ...run,
    guarded: true,
    secrets: device.secrets,
    input: { ...run.input, change: { steps } },
  })
  const changedMeanwhile = end.result?.['changed_meanwhile'] === true
  if (end.state === 'done') {
    await saveProgress(run, device, { state: 'changed', detail: end.message })
    await withSystem(run.databases, (tx) =>
      sql`update hardware_poll set templates_at = now() where hardware_id = ${run.settings.id}`.execute(tx),
    )
  } else if (end.state === 'unreachable')
    await saveProgress(run, device, {
      state: 'offline',
      detail: message('rollout.waits_for_device', { cause: end.message ?? message('device.no_answer') }),
    })
  else
    await saveProgress(run, device, {
      state: changedMeanwhile ? 'held' : 'failed',
      detail: changedMeanwhile
        ? message('change.changed_since_plan', { cause: end.message ?? message('command.not_applied', { notes: [] }) })
        : end.message,
    })
  return end
}

/**
 * Plans the settings of a device, or applies its plan.
 * @throws Ended, NotRunning, LostCommand, DeviceError, and internal errors
 */
export async function runSettings(run: Run, device: RolloutStepDevice): Promise<CommandOutcome> {
  const change = await readChange(run, device)
  return change.planned_version === null || change.steps === null ? plan(run, change) : apply(run, change, change.steps)
}
