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

const batch = 5000
const pollMs = 100
const patienceMs = 20_000

const first = Buffer.alloc(32)

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
    if (waited >= patienceMs || signal.aborted) return false
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
  const rows = await readLog(tx, last?.last_id ?? 0, top, batch)
  if (rows.length === 0) return 0
  const seal = { first_id: rows[0]!.id, last_id: rows.at(-1)!.id, hash: chain(last?.hash ?? first, rows) }
  await tx
    .insertInto('audit_seal')
    .values(seal as never)
    .execute()
  log.info({ first_id: seal.first_id, last_id: seal.last_id, hash: seal.hash.toString('hex') }, 'audit log sealed')
  return rows.length
}

interface SealedRow {
  id: number
  content: (string | null)[]
}

/** Rows above `after` up to `to`, each value as text, so that the hash does not hang on a driver's types. */
async function readLog(tx: Tx, after: number, to: number, limit: number): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select id, json_build_array(
      id::text, (extract(epoch from at) * 1000000)::bigint::text, action, subject, object_id::text, object_label, company_id::text,
      actor_id::text, actor_name, impersonator_id::text, impersonator_name, ip, request_id, before::text, after::text) as content
      from audit_log where id > ${after} and id <= ${to} order by id limit ${limit}
  `.execute(tx)
  return rows
}

const chain = (from: Buffer, rows: SealedRow[]): Buffer =>
  rows.reduce((hash, row) => createHash('sha256').update(hash).update(JSON.stringify(row.content)).digest(), from)

export type AuditVerdict =
  | { intact: true; seals: number; sealed_to: number }
  /** The first seal that the log does not match: one of its rows was changed, added or removed, or the seal itself. */
  | { intact: false; seal_id: number; first_id: number; last_id: number }

/**
 * Reads the whole log again and compares it with its seals.
 * @param tx one that sees every row of the log
 */
export async function verifyAuditChain(tx: Tx): Promise<AuditVerdict> {
  let hash: Buffer = first
  let sealedTo = 0
  let seals = 0
  for (let lastSeal = 0; ;) {
    const page = await tx
      .selectFrom('audit_seal')
      .selectAll()
      .where('id', '>', lastSeal)
      .orderBy('id')
      .limit(100)
      .execute()
    if (page.length === 0) return { intact: true, seals, sealed_to: sealedTo }
    for (const seal of page) {
      const rows = await readLog(tx, sealedTo, seal.last_id, batch + 1)
      hash = chain(hash, rows)
      if (rows[0]?.id !== seal.first_id || rows.at(-1)?.id !== seal.last_id || !hash.equals(seal.hash))
        return { intact: false, seal_id: seal.id, first_id: seal.first_id, last_id: seal.last_id }
      sealedTo = seal.last_id
      seals++
      lastSeal = seal.id
    }
  }
}
