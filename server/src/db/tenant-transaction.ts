import type pg from 'pg'
import { bind, consumePending, queueStatement, type Databases, type Tx } from './pool.ts'

/** For whom a transaction runs. What triggers write to the audit log comes from here. */
export interface TenantSettings {
  company_id: number
  /** The provider's people see all companies: their own small pool and role, no condition in the policy. */
  everything: boolean
  actor_id?: number | undefined
  actor_name?: string | undefined
  impersonator_id?: number | undefined
  impersonator_name?: string | undefined
  ip?: string | undefined
  request_id?: string | undefined
}

/** One transaction of one caller, which lives as long as its request. */
export interface TenantTransaction {
  tx: Tx
  commit(): Promise<void>
  rollback(): Promise<void>
}

const quote = (value: string | number | undefined) =>
  `'${String(value ?? '')
    .replaceAll("'", "''")
    .replaceAll('\0', '')}'`

/** What triggers write to the log, for one transaction. What is not known is left out, which is the same as empty. */
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
 * Opens a transaction for `settings`. Begin and settings travel with the first statement, and where none comes not at
 * all; they are local to the transaction, so that nothing of one tenant is left on a pooled connection. Read-only unless
 * `write`.
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
    const { ahead, begun: started } = consumePending(tx)
    if (!started) return void client.release()
    const ended = endTransaction(client, statement, statement === 'rollback' ? '' : ahead, early.has(tx))
    // What was only read is as good before the commit as after it.
    if (write) await ended
    else ended.catch(() => {})
  }
  return { tx, commit: finish('commit'), rollback: finish('rollback') }
}

/** Transactions that give up their locks before they are on disk. */
const early = new WeakSet<Tx>()

/**
 * Lets others go on with what this transaction has locked as soon as it has committed, and not only when the disk has
 * it: where many wait for one row, each would else wait for the disk of everybody before it. Whoever asked is answered
 * when it is on disk, as always: the door flushes the log behind the commit, for all who wait there at once.
 */
export function commitEarly(tx: Tx): void {
  if (early.has(tx)) return
  early.add(tx)
  queueStatement(tx, 'set local synchronous_commit = off')
}

/**
 * A record of its own whose commit waits for the disk, and with it for all before it in the log.
 * https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-REPLICATION
 */
const flush = `select pg_logical_emit_message(true, 'trunkline', '')`

/** Ends the transaction and gives the connection back; one that fails at it is closed rather than lent again. */
async function endTransaction(
  client: pg.PoolClient,
  statement: 'commit' | 'rollback',
  ahead: string,
  flushed: boolean,
): Promise<void> {
  let released = false
  try {
    // Several statements in one text answer with a list.
    const answer = (await client.query(
      `${ahead}${statement}${flushed && statement === 'commit' ? `; ${flush}` : ''}`,
    )) as pg.QueryResult | pg.QueryResult[]
    const results = Array.isArray(answer) ? answer : [answer]
    released = true
    client.release()
    // PostgreSQL answers COMMIT with ROLLBACK when a statement before it failed: nothing was kept.
    if (statement === 'commit' && results.some(({ command }) => command === 'ROLLBACK'))
      throw new Error('The transaction was lost before it could be committed.')
  } catch (error) {
    if (!released) client.release(error as Error)
    if (statement === 'commit') throw error
  }
}

/** Runs `work` in one transaction of `settings`: committed when it returns, rolled back when it throws. */
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
