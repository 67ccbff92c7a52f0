import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import type { Databases, Tx } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import type { CommandKind } from './devices.ts'
import { announceReading } from './poller.ts'
import { LostCommand, type CommandOutcome } from './run.ts'
import { saveOutcomes } from './save-outcomes.ts'
import { readSettings, type DeviceSettings } from './settings.ts'
import { wakeFor } from './submit.ts'

/** A process that runs commands. It owns the commands it has claimed until the lease expires. */
export interface CommandWorker {
  databases: Databases
  name: string
  leaseSeconds: number
}

export interface ClaimedCommand {
  id: number
  hardware_id: number
  kind: CommandKind
  guarded: boolean
  input: Record<string, unknown>
  secret: Buffer | null
  sent_at: string | null
  result: Record<string, unknown> | null
  attempts: number
  /** Undefined if the device is in the trash. */
  of?: DeviceSettings | undefined
}

const inSystem = <T>({ databases }: CommandWorker, work: (tx: Tx) => Promise<T>) =>
  withSystem(databases, work, { actor_name: 'system' })

/** Days after which the result of a command that could not be checked is not determined any more. */
const maxUncheckedDays = 7

/**
 * Whether the result of the command `c` can be determined now: the device could not be read after it, but a poll has
 * reached it since, or another command is about to. A later command that has written may have changed the same values.
 */
const isCheckable = sql`(c.state = 'unknown' and c.result ? 'unchecked' and c.finished_at > now() - make_interval(days => ${sql.lit(maxUncheckedDays)})
  and not exists (select from device_command l where l.hardware_id = c.hardware_id and l.id > c.id and l.sent_at is not null)
  and (exists (select from hardware_state s where s.hardware_id = c.hardware_id and s.polled_at > c.finished_at)
    or exists (select from device_command q where q.hardware_id = c.hardware_id and q.state = 'queued' and q.created_at > c.finished_at)))`

/**
 * Claims the oldest command of a device, or the one that a dead worker has left. One whose result could not be checked
 * comes before those that would write again.
 */
export async function claimCommand(worker: CommandWorker, hardware_id: number): Promise<ClaimedCommand | undefined> {
  const isIdle = sql`not exists (select from device_command r where r.hardware_id = ${hardware_id} and r.state = 'running')`
  try {
    return await inSystem(worker, async (tx) => {
      // Two concurrent claims would each lock a row, and the later command could start first.
      await sql`select pg_advisory_xact_lock(hashtext('device commands'), ${hardware_id % 2_147_483_647})`.execute(tx)
      const { rows } = await sql<ClaimedCommand>`
        update device_command set state = 'running', step = 'connecting', worker = ${worker.name}, attempts = attempts + case state when 'unknown' then 0 else 1 end,
          leased_until = now() + make_interval(secs => ${worker.leaseSeconds}), started_at = coalesce(started_at, now())
        where id = (
          select c.id from device_command c where c.state in ('queued', 'running', 'unknown') and c.id in (
              select o.id from device_command o where o.hardware_id = ${hardware_id} and o.state in ('queued', 'running')
                and (o.state = 'running' and o.leased_until < now() or o.state = 'queued' and o.deadline_at > now() and ${isIdle})
              union all
              select c.id from device_command c where c.hardware_id = ${hardware_id} and ${isCheckable} and ${isIdle})
            order by c.state = 'running' desc, c.state = 'unknown' desc, c.id limit 1 for update of c)
        returning id, hardware_id, kind, guarded, input, secret, sent_at, result, attempts`.execute(tx)
      const claimed = rows[0]
      if (claimed === undefined) return undefined
      return { ...claimed, of: (await readSettings(tx, [hardware_id])).get(hardware_id) }
    })
  } catch (error) {
    // 23505: another worker has just started a command of this device, and will process the rest.
    if ((error as { code?: string }).code === '23505') return undefined
    throw error
  }
}

/**
 * Updates a command and extends its lease while this worker owns it.
 * @throws LostCommand
 */
export async function touchCommand(worker: CommandWorker, id: number, change: ReturnType<typeof sql>): Promise<void> {
  await inSystem(worker, (tx) => touchCommandIn(tx, worker, id, change))
}

/** `touchCommand` in a transaction. */
async function touchCommandIn(
  tx: Tx,
  worker: CommandWorker,
  id: number,
  change: ReturnType<typeof sql>,
): Promise<void> {
  const { numAffectedRows } =
    await sql`update device_command set ${change}, leased_until = now() + make_interval(secs => ${worker.leaseSeconds})
      where id = ${id} and worker = ${worker.name} and state = 'running'`.execute(tx)
  if (numAffectedRows !== 1n) throw new LostCommand('Another worker has this command.')
}

/**
 * Runs a transaction that commits only while this worker owns the command.
 * @throws LostCommand
 */
export const whileOwned = <T>(worker: CommandWorker, id: number, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inSystem(worker, async (tx) => {
    const result = await work(tx)
    await touchCommandIn(tx, worker, id, sql`worker = worker`)
    return result
  })

/**
 * Stores the outcome of a command, and what was read of the device on the way.
 * @throws LostCommand
 */
export async function finishCommand(
  worker: CommandWorker,
  { id, hardware_id }: ClaimedCommand,
  end: CommandOutcome,
): Promise<void> {
  await inSystem(worker, async (tx) => {
    const { rows } = await sql<{ finished_at: string }>`
      update device_command set state = ${end.state}, step = '', detail = ${end.message === null ? null : JSON.stringify(end.message)}::jsonb, finished_at = now(),
        result = ${
          end.unchecked === true
            ? sql`coalesce(result, '{}') || '{"unchecked": true}'`
            : sql`${end.result === undefined ? null : JSON.stringify(end.result)}::jsonb`
        }, secret = null, worker = null, leased_until = null
      where id = ${id} and worker = ${worker.name} and state = 'running' returning finished_at`.execute(tx)
    const [ended] = rows
    if (ended === undefined) throw new LostCommand('Another worker has this command.')
    // By the clock of the database, and rounded up: what a command read at its end is not from before its end.
    if (end.outcome !== undefined)
      await saveOutcomes(tx, [{ ...end.outcome, at: new Date(Date.parse(ended.finished_at) + 1) }])
    await announceReading(tx, [hardware_id])
    // Changed menus are read again soon, before the next poll.
    if (end.state !== 'unreachable')
      await sql`update hardware_poll set next_at = least(next_at, now()), failures = 0 where hardware_id = ${hardware_id} and leased_until is null`.execute(
        tx,
      )
  })
}

/** Ends the lease of a command soon: the next worker that sweeps claims it. */
export async function retryCommandSoon(worker: CommandWorker, id: number): Promise<void> {
  await inSystem(worker, (tx) =>
    sql`update device_command set leased_until = now() + interval '5 seconds' where id = ${id} and worker = ${worker.name} and state = 'running'`.execute(
      tx,
    ),
  )
}

/** Ends the leases of a worker that stops: the next one claims its commands immediately. */
export async function releaseCommands(worker: CommandWorker): Promise<void> {
  await inSystem(worker, (tx) =>
    sql`update device_command set leased_until = now() where worker = ${worker.name} and state = 'running'`.execute(tx),
  )
}

/**
 * Expires commands that have not started by their deadline, and wakes workers for those without one: queued ones, those
 * of a worker that died, and those whose result can be checked now.
 */
export async function sweepCommands(worker: CommandWorker): Promise<void> {
  await inSystem(worker, async (tx) => {
    await sql`
      update device_command set state = 'unreachable', detail = ${JSON.stringify(message('command.not_started'))}::jsonb, finished_at = now(), secret = null
      where state = 'queued' and deadline_at <= now()`.execute(tx)
    const { rows } = await sql<{ hardware_id: number }>`
      select distinct c.hardware_id from (
          select o.hardware_id from device_command o
            where o.state in ('queued', 'running') and (o.state = 'queued' or o.leased_until < now())
          union all
          select c.hardware_id from device_command c where ${isCheckable}) c
        where not exists (select from device_command r where r.hardware_id = c.hardware_id and r.state = 'running' and r.leased_until >= now())
        order by 1 limit 1000`.execute(tx)
    for (const { hardware_id } of rows) await wakeFor(tx, hardware_id)
  })
}
