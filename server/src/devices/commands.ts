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
import { defaultTimeouts, LostCommand, type End, type Run, type Timeouts } from './run.ts'
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
  /** Devices at one time. */
  concurrency?: number
}

export interface CommandContext {
  /** Has this process work off what waits for a device. Returns at once. */
  wake(hardware_id: number): void
  /** Works off what waits for a device; resolved when nothing does. */
  workOff(hardware_id: number): Promise<void>
  /**
   * Wakes workers for what nobody works on: queued commands, and those of a worker that is gone. Gives up what has not
   * begun by its deadline.
   */
  sweep(): Promise<void>
  /** Takes nothing more on and hands over what runs. */
  stop(): Promise<void>
}

interface Claimed {
  id: number
  hardware_id: number
  kind: CommandKind
  guarded: boolean
  input: Record<string, unknown>
  secret: Buffer | null
  sent_at: string | null
  result: Record<string, unknown> | null
  attempts: number
  /** Undefined where the device is in the trash. */
  of?: DeviceSettings | undefined
}

/** Tries of a command of which nothing has left: workers that die at it each time may die of it. */
const maxAttempts = 5

/** Runs commands of devices in this process, beside any number of others: one at a time a device, in order. */
export function createCommands(settings: CommandSettings): CommandContext {
  const { databases, keys, log, connections, baseUrl, concurrency = 32 } = settings
  const timeouts = { ...defaultTimeouts, ...settings.timeouts }
  const worker = `${process.pid}:${randomUUID()}`
  const waiting = new Set<number>()
  const running = new Map<number, Promise<void>>()
  /** Devices that were woken while they are worked on: looked at once more. */
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
        .catch((error: unknown) => log.warn({ err: error, hardware_id }, 'commands of a device were not worked off'))
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

  /** The oldest command of a device, or the one that a worker has left behind. */
  async function claim(hardware_id: number): Promise<Claimed | undefined> {
    try {
      return await system(async (tx) => {
        // Two who claim at once would each lock a row, and the later one might be begun first.
        await sql`select pg_advisory_xact_lock(hashtext('device commands'), ${hardware_id % 2_147_483_647})`.execute(tx)
        const { rows } = await sql<Claimed>`
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
      // 23505: another worker has begun one at this moment, and works off the rest.
      if ((error as { code?: string }).code === '23505') return undefined
      throw error
    }
  }

  /** Changes the command as long as it is this worker's. @throws LostCommand */
  async function touch(id: number, change: ReturnType<typeof sql>): Promise<void> {
    const { numAffectedRows } = await system((tx) =>
      sql`update device_command set ${change}, leased_until = now() + make_interval(secs => ${timeouts.leaseSeconds})
        where id = ${id} and worker = ${worker} and state = 'running'`.execute(tx),
    )
    if (numAffectedRows !== 1n) throw new LostCommand('Another worker has this command.')
  }

  async function runOne(claimed: Claimed): Promise<void> {
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
      log.error({ err: error, command_id: id, hardware_id }, 'a command ended by a fault of the panel')
      // With bytes on the way nobody may begin anew: the next worker looks. Without, it is tried again.
      await system((tx) =>
        sql`update device_command set leased_until = now() + interval '5 seconds' where id = ${id} and worker = ${worker} and state = 'running'`.execute(
          tx,
        ),
      ).catch(() => {})
    } finally {
      clearInterval(heartbeat)
    }
  }

  async function endOf(claimed: Claimed, of: DeviceSettings): Promise<End> {
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
      kept: claimed.result ?? undefined,
      timeouts,
      baseUrl,
      session: (options) => connections.session(of, options),
      fresh: (options) => connections.fresh(of, options),
      drop: () => connections.drop(hardware_id),
      async progress(step) {
        if (stopping || lost) throw new LostCommand('Another worker has this command, or the process stops.')
        // Nobody waits for it: whether the command is still this worker's is asked before anything is written.
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

  async function finish({ id, hardware_id }: Claimed, end: End): Promise<void> {
    await system(async (tx) => {
      const { numAffectedRows } = await sql`
        update device_command set state = ${end.state}, step = '', detail = ${end.message === null ? null : JSON.stringify(end.message)}::jsonb, finished_at = now(),
          result = ${end.result === undefined ? null : JSON.stringify(end.result)}::jsonb, secret = null, worker = null, leased_until = null
        where id = ${id} and worker = ${worker} and state = 'running'`.execute(tx)
      if (numAffectedRows !== 1n) throw new LostCommand('Another worker has this command.')
      if (end.configuration !== undefined) await storeConfiguration(tx, end.configuration)
      if (end.outcome !== undefined) await saveOutcomes(tx, [end.outcome])
      // What has changed is read again soon, and not only with the next round.
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
      // Whoever is next need not wait for the lease to run out.
      await system((tx) =>
        sql`update device_command set leased_until = now() where worker = ${worker} and state = 'running'`.execute(tx),
      ).catch(() => {})
    },
  }
}

const inTrash: End = { state: 'unreachable', message: message('row.trashed') }
