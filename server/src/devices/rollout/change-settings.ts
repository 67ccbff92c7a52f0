import { createHash } from 'node:crypto'
import { message } from '@trunkline/contract/errors'
import type { ChangeItem, SettingDifference } from '@trunkline/contract/resources/change-item'
import { RouterError, type Row, type Session } from '@trunkline/routeros'
import { sql } from 'kysely'
import { withSystem } from '../../db/system-transaction.ts'
import { open } from '../../secrets.ts'
import { runChange } from '../change.ts'
import { compareDesired, type Comparison } from '../desired/compare.ts'
import { desiredState, withSecrets } from '../desired/items.ts'
import { menusOf } from '../desired/rows.ts'
import type { Step } from '../devices.ts'
import { rolloutContext } from '../password-context.ts'
import { readResource } from '../readings/identity.ts'
import { untilReached, type CommandOutcome, type Run } from '../run.ts'
import { Ended, saveProgress, type RolloutStepDevice } from './progress.ts'

/** A device of a rollout that changes settings. */
interface ChangeDevice extends RolloutStepDevice {
  items: readonly ChangeItem[]
  steps: readonly Step[] | null
  secrets: Record<string, string>
}

const readChange = (run: Run, device: RolloutStepDevice): Promise<ChangeDevice> =>
  withSystem(run.databases, async (tx) => {
    const { rows } = await sql<{ items: ChangeItem[]; steps: Step[] | null; secret: Buffer | null }>`
      select r.items, d.steps, r.secret from rollout_device d join rollout r on r.id = d.rollout_id where d.id = ${device.id}`.execute(
      tx,
    )
    const { items, steps, secret } = rows[0] as { items: ChangeItem[]; steps: Step[] | null; secret: Buffer | null }
    const secrets =
      secret === null
        ? {}
        : (JSON.parse(open(run.keys, secret, rolloutContext(device.rollout_id))) as Record<string, string>)
    return { ...device, steps, secrets, items: withSecrets(items, secrets) }
  })

/** Rows of a menu; undefined if the router does not have it. */
async function rowsOf(session: Session, menu: string): Promise<readonly Row[] | undefined> {
  try {
    return await session.print(menu)
  } catch (error) {
    if (
      error instanceof RouterError &&
      error.kind === 'refused' &&
      /no such command|no such directory/i.test(error.message)
    )
      return undefined
    throw error
  }
}

/** The group of a device: those with the same differences. */
const groupOf = (differences: readonly SettingDifference[]): string =>
  createHash('sha256').update(JSON.stringify(differences)).digest('hex').slice(0, 16)

/** Compares the device with the wanted settings now. @throws Ended, RouterError */
async function compare(run: Run, session: Session, items: readonly ChangeItem[]): Promise<Comparison> {
  const { routeros_version } = await readResource(session)
  const wanted = desiredState(items, {
    routeros_version: routeros_version ?? '7.0',
    user: run.settings.user,
    service: session.transport === 'rest' ? 'www-ssl' : session.transport,
  })
  if ('problem' in wanted) throw new Ended('held', wanted.problem)
  const rows = new Map<string, readonly Row[] | undefined>()
  for (const menu of menusOf(wanted)) rows.set(menu, await rowsOf(session, menu))
  const found = compareDesired(rows, wanted)
  if (found.problem !== undefined) throw new Ended('held', found.problem)
  return found
}

/** Reads what would change on the device, and stores it. Writes nothing to the device. */
async function plan(run: Run, device: ChangeDevice): Promise<CommandOutcome> {
  const session = await untilReached(run, Date.now() + run.timeouts.connectMs, (options) => run.session(options))
  await run.progress('reading')
  const { steps, differences } = await compare(run, session, device.items)
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
  if (end.state === 'done') await saveProgress(run, device, { state: 'changed', detail: end.message })
  else if (end.state === 'unreachable')
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
