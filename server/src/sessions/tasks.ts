import { sql } from 'kysely'
import { Client } from 'pg'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import type { Tx } from '../db/pool.ts'
import { defineTasks, nothing, type TaskContext } from '../jobs/tasks.ts'
import type { Logger } from '../log.ts'
import { requestChange } from './change.ts'
import { countRejections } from './rejections.ts'
import { coaSettled, sendCoa } from './send-coa.ts'

/** Rows per transaction. */
const atOnce = 500

/** The actor in the request log for requests of the system. */
const panel = 'system'

/** Tasks for sessions: scheduled ones, and those enqueued by other modules. */
export const sessionTasks = (config: Pick<Config, 'key' | 'radius'>, ownerUrl: string) =>
  defineTasks({
    'radius-coa': {
      payload: z.object({ id: z.int() }),
      run: ({ id }, context) => sendCoa(context, config.key, id),
      settled: ({ id }, { tx }) => coaSettled(tx, id),
    },
    'radius-quota': {
      payload: z.object({ service_id: z.int() }),
      run: ({ service_id }, { system }) => system((tx) => updateQuotaState(tx, [service_id])).then(() => {}),
      settled: async ({ service_id }, { tx }) => {
        const { rows } = await sql`
          select 1 from service s join tariff t on t.id = s.tariff_id
           where s.id = ${service_id} and s.deleted_at is null
             and s.quota_state <> panel.quota_state(s.id, t.quota_bytes, t.quota_period, t.quota_action)`.execute(tx)
        return rows.length === 0 ? 'the quota is as reckoned' : undefined
      },
    },
    'radius-sessions': {
      payload: nothing,
      cron: '* * * * *',
      timeoutMs: 300_000,
      async run(_, context) {
        await closeStale(context)
        await rollQuotas(context)
        await endExpired(context)
        await deletePending(context)
      },
    },
    'count-rejections': {
      payload: nothing,
      cron: '*/5 * * * *',
      run: (_, { system }) => system(countRejections),
    },
    'radius-hour': {
      payload: nothing,
      cron: '41 * * * *',
      timeoutMs: 300_000,
      async run(_, context) {
        const { system, signal } = context
        const { rows } = await system((tx) =>
          sql<{ id: number }>`select distinct subnet_id as id from pool_address`.execute(tx),
        )
        for (const { id } of rows)
          if (!signal.aborted) await system((tx) => sql`select panel.close_pool(${id})`.execute(tx))
        const { rows: prefixPools } = await system((tx) =>
          sql<{ id: number }>`select subnet_id as id from pool_prefix_next`.execute(tx),
        )
        for (const { id } of prefixPools)
          if (!signal.aborted) await system((tx) => sql`select panel.close_prefix_pool(${id})`.execute(tx))
        const months = config.radius.historyMonths
        await system((tx) =>
          sql`delete from coa_request where id in (select id from coa_request where created_at < now() - make_interval(months => ${months}) order by id limit 20000)`.execute(
            tx,
          ),
        )
        await pruneDeadLetters(context, maxDeadLetters)
        await pruneUsage(context, months)
        await countSessionDays(context)
        // Deletes hosts that were taken out of service.
        await system((tx) => sql`delete from radius_server where checked_at < now() - interval '30 days'`.execute(tx))
      },
    },
    'radius-months': {
      payload: nothing,
      cron: '7 1 * * *',
      run: (_, { log }) => maintainMonths(ownerUrl, config.radius.historyMonths, log),
    },
  })

/**
 * Creates the monthly partitions of the history in advance and drops expired ones. Only the owner of the tables may do
 * this, so it uses a separate connection.
 */
export async function maintainMonths(ownerUrl: string, months: number, log: Pick<Logger, 'info'>): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'trunkline months' })
  // A lost connection fails the statement; without a listener the error would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    // Processes that start at the same time wait for each other without a limit.
    await client.query(`select pg_advisory_xact_lock(hashtext('trunkline months'))`)
    // While this waits for a table lock, accounting waits behind it.
    await client.query(`set local lock_timeout = '2s'`)
    const { rows } = await client.query<{ created: number; dropped: number }>(
      'select made as created, dropped from panel.maintain_months($1)',
      [months],
    )
    await client.query('commit')
    if (rows[0]!.created > 0 || rows[0]!.dropped > 0) log.info(rows[0]!, 'months of session history')
  } finally {
    await client.end()
  }
}

/** Days that one transaction counts. */
const daysAtOnce = 31

/** Counts ended sessions by day, for the total and the deep pages of the history (db/functions/panel.count_session_days.sql). */
export async function countSessionDays({ system, signal }: Pick<TaskContext, 'system' | 'signal'>): Promise<void> {
  for (let counted = daysAtOnce; counted === daysAtOnce && !signal.aborted;)
    counted = await system(async (tx) => {
      const { rows } = await sql<{
        counted: number
      }>`select panel.count_session_days(${daysAtOnce}) as counted`.execute(tx)
      return rows[0]!.counted
    })
}

/** Months of traffic by day that are stored at least: the usage of a service shows twelve, and any 400 days. */
const minUsageMonths = 14

/** Deletes the traffic by day that is older than the history, in batches. */
export async function pruneUsage(
  { system, signal, log }: Pick<TaskContext, 'system' | 'signal' | 'log'>,
  months: number,
): Promise<void> {
  let total = 0
  for (let rows = 1; rows > 0 && !signal.aborted; total += rows)
    rows = await system(async (tx) => {
      const { numAffectedRows = 0n } = await sql`
        delete from usage_by_day where ctid = any (array(
          select ctid from usage_by_day where day < (date_trunc('month', now() at time zone 'UTC') - make_interval(months => ${Math.max(months, minUsageMonths)}))::date
          limit 20000))`.execute(tx)
      return Number(numAffectedRows)
    })
  if (total > 0) log.info({ rows: total }, 'deleted expired traffic by day')
}

/** Maximum number of stored dead letters. */
const maxDeadLetters = 100_000

/** Deletes dead letters older than 90 days, and the oldest of those beyond `max`. */
export async function pruneDeadLetters(
  { system, log }: Pick<TaskContext, 'system' | 'log'>,
  max: number,
): Promise<void> {
  const { numAffectedRows: expired = 0n } = await system((tx) =>
    sql`delete from acct_dead_letter where at < now() - interval '90 days'`.execute(tx),
  )
  const { numAffectedRows: surplus = 0n } = await system((tx) =>
    sql`delete from acct_dead_letter where id <= (select id from acct_dead_letter order by id desc offset ${max} limit 1)`.execute(
      tx,
    ),
  )
  if (expired > 0n) log.info({ records: Number(expired) }, 'deleted dead letters older than 90 days')
  if (surplus > 0n) log.warn({ records: Number(surplus), max }, 'deleted the oldest dead letters: there were too many')
}

/** Closes sessions without recent reports at the time of their last report; a later report reopens them. */
async function closeStale({ system, signal, log }: TaskContext): Promise<void> {
  await system((tx) => sql`select panel.process_reports(true)`.execute(tx))
  let total = 0
  for (let closed = atOnce; closed === atOnce && !signal.aborted; total += closed)
    closed = await system(
      async (tx) =>
        (await sql<{ closed: number }>`select panel.close_stale(${atOnce}) as closed`.execute(tx)).rows[0]!.closed,
    )
  if (total > 0) log.info({ sessions: total }, 'closed sessions without recent reports')
}

/**
 * Stores the quota state of these services, and applies changes to running sessions: slower, blocked, or restored.
 * @returns the number of services whose state has changed
 */
async function updateQuotaState(tx: Tx, service_ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with now as (
      select s.id, panel.quota_state(s.id, t.quota_bytes, t.quota_period, t.quota_action) as state
        from service s join tariff t on t.id = s.tariff_id where s.id = any (${[...service_ids]}::bigint[])
    )
    update service s set quota_state = now.state from now where s.id = now.id and s.quota_state <> now.state returning s.id`.execute(
    tx,
  )
  for (const { id } of rows) await requestChange(tx, id, 'quota', panel)
  return rows.length
}

/** Services over their quota are restored by a new period or a larger quota. */
async function rollQuotas({ system, signal }: TaskContext): Promise<void> {
  for (let last = 0; !signal.aborted;) {
    const ids = await system(async (tx) => {
      const { rows } = await sql<{
        id: number
      }>`select id from service where quota_state <> 'within' and id > ${last} order by id limit ${atOnce}`.execute(tx)
      const found = rows.map((row) => row.id)
      if (found.length > 0) await updateQuotaState(tx, found)
      return found
    })
    if (ids.length < atOnce) return
    last = ids.at(-1) as number
  }
}

/** Accepted logins that no longer count as sessions: each login without a calling station has its own row. */
export async function deletePending({ system }: Pick<TaskContext, 'system'>): Promise<void> {
  await system((tx) => sql`delete from login_pending where until < now()`.execute(tx))
  // A file is deleted once it is stored; one that could not be deleted for a week would be stored again.
  await system((tx) => sql`delete from radius_batch where at < now() - interval '7 days'`.execute(tx))
}

/**
 * Ends sessions that outlast the last day of their service because their NAS ignores Session-Timeout. Requested once
 * per session.
 */
async function endExpired({ system }: TaskContext): Promise<void> {
  await system(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select s.id from service s where s.ends_on < (now() at time zone 'UTC')::date and s.status = 'active' and s.deleted_at is null
        and exists (select from session_live l where l.service_id = s.id
          and not exists (select from coa_request r where r.uid = l.uid and r.created_at > s.ends_on + 1))
      order by s.id limit ${atOnce}`.execute(tx)
    for (const { id } of rows) await requestChange(tx, id, 'status', panel)
  })
}
