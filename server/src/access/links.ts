import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { hashToken, newToken } from './token.ts'

/** Lifetimes of links in mails, in seconds. The row of an invitation has its own expiry. */
export const resetSeconds = 30 * 60
export const verifySeconds = 24 * 60 * 60
export const signUpSeconds = 24 * 60 * 60
export const inviteDays = 7

type LinkKind = 'reset' | 'verify' | 'sign-up'
const secondsOf: Record<LinkKind, number> = { reset: resetSeconds, verify: verifySeconds, 'sign-up': signUpSeconds }

/**
 * Creates a link that authenticates its recipient: 256 bits, used once, stored as a hash.
 * @returns the token, which only the mail contains
 */
export async function createLink(
  tx: Tx,
  kind: LinkKind,
  of: { user_id: number | null; email: string | null },
): Promise<string> {
  const token = newToken()
  await tx
    .insertInto('link_token')
    .values({
      hash: hashToken(token),
      kind,
      ...of,
      expires_at: sql<string>`now() + make_interval(secs => ${secondsOf[kind]})`,
    })
    .execute()
  return token
}

export interface Link {
  user_id: number | null
  email: string | null
}

const live = (tx: Tx, kind: LinkKind, token: string) =>
  tx
    .selectFrom('link_token')
    .select(['user_id', 'email'])
    .where('hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where(sql<boolean>`expires_at > now()`)

/**
 * Reads a link without using it. `id` is part of the URL and must match the user of the token; it grants nothing.
 * @throws AppError link_invalid
 */
export async function readLink(tx: Tx, kind: LinkKind, sent: { token: string; id: number }): Promise<Link> {
  const link = await live(tx, kind, sent.token).executeTakeFirst()
  if (link === undefined || (link.user_id ?? 0) !== sent.id) throw new AppError('link_invalid')
  return link
}

/**
 * Uses a link; of two concurrent uses only one succeeds.
 * @throws AppError link_invalid
 */
export async function consumeLink(tx: Tx, kind: LinkKind, sent: { token: string; id: number }): Promise<Link> {
  const { rows } = await sql<Link>`
    update link_token set used_at = now()
    where hash = ${hashToken(sent.token)} and kind = ${kind} and used_at is null and expires_at > now() and coalesce(user_id, 0) = ${sent.id}
    returning user_id, email`.execute(tx)
  if (rows[0] === undefined) throw new AppError('link_invalid')
  return rows[0]
}

/** Invalidates every unused link of a user. */
export async function voidLinks(tx: Tx, user_id: number, kinds: LinkKind[]): Promise<void> {
  await tx
    .updateTable('link_token')
    .set({ used_at: sql<string>`now()` })
    .where('user_id', '=', user_id)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .execute()
}
