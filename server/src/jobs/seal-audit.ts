import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import type { TaskContext } from './tasks.ts'

/**
 * The hash chain over the audit log. Every seal covers the rows after the last one, its hash that of the seal before
 * followed by theirs: who changes, adds or removes a sealed row has to forge every later seal too. Each seal is also
 * written to the process's log, which a forger of the database does not reach.
 *
 * Ids are given before their transactions commit, so a row may still appear below the highest one that is visible.
 * Sealing waits for exactly those transactions that could hold such a row: the ones which, at the time the highest id
 * was read, had locked the table for writing. Nobody who writes ever waits for the sealing.
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
  // A statement of its own, after the id was read: who writes below it has the lock by now.
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

/** Rows that a seal covers at most. */
export const batch = 5000
const pollMs = 100
const timeoutMs = 20_000

/** What the first seal of all follows. */
export const first = Buffer.alloc(32)

/** Transactions that have locked the log for writing, by their virtual id, which is theirs alone while they live. */
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

/** Writes one seal. Two workers that seal at once queue here, and the second finds nothing left. */
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

/** Rows above `after` up to `to`, each value as text, so that the hash does not hang on a driver's types. */
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
 * The highest id of the part of the log that holds the first row above `after`. No seal covers rows of two parts, so that
 * the chain can begin behind a part that was dropped.
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
