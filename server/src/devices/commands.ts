import { message } from '@trunkline/contract/errors'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Databases, Tx } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import type { Logger } from '../log.ts'
import { open, type Keys } from '../secrets.ts'
import { storeConfiguration } from './backup.ts'
import type { Connections } from './connections.ts'
import type { CommandKind } from './devices.ts'
import { saveOutcomes } from './save-outcomes.ts'
import { commandContext } from './password-context.ts'
import { defaultTimeouts, LostCommand, type CommandOutcome, type Run, type Timeouts } from './run.ts'
import { runCommand } from './run-command.ts'
import { readSettings, type DeviceSettings } from './settings.ts'
import { wakeFor } from './submit.ts'

export interface CommandSettings {
  databases: Databases
  keys: Keys
  log: Logger
  connections: Connections
  baseUrl: string
  timeouts?: Partial<Timeouts>
  /** Number of devices processed concurrently. */
  concurrency?: number
}

export interface CommandContext {
  /** Starts processing the commands of a device in this process. Returns immediately. */
  wake(hardware_id: number): void
  /** Processes the commands of a device; resolves when none are left. */
  workOff(hardware_id: number): Promise<void>
  /**
   * Wakes workers for commands without a worker: queued ones, and those of a worker that died. Expires commands that
   * have not started by their deadline.
   */
  sweep(): Promise<void>
  /** Accepts no more commands and hands over the running ones. */
  stop(): Promise<void>
}

interface ClaimedCommand {
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

/** Maximum attempts of a command that has sent nothing: if workers die each time, the command may be the cause. */
const maxAttempts = 5

/** Runs commands of devices in this process, alongside other workers: one at a time per device, in order. */
export function createCommands(settings: CommandSettings): CommandContext {
  const { databases, keys, log, connections, baseUrl, concurrency = 32 } = settings
  const timeouts = { ...defaultTimeouts, ...settings.timeouts }
  const worker = `${process.pid}:${randomUUID()}`
  const waiting = new Set<number>()
  const running = new Map<number, Promise<void>>()
  /** Devices woken while they are being processed: checked once more afterwards. */
  const again = new Set<number>()
  let stopping = false

  const system = <T>(work: (tx: Tx) => Promise<T>) => withSystem(databases, work, { actor_name: 'system' })

  function wake(hardware_id: number): void {
    if (running.has(hardware_id)) again.add(hardware_id)
    else waiting.add(hardware_id)
    next()
  }

  function next(): void {
    for (const hardware_id of waiting) {
      if (stopping || running.size >= concurrency) return
      waiting.delete(hardware_id)
      const work = workOff(hardware_id)
        .catch((error: unknown) => log.warn({ err: error, hardware_id }, 'commands of a device could not be processed'))
        .finally(() => {
          running.delete(hardware_id)
          if (again.delete(hardware_id)) waiting.add(hardware_id)
          next()
        })
      running.set(hardware_id, work)
    }
  }

  async function workOff(hardware_id: number): Promise<void> {
    while (!stopping) {
      const claimed = await claim(hardware_id)
      if (claimed === undefined) return
      await runOne(claimed)
    }
  }

  /** The oldest command of a device, or the one that a dead worker has left. */
  async function claim(hardware_id: number): Promise<ClaimedCommand | undefined> {
    try {
      return await system(async (tx) => {
        // Two concurrent claims would each lock a row, and the later command could start first.
        await sql`select pg_advisory_xact_lock(hashtext('device commands'), ${hardware_id % 2_147_483_647})`.execute(tx)
        const { rows } = await sql<ClaimedCommand>`
          update device_command set state = 'running', step = 'connecting', worker = ${worker}, attempts = attempts + 1,
            leased_until = now() + make_interval(secs => ${timeouts.leaseSeconds}), started_at = coalesce(started_at, now())
          where id = (
            select c.id from device_command c where c.hardware_id = ${hardware_id}
              and (c.state = 'running' and c.leased_until < now()
                or c.state = 'queued' and c.deadline_at > now()
                  and not exists (select from device_command r where r.hardware_id = ${hardware_id} and r.state = 'running'))
              order by c.state = 'running' desc, c.id limit 1 for update of c)
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
   * Updates the command while this worker owns it.
   * @throws LostCommand
   */
  async function touch(id: number, change: ReturnType<typeof sql>): Promise<void> {
    const { numAffectedRows } = await system((tx) =>
      sql`update device_command set ${change}, leased_until = now() + make_interval(secs => ${timeouts.leaseSeconds})
        where id = ${id} and worker = ${worker} and state = 'running'`.execute(tx),
    )
    if (numAffectedRows !== 1n) throw new LostCommand('Another worker has this command.')
  }

  async function runOne(claimed: ClaimedCommand): Promise<void> {
    const { id, hardware_id } = claimed
    const heartbeat = setInterval(
      () => void touch(id, sql`worker = worker`).catch(() => {}),
      (timeouts.leaseSeconds * 1000) / 3,
    )
    heartbeat.unref()
    try {
      await finish(claimed, claimed.of === undefined ? inTrash : await endOf(claimed, claimed.of))
    } catch (error) {
      if (error instanceof LostCommand) {
        log.info({ command_id: id, hardware_id }, 'a command was handed over')
        return
      }
      log.error({ err: error, command_id: id, hardware_id }, 'a command failed with an internal error')
      // If bytes were sent, no worker may start it again: the next one only checks the result. Otherwise it is retried.
      await system((tx) =>
        sql`update device_command set leased_until = now() + interval '5 seconds' where id = ${id} and worker = ${worker} and state = 'running'`.execute(
          tx,
        ),
      ).catch(() => {})
    } finally {
      clearInterval(heartbeat)
    }
  }

  async function endOf(claimed: ClaimedCommand, of: DeviceSettings): Promise<CommandOutcome> {
    if (claimed.attempts > maxAttempts)
      return claimed.sent_at === null
        ? { state: 'unreachable', message: message('command.gave_up', { attempts: maxAttempts }) }
        : { state: 'unknown', message: message('command.gave_up_checking', { attempts: maxAttempts }) }
    const { id, hardware_id, kind, guarded } = claimed
    let reported: Promise<void> = Promise.resolve()
    let lost = false
    const run: Run = {
      id,
      kind,
      guarded,
      input: claimed.input,
      secrets:
        claimed.secret === null
          ? {}
          : (JSON.parse(open(keys, claimed.secret, commandContext(id))) as Record<string, string>),
      settings: of,
      databases,
      keys,
      sentAt: claimed.sent_at === null ? undefined : new Date(claimed.sent_at),
      savedState: claimed.result ?? undefined,
      timeouts,
      baseUrl,
      session: (options) => connections.session(of, options),
      fresh: (options) => connections.fresh(of, options),
      drop: () => connections.drop(hardware_id),
      async progress(step) {
        if (stopping || lost) throw new LostCommand('Another worker has this command, or the process stops.')
        // Not awaited: ownership of the command is checked before every write.
        reported = reported
          .then(() => touch(id, sql`step = ${step}`))
          .catch((error: unknown) => void (lost ||= error instanceof LostCommand))
      },
      async markSent(stored) {
        await reported
        if (stopping) throw new LostCommand('The process stops.')
        await touch(
          id,
          stored === undefined
            ? sql`step = 'writing', sent_at = coalesce(sent_at, now())`
            : sql`step = 'writing', sent_at = coalesce(sent_at, now()), result = ${JSON.stringify(stored)}::jsonb`,
        )
      },
    }
    return runCommand(run)
  }

  async function finish({ id, hardware_id }: ClaimedCommand, end: CommandOutcome): Promise<void> {
    await system(async (tx) => {
      const { numAffectedRows } = await sql`
        update device_command set state = ${end.state}, step = '', detail = ${end.message === null ? null : JSON.stringify(end.message)}::jsonb, finished_at = now(),
          result = ${end.result === undefined ? null : JSON.stringify(end.result)}::jsonb, secret = null, worker = null, leased_until = null
        where id = ${id} and worker = ${worker} and state = 'running'`.execute(tx)
      if (numAffectedRows !== 1n) throw new LostCommand('Another worker has this command.')
      if (end.configuration !== undefined) await storeConfiguration(tx, end.configuration)
      if (end.outcome !== undefined) await saveOutcomes(tx, [end.outcome])
      // Changed menus are read again soon, before the next poll.
      if (end.state !== 'unreachable')
        await sql`update hardware_poll set next_at = least(next_at, now()), failures = 0 where hardware_id = ${hardware_id} and leased_until is null`.execute(
          tx,
        )
    })
  }

  return {
    wake,
    workOff,
    async sweep() {
      await system(async (tx) => {
        await sql`
          update device_command set state = 'unreachable', detail = ${JSON.stringify(message('command.not_started'))}::jsonb, finished_at = now(), secret = null
          where state = 'queued' and deadline_at <= now()`.execute(tx)
        const { rows } = await sql<{ hardware_id: number }>`
          select distinct c.hardware_id from device_command c
            where c.state in ('queued', 'running') and (c.state = 'queued' or c.leased_until < now())
              and not exists (select from device_command r where r.hardware_id = c.hardware_id and r.state = 'running' and r.leased_until >= now())
            order by 1 limit 1000`.execute(tx)
        for (const { hardware_id } of rows) await wakeFor(tx, hardware_id)
      })
    },
    async stop() {
      stopping = true
      waiting.clear()
      const all = Promise.allSettled(running.values())
      await Promise.race([all, new Promise((done) => setTimeout(done, 5000).unref())])
      // Lets the next worker claim the command before the lease expires.
      await system((tx) =>
        sql`update device_command set leased_until = now() where worker = ${worker} and state = 'running'`.execute(tx),
      ).catch(() => {})
    },
  }
}

const inTrash: CommandOutcome = { state: 'unreachable', message: message('row.trashed') }
