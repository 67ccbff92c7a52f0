import type pg from 'pg'
import { bind, consumePending, queueStatement, type Databases, type Tx } from './pool.ts'

/** The tenant and actor of a transaction. Audit triggers read them from the session settings. */
export interface TenantSettings {
  company_id: number
  /**
   * The provider's staff see all companies: they use a separate small pool and role, whose policies have no condition.
   */
  everything: boolean
  actor_id?: number | undefined
  actor_name?: string | undefined
  impersonator_id?: number | undefined
  impersonator_name?: string | undefined
  ip?: string | undefined
  request_id?: string | undefined
}

/** A transaction of one caller, open for the duration of a request. */
export interface TenantTransaction {
  tx: Tx
  commit(): Promise<void>
  rollback(): Promise<void>
}

const quote = (value: string | number | undefined) =>
  `'${String(value ?? '')
    .replaceAll("'", "''")
    .replaceAll('\0', '')}'`

/**
 * The session settings that audit triggers read, local to one transaction. An unset value is omitted, which equals an
 * empty one.
 */
const writerSettings = (of: TenantSettings): string =>
  Object.entries({
    company: of.company_id,
    actor: of.actor_id,
    actor_name: of.actor_name,
    impersonator: of.impersonator_id,
    impersonator_name: of.impersonator_name,
    ip: of.ip,
    request_id: of.request_id,
  })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `set_config('app.${name}', ${quote(value)}, true)`)
    .join(', ')

/**
 * Opens a transaction for `settings`, read-only unless `write`. BEGIN and the settings are sent with the first
 * statement, or never if there is none. The settings are local to the transaction, so that none of one tenant remain on
 * a pooled connection.
 */
export async function openTenantTransaction(
  databases: Databases,
  settings: TenantSettings,
  { write }: { write: boolean },
): Promise<TenantTransaction> {
  const pool = settings.everything ? databases.appAll : databases.app
  const client = await pool.connect()
  const local = write
    ? `select ${writerSettings(settings)}`
    : `set local app.company = ${quote(settings.company_id)}; set local app.actor = ${quote(settings.actor_id)}`
  let open = true
  const tx = bind(client, `begin${write ? '' : ' read only'}; ${local}`)
  const finish = (statement: 'commit' | 'rollback') => async () => {
    if (!open) return
    open = false
    const { queued, started } = consumePending(tx)
    if (!started) return void client.release()
    const ended = endTransaction(client, statement, statement === 'rollback' ? '' : queued, early.has(tx))
    // The result of a read does not depend on its commit.
    if (write) await ended
    else ended.catch(() => {})
  }
  return { tx, commit: finish('commit'), rollback: finish('rollback') }
}

/** Transactions that release their locks before their WAL is flushed to disk. */
const early = new WeakSet<Tx>()

/**
 * Releases the locks of this transaction at commit, before the WAL flush: where many transactions wait for one row,
 * each would otherwise wait for the flush of all before it. The caller still gets its reply only after the flush:
 * `endTransaction` flushes the log after the commit, once for all that wait at that moment.
 */
export function commitEarly(tx: Tx): void {
  if (early.has(tx)) return
  early.add(tx)
  queueStatement(tx, 'set local synchronous_commit = off')
}

/**
 * A WAL record whose commit waits for the flush, and with it for the flush of all records before it.
 * https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-REPLICATION
 */
const flush = `select pg_logical_emit_message(true, 'trunkline', '')`

/** Ends the transaction and returns the connection to the pool; closes the connection if that fails. */
async function endTransaction(
  client: pg.PoolClient,
  statement: 'commit' | 'rollback',
  queued: string,
  flushed: boolean,
): Promise<void> {
  let released = false
  try {
    // A message with several statements returns a list of results.
    const answer = (await client.query(
      `${queued}${statement}${flushed && statement === 'commit' ? `; ${flush}` : ''}`,
    )) as pg.QueryResult | pg.QueryResult[]
    const results = Array.isArray(answer) ? answer : [answer]
    released = true
    client.release()
    // PostgreSQL answers COMMIT with ROLLBACK if an earlier statement failed: nothing was committed.
    if (statement === 'commit' && results.some(({ command }) => command === 'ROLLBACK'))
      throw new Error('The transaction was rolled back instead of committed.')
  } catch (error) {
    if (!released) client.release(error as Error)
    if (statement === 'commit') throw error
  }
}

/** Runs `work` in one transaction for `settings`; commits when it returns, rolls back when it throws. */
export async function withTenant<T>(
  databases: Databases,
  settings: TenantSettings,
  options: { write: boolean },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const transaction = await openTenantTransaction(databases, settings, options)
  let result: T
  try {
    result = await work(transaction.tx)
  } catch (error) {
    await transaction.rollback()
    throw error
  }
  await transaction.commit()
  return result
}
