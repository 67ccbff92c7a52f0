import { message } from '@trunkline/contract/errors'
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import type { Tx } from '../db/pool.ts'
import { AppError, conflict } from '../errors.ts'

/** Hours during which the first reply is replayed. */
export const retentionHours = 24

export interface KeyedRequest {
  key: string
  route: string
  body: unknown
}

/**
 * Reads the header.
 * @throws AppError validation_failed if it is empty, too long or not printable ASCII
 */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header))
    throw new AppError('validation_failed', { reason: message('idempotency.key_format') })
  return header
}

/** Object keys in sorted order, so that equal bodies have equal hashes regardless of key order. */
const canonical = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(canonical)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([k, v]) => [k, canonical(v)]),
        )
      : value

/** Keyed, because bodies may contain passwords, which could be guessed from a plain hash by a reader of the table. */
const hash = (body: unknown, key: Buffer) =>
  createHmac('sha256', key)
    .update(JSON.stringify(canonical(body)) ?? '')
    .digest()

/**
 * Claims the key for this request in the transaction of its effect. If another transaction has claimed it, waits at the
 * unique index, at most 2 s (lock_timeout).
 * @returns the stored reply of the first request, or undefined if this is the first
 * @throws AppError idempotency_mismatch, idempotency_in_flight; conflict if the first reply contained a secret
 */
export async function claimKey(
  tx: Tx,
  actor: Actor,
  request: KeyedRequest,
  sealing: Buffer,
): Promise<{ status: number; reply: unknown } | undefined> {
  const body_hash = hash(request.body, sealing)
  await sql`delete from idempotency_key where user_id = ${actor.user_id} and key = ${request.key} and created_at < now() - make_interval(hours => ${retentionHours})`.execute(
    tx,
  )
  let claimed: boolean
  try {
    const inserted = await sql`
      insert into idempotency_key (user_id, company_id, key, route, body_hash)
      values (${actor.user_id}, ${actor.company_id}, ${request.key}, ${request.route}, ${body_hash})
      on conflict do nothing returning key`.execute(tx)
    claimed = inserted.rows.length > 0
  } catch (error) {
    if ((error as { code?: string }).code === '55P03') throw new AppError('idempotency_in_flight', { retryAfter: 2 })
    throw error
  }
  if (claimed) return undefined
  const first = await firstReply(tx, actor, request, sealing)
  if (first === undefined) throw new AppError('idempotency_in_flight', { retryAfter: 2 })
  return first
}

/**
 * The stored reply of the first request with this key.
 * @returns undefined if there is none yet
 * @throws AppError idempotency_mismatch; conflict if the first reply contained a secret
 */
export async function firstReply(
  tx: Tx,
  actor: Actor,
  request: KeyedRequest,
  sealing: Buffer,
): Promise<{ status: number; reply: unknown } | undefined> {
  const first = await tx
    .selectFrom('idempotency_key')
    .selectAll()
    .where('user_id', '=', actor.user_id)
    .where('key', '=', request.key)
    .executeTakeFirst()
  if (first === undefined) return undefined
  if (first.route !== request.route || !Buffer.from(first.body_hash).equals(hash(request.body, sealing)))
    throw new AppError('idempotency_mismatch')
  if (first.status === null) throw conflict('idempotency.reply_not_stored')
  return { status: first.status, reply: first.reply }
}

/** Stores the reply in the transaction of the effect, so that both commit or neither does. */
export async function storeReply(tx: Tx, actor: Actor, key: string, status: number, reply: unknown): Promise<void> {
  await sql`update idempotency_key set status = ${status}, reply = ${JSON.stringify(reply ?? null)}::jsonb
    where user_id = ${actor.user_id} and key = ${key}`.execute(tx)
}
