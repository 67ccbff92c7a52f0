import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import { batch, chain, first, readLog } from './seal-audit.ts'

/** The result of a verification. `seals` is the number of compared seals, `last_*` the last one that matches. */
export interface AuditVerdict {
  complete: boolean
  intact: boolean
  seals: number
  last_seal_id: number | null
  last_id: number
  hash: Buffer
  /** The first seal that does not match: one of its rows was changed, added or removed, or the seal itself was. */
  failed: { seal_id: number; first_id: number; last_id: number } | null
}

/** The start of a verification: after this seal. */
interface VerificationStart {
  seal_id: number
  last_id: number
  hash: Buffer
}

/** The start of the chain: its first seal, or the anchor of dropped partitions. */
const anchorOf = async (tx: Tx): Promise<VerificationStart> =>
  (await tx
    .selectFrom('audit_anchor as a')
    .innerJoin('audit_seal as s', 's.id', 'a.seal_id')
    .select(['a.seal_id', 's.last_id', 'a.hash'])
    .orderBy('a.seal_id', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? { seal_id: 0, last_id: 0, hash: first }

/** The last seal that a verification has matched. */
const lastVerified = async (tx: Tx): Promise<VerificationStart | undefined> => {
  const { rows } = await sql<VerificationStart>`
    select last_seal_id as seal_id, last_id, hash from audit_verification
     where intact and last_seal_id is not null order by last_seal_id desc limit 1`.execute(tx)
  return rows[0]
}

/**
 * Compares the log with its seals: those since the last match, or all of them.
 * @param tx one that sees every row of the log
 */
export async function verifyAuditChain(tx: Tx, { complete = true } = {}): Promise<AuditVerdict> {
  const anchor = await anchorOf(tx)
  const known = complete ? undefined : await lastVerified(tx)
  let at = known !== undefined && known.seal_id > anchor.seal_id ? known : anchor
  const verdict = (seals: number, failed: AuditVerdict['failed']): AuditVerdict => ({
    complete,
    intact: failed === null,
    seals,
    last_seal_id: at.seal_id === 0 ? null : at.seal_id,
    last_id: at.last_id,
    hash: at.hash,
    failed,
  })
  for (let seals = 0; ;) {
    const page = await tx
      .selectFrom('audit_seal')
      .selectAll()
      .where('id', '>', at.seal_id)
      .orderBy('id')
      .limit(100)
      .execute()
    if (page.length === 0) return verdict(seals, null)
    for (const seal of page) {
      const rows = await readLog(tx, at.last_id, seal.last_id, batch + 1)
      const hash = chain(at.hash, rows)
      seals++
      if (rows[0]?.id !== seal.first_id || rows.at(-1)?.id !== seal.last_id || !hash.equals(seal.hash))
        return verdict(seals, { seal_id: seal.id, first_id: seal.first_id, last_id: seal.last_id })
      at = { seal_id: seal.id, last_id: seal.last_id, hash }
    }
  }
}

/** Verifies the log and stores the result in one transaction with a single snapshot. */
export async function verifyAndStore(tx: Tx, { complete }: { complete: boolean }): Promise<AuditVerdict> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(tx)
  const verdict = await verifyAuditChain(tx, { complete })
  await tx
    .insertInto('audit_verification')
    .values({
      complete,
      intact: verdict.intact,
      seals: verdict.seals,
      last_seal_id: verdict.last_seal_id,
      last_id: verdict.last_id,
      hash: verdict.hash,
      failed_seal_id: verdict.failed?.seal_id ?? null,
      failed_first_id: verdict.failed?.first_id ?? null,
      failed_last_id: verdict.failed?.last_id ?? null,
      started_at: rows[0]!.now,
    })
    .execute()
  return verdict
}

/** A stored verification. */
export interface StoredVerification {
  complete: boolean
  intact: boolean
  seals: number
  last_id: number
  failed_first_id: number | null
  failed_last_id: number | null
  /** ISO 8601. */
  finished_at: string
}

/**
 * The last verification of each kind, and whether a mismatch is known: one found at night stays until a nightly or
 * complete verification finds none; one found by a complete verification, until a complete one finds none.
 */
export async function readVerifications(tx: Tx): Promise<{
  nightly: StoredVerification | null
  complete: StoredVerification | null
  failed: StoredVerification | null
}> {
  const last = async (complete: boolean) =>
    (await tx
      .selectFrom('audit_verification')
      .select(['complete', 'intact', 'seals', 'last_id', 'failed_first_id', 'failed_last_id', 'finished_at'])
      .where('complete', '=', complete)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()) ?? null
  const nightly = await last(false)
  const complete = await last(true)
  const repaired = (one: StoredVerification) => complete?.intact === true && complete.finished_at > one.finished_at
  const failed =
    complete?.intact === false ? complete : nightly?.intact === false && !repaired(nightly) ? nightly : null
  return { nightly, complete, failed }
}
