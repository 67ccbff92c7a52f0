import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import type { TaskContext } from './tasks.ts'

/**
 * The hash chain over the audit log. Each seal covers the rows after the previous one; its hash covers the previous
 * seal's hash and these rows, so that changing, adding or removing a sealed row requires forging every later seal. Each
 * seal is also written to the process log, which an attacker with database access cannot change.
 *
 * Ids are assigned before their transactions commit, so that a row may still appear below the highest visible id.
 * Sealing waits for exactly the transactions that could contain such a row: those that had locked the table for writing
 * when the highest id was read. Writers never wait for the sealing.
 */
export async function sealAudit({
  system,
  signal,
  log,
}: Pick<TaskContext, 'system' | 'signal' | 'log'>): Promise<number> {
  const start = await system(async (tx) => {
    const { rows } = await sql<{ top: number | null; sealed: number }>`
      select (select max(id) from audit_log) as top, coalesce((select max(last_id) from audit_seal), 0)::bigint as sealed
    `.execute(tx)
    return rows[0]!
  })
  if (start.top === null || start.top <= start.sealed) return 0
  const { top } = start
  // A separate statement after the id was read: a transaction that writes below it has the lock by now.
  if (!(await writersEnd(system, await system(writers), signal))) {
    log.info('audit log not sealed: a transaction that writes it is still open')
    return 0
  }
  for (let sealed = 0; ;) {
    const rows = await system((tx) => sealNext(tx, top, log))
    sealed += rows
    if (rows < batch || signal.aborted) return sealed
  }
}

/** Maximum number of rows per seal. */
export const batch = 5000
const pollMs = 100
const timeoutMs = 20_000

/** The predecessor hash of the first seal. */
export const first = Buffer.alloc(32)

/**
 * Transactions that have locked the log for writing, by their virtual transaction id, which is unique while they are
 * open.
 */
const writers = async (tx: Tx): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select virtualtransaction as id from pg_locks
     where locktype = 'relation' and relation = 'audit_log'::regclass and mode = 'RowExclusiveLock'
       and database = (select oid from pg_database where datname = current_database())
  `.execute(tx)
  return rows.map((row) => row.id)
}

async function writersEnd(system: TaskContext['system'], open: string[], signal: AbortSignal): Promise<boolean> {
  for (let waited = 0; open.length > 0; waited += pollMs) {
    if (waited >= timeoutMs || signal.aborted) return false
    await sleep(pollMs)
    const still = new Set(await system(writers))
    open = open.filter((id) => still.has(id))
  }
  return true
}

/** Writes one seal. Two concurrent workers are serialized here, and the second finds nothing to seal. */
async function sealNext(tx: Tx, top: number, log: TaskContext['log']): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('trunkline audit seal'))`.execute(tx)
  const last = await tx
    .selectFrom('audit_seal')
    .select(['last_id', 'hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const after = last?.last_id ?? 0
  const rows = await readLog(tx, after, Math.min(top, await endOfPart(tx, after)), batch)
  if (rows.length === 0) return 0
  const seal = { first_id: rows[0]!.id, last_id: rows.at(-1)!.id, hash: chain(last?.hash ?? first, rows) }
  await tx
    .insertInto('audit_seal')
    .values(seal as never)
    .execute()
  log.info({ first_id: seal.first_id, last_id: seal.last_id, hash: seal.hash.toString('hex') }, 'audit log sealed')
  return rows.length
}

export interface SealedRow {
  id: number
  content: (string | null)[]
}

/** Rows above `after` up to `to`, each value as text, so that the hash does not depend on the driver's types. */
export async function readLog(tx: Tx, after: number, to: number, limit: number): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select id, json_build_array(
      id::text, (extract(epoch from at) * 1000000)::bigint::text, action, subject, object_id::text, object_label, company_id::text,
      actor_id::text, actor_name, impersonator_id::text, impersonator_name, ip, request_id, before::text, after::text) as content
      from audit_log where id > ${after} and id <= ${to} order by id limit ${limit}
  `.execute(tx)
  return rows
}

export const chain = (from: Buffer, rows: SealedRow[]): Buffer =>
  rows.reduce((hash, row) => createHash('sha256').update(hash).update(JSON.stringify(row.content)).digest(), from)

/**
 * The highest id of the partition that contains the first row above `after`. No seal covers rows of two partitions, so
 * that the chain can start after a dropped partition.
 */
async function endOfPart(tx: Tx, after: number): Promise<number> {
  const { rows } = await sql<{ bound: string; next: number | null }>`
    select pg_get_expr(c.relpartbound, c.oid) as bound, (select min(id) from audit_log where id > ${after}) as next
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'audit_log'::regclass`.execute(tx)
  const ends = rows.flatMap(({ bound, next }) => {
    const end = Number(/TO \('(\d+)'\)/.exec(bound)?.[1] ?? Number.NaN)
    return end > (next ?? after) ? [end - 1] : []
  })
  return Math.min(Number.MAX_SAFE_INTEGER, ...ends)
}
