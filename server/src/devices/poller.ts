import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Databases, Tx } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import type { Logger } from '../log.ts'
import type { Keys } from '../secrets.ts'
import { defaultRetention, type BackupRetention } from './backup.ts'
import type { Connections } from './connections.ts'
import type { DeviceErrorKind } from './devices.ts'
import { saveOutcomes, type ReadOutcome } from './save-outcomes.ts'
import type { PollResult } from './poll-device.ts'
import { runPolls, type DueDevice, type FinishedPoll } from './run-polls.ts'
import { readSettings } from './settings.ts'

export interface PollerSettings {
  databases: Databases
  keys: Keys
  log: Logger
  connections: Connections
  retention?: BackupRetention
  /** Number of devices polled concurrently; default 64. */
  concurrency?: number
  intervals?: Partial<Intervals>
  /** Seconds after which a claim that is not renewed expires; default 20. */
  leaseSeconds?: number
  /** Evaluates stored readings, in the transaction that stores them. */
  onSaved?: OnSaved
}

/** Called with the readings that `tx` has stored. If it fails, they are stored without it. */
export type OnSaved = (tx: Tx, outcomes: readonly ReadOutcome[]) => Promise<void>

/** Polling intervals in milliseconds. */
export interface Intervals {
  fast: number
  slow: number
  /** While a user is viewing the device. */
  watched: number
  backup: number
  /** Devices over REST: some versions never close sessions (docs of the RouterOS package). */
  rest: number
}

const defaultIntervals: Intervals = { fast: 60_000, slow: 300_000, watched: 3000, backup: 86_400_000, rest: 300_000 }

export interface Poller {
  /** Counts of this process since its start. */
  readonly readings: ReadonlyMap<'ok' | DeviceErrorKind, number>
  /** True while it can query which devices are due: the database has answered within the last ten seconds. */
  isWorking(): boolean
  stop(): Promise<void>
}

/**
 * Seconds after which a claim that is not renewed expires: with the 5 seconds after which other workers take over late
 * devices, the devices of a dead worker are read again within 30. Longer polls renew their claims.
 */
const defaultLeaseSeconds = 20
const flushMs = 1000
/** Milliseconds without an answer from the database after which the poller counts as failed. */
const stalledMs = 10_000

/** A worker that claims devices. */
interface Claimant {
  worker: string
  leaseSeconds: number
}

/** The due devices for this worker: its own immediately, those of other workers when they are late. */
const claimDevices = (tx: Tx, { worker, leaseSeconds }: Claimant, failing: boolean, max: number) =>
  sql<DueDevice>`
    with due as (
      select hardware_id from hardware_poll
        where next_at <= now() and (leased_until is null or leased_until < now())
          and (worker is null or worker = ${worker} or next_at < now() - interval '5 seconds')
          and ${failing ? sql`failures > 0` : sql`failures = 0`}
        order by next_at limit ${max} for update skip locked)
    update hardware_poll p set worker = ${worker}, leased_until = now() + make_interval(secs => ${leaseSeconds})
      from due where due.hardware_id = p.hardware_id
      returning p.hardware_id, p.failures, coalesce(p.watched_until > now(), false) as watched,
        p.slow_at is null or p.slow_at <= now() or p.requested_at is not null as slow, p.backup_at is not null and p.backup_at <= now() as backup,
        p.templates_at <= now() as templates,
        exists (select from hardware_state s where s.hardware_id = p.hardware_id and cardinality(s.wifi_stacks) > 0) as wifi,
        (select m.rows -> 0 ->> 'interface' from hardware_menu m where m.hardware_id = p.hardware_id and m.menu = 'ip/route') as uplink,
        coalesce((select array_agg(c.id) from device_command c where c.hardware_id = p.hardware_id and c.guarded
          and c.state in ('reverted', 'differs', 'unknown') and c.finished_at > now() - interval '7 days'), '{}') as rolled_back`
    .execute(tx)
    .then(({ rows }) => rows)

/** Stores readings, and when each device is due again. */
async function saveBatch(
  tx: Tx,
  { worker }: Claimant,
  intervals: Intervals,
  batch: readonly FinishedPoll[],
  onSaved: OnSaved | undefined,
  { history = true } = {},
): Promise<void> {
  const outcomes = batch.map(({ polled }) => polled.outcome)
  await saveOutcomes(tx, outcomes, { history })
  const list = batch.map(({ due, polled, rest }) => ({
    hardware_id: due.hardware_id,
    failed: polled.outcome.error !== null,
    wait: waitOf(intervals, due, polled, rest),
    slow: polled.slow ? withJitter(intervals.slow) : null,
    // A failed backup is retried in an hour; the first one is at a random time of the day.
    backup: due.backup ? (!polled.backedUp ? 3_600_000 : withJitter(intervals.backup)) : null,
    templates: polled.compared === undefined ? null : polled.compared ? withJitter(intervals.backup) : 900_000,
    began: polled.outcome.at,
  }))
  await sql`
    with read as (
      select r.* from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as r(hardware_id bigint, failed boolean, wait int, slow int, backup int, templates int, began timestamptz)
        join hardware_poll p on p.hardware_id = r.hardware_id order by 1 for update of p)
    update hardware_poll p set leased_until = null, failures = case when r.failed then p.failures + 1 else 0 end,
      next_at = now() + make_interval(secs => case when p.watched_until > now() then least(r.wait, ${intervals.watched}) else r.wait end / 1000.0),
      -- Due again at once if a template has changed since.
      templates_at = case when r.templates is not null and p.templates_at <= r.began
        then now() + make_interval(secs => r.templates / 1000.0) else p.templates_at end,
      slow_at = case when r.slow is not null then now() + make_interval(secs => r.slow / 1000.0) else p.slow_at end,
      requested_at = case when r.slow is not null then null else p.requested_at end,
      backup_at = case when r.backup is not null then now() + make_interval(secs => r.backup / 1000.0)
        else coalesce(p.backup_at, now() + make_interval(secs => ${intervals.backup / 1000.0} * random())) end
      from read r where r.hardware_id = p.hardware_id and p.worker = ${worker}`.execute(tx)
  const watched = batch.filter(({ due }) => due.watched).map(({ due }) => due.hardware_id)
  if (watched.length > 0) await announceReading(tx, watched)
  await onSaved?.(tx, outcomes)
}

/** Renews the claims of running polls. */
const renewClaims = (tx: Tx, { worker, leaseSeconds }: Claimant, ids: readonly number[]) =>
  sql`update hardware_poll p set leased_until = now() + make_interval(secs => ${leaseSeconds})
      from (select hardware_id from hardware_poll where hardware_id = any(${ids}) order by 1 for update) as held
      where p.hardware_id = held.hardware_id and p.worker = ${worker} and p.leased_until is not null`.execute(tx)

/**
 * Polls every managed device periodically, alongside other workers: each claims due devices and prefers those it polled
 * before, so that a device keeps one connection. Failing devices have separate slots, so that those that hang do not
 * delay the others.
 */
export function startPoller({
  databases,
  keys,
  log,
  connections,
  retention = defaultRetention,
  concurrency = 64,
  intervals: given,
  leaseSeconds = defaultLeaseSeconds,
  onSaved,
}: PollerSettings): Poller {
  const intervals = { ...defaultIntervals, ...given }
  const worker = `${process.pid}:${randomUUID()}`
  const self: Claimant = { worker, leaseSeconds }
  const polls = runPolls(connections, { keys, databases, retention }, log, concurrency)
  let stopping = false
  let answeredAt = performance.now()
  const stopped = new AbortController()

  const system = <T>(work: (tx: Tx) => Promise<T>) => withSystem(databases, work, { actor_name: 'system' })

  async function claimDue(): Promise<number> {
    const free = polls.free()
    if (free.well + free.failing === 0) return 0
    const claimedNow = await system(async (tx) => {
      const well = free.well > 0 ? await claimDevices(tx, self, false, free.well) : []
      const failing = free.failing > 0 ? await claimDevices(tx, self, true, free.failing) : []
      const list = [...well, ...failing]
      if (list.length === 0) return undefined
      return {
        list,
        settings: await readSettings(
          tx,
          list.map((one) => one.hardware_id),
        ),
      }
    })
    if (claimedNow === undefined) return 0
    for (const due of claimedNow.list) {
      const of = claimedNow.settings.get(due.hardware_id)
      if (of !== undefined) polls.start(due, of)
    }
    return claimedNow.list.length
  }

  async function flush(): Promise<void> {
    for (let batch = polls.finished(); batch.length > 0; batch = polls.finished()) {
      try {
        await system((tx) => saveBatch(tx, self, intervals, batch, onSaved)).catch(async (error: unknown) => {
          // What depends on the readings must not cost them: they are stored without history and alerts.
          await system((tx) => saveBatch(tx, self, intervals, batch, undefined, { history: false }))
          log.error({ err: error, devices: batch.length }, 'readings were stored without history and alerts')
        })
      } catch (error) {
        // The database is unavailable: the results are lost, and the devices are polled again when the lease expires.
        log.warn({ error, devices: batch.length }, 'readings could not be stored')
      }
      polls.release(batch)
    }
  }

  async function work(): Promise<void> {
    let flushed = performance.now()
    let looked = 0
    let renewed = performance.now()
    while (!stopping) {
      let claimedNow = 0
      try {
        if (performance.now() >= looked) {
          claimedNow = await claimDue()
          answeredAt = performance.now()
        }
      } catch (error) {
        log.warn({ error }, 'devices that are due could not be claimed')
        looked = performance.now() + 2000
      }
      if (performance.now() - flushed >= flushMs) {
        flushed = performance.now()
        await flush()
      }
      if (performance.now() - renewed >= (leaseSeconds * 1000) / 3) {
        renewed = performance.now()
        const held = polls.claimed()
        if (held.length > 0)
          await system((tx) => renewClaims(tx, self, held)).catch((error: unknown) =>
            log.warn({ error, devices: held.length }, 'claims of devices could not be renewed'),
          )
      }
      await sleep(claimedNow > 0 ? 100 : 300, undefined, { signal: stopped.signal }).catch(() => {})
    }
  }
  const working = work()

  return {
    readings: polls.readings,
    isWorking: () => !stopping && performance.now() - answeredAt < stalledMs,
    async stop() {
      stopping = true
      stopped.abort()
      await working
      await polls.stop()
      await flush()
      // Other workers may claim them immediately.
      await system((tx) =>
        sql`update hardware_poll set worker = null, leased_until = null where worker = ${worker}`.execute(tx),
      ).catch(() => {})
    },
  }
}

/** Notifies the processes with connected browsers of new readings. */
export const announceReading = (tx: Tx, ids: readonly number[]) =>
  sql`select pg_notify('trunkline_reading', ${JSON.stringify(ids.slice(0, 500))})`.execute(tx)

/** Jitter of ten percent, so that devices that started together spread out. */
const withJitter = (ms: number) => Math.round(ms * (0.9 + Math.random() * 0.2))

/**
 * Seconds until a failed device is retried, by number of failures: short at first, to detect quickly whether it is
 * offline.
 */
const afterFailures = [15, 25, 60, 120, 240, 480, 600]
/** A rejected login gets long delays from the start: the router may lock the account, and logs each attempt. */
const backoffSeconds = [120, 300, 900, 3600]

function waitOf(intervals: Intervals, due: DueDevice, { outcome }: PollResult, rest: boolean): number {
  if (outcome.error === null) return rest ? withJitter(intervals.rest) : withJitter(intervals.fast)
  const steps = outcome.error === 'login' ? backoffSeconds : afterFailures
  const seconds = steps[Math.min(due.failures, steps.length - 1)] as number
  return withJitter(
    Math.min(
      seconds * 1000,
      outcome.error === 'login' ? Number.POSITIVE_INFINITY : Math.max(intervals.fast * 10, 1000),
    ),
  )
}
