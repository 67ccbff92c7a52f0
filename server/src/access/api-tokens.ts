import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import { may, type Action, type Subject } from '@trunkline/contract/abilities'
import type { Body, Reply } from '@trunkline/contract/endpoint'
import type { account } from '@trunkline/contract/resources/account'
import { withSystem } from '../db/system-transaction.ts'
import type { Tx } from '../db/pool.ts'
import { conflict, invalid, notFound } from '../errors.ts'
import { tenantSettingsOf, type Actor } from './actor.ts'
import { confirmPassword, requireOwner, requireSession } from './guards.ts'
import type { AccessContext, Visit } from './access-context.ts'
import { sessionChannel } from './authenticate.ts'
import { hashToken, newToken, tokenPrefix } from './token.ts'

type ApiToken = Reply<typeof account.tokens>['data'][number]

/** Maximum lifetime of a token in days. */
export const maxDays = 365
const maxTokens = 50
/** Number of characters stored in the clear: the prefix, and six of the 43 characters of the secret. */
const shownLength = 10

const shown = ['id', 'name', 'prefix', 'scopes', 'created_at', 'expires_at', 'last_used_at'] as const

/**
 * The actor's valid API tokens, newest first.
 * @throws AppError forbidden
 */
export async function listApiTokens(context: AccessContext, actor: Actor): Promise<ApiToken[]> {
  requireSession(actor)
  return withSystem(context.databases, (tx) => workingTokens(tx, actor.user_id))
}

const workingTokens = (tx: Tx, user_id: number): Promise<ApiToken[]> =>
  tx
    .selectFrom('api_token')
    .select(shown)
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`expires_at > now()`)
    .orderBy('id', 'desc')
    .execute()

/** The first scope that the user does not have; wildcards grant only what the user has. */
const missingScope = (actor: Actor, scopes: readonly string[]) =>
  scopes.findIndex((scope) => {
    const [subject, action] = scope.split(':') as [string, string]
    return subject !== '*' && action !== '*' && !may(actor, { subject: subject as Subject, action: action as Action })
  })

/**
 * Creates an API token. It is valid until the end of the day `expires_on` (UTC), at most one year ahead, and never
 * grants more than its user currently may do.
 * @returns the token and its row; the token is shown only once
 * @throws AppError validation_failed at `password`, `scopes.N` or `expires_on`; conflict with 50 tokens; forbidden
 */
export async function createApiToken(
  context: AccessContext,
  actor: Actor,
  sent: Body<typeof account.storeToken>,
  visit: Visit,
): Promise<ApiToken & { token: string }> {
  requireOwner(actor)
  const wrong = missingScope(actor, sent.scopes)
  if (wrong !== -1) throw invalid({ [`scopes.${wrong}`]: message('token.scope_exceeds_own') })
  const day = Date.parse(`${sent.expires_on}T00:00:00Z`)
  const today = new Date().setUTCHours(0, 0, 0, 0)
  if (!(day >= today)) throw invalid({ expires_on: message('field.date_past') })
  if (day > today + maxDays * 86_400_000) throw invalid({ expires_on: message('token.expiry', { days: maxDays }) })
  await confirmPassword(context, actor, sent.password)
  const token = newToken(tokenPrefix.api)
  return withSystem(
    context.databases,
    async (tx) => {
      await tx.selectFrom('app_user').select('id').where('id', '=', actor.user_id).forNoKeyUpdate().execute()
      if ((await workingTokens(tx, actor.user_id)).length >= maxTokens)
        throw conflict('token.limit', { max: maxTokens })
      const row = await tx
        .insertInto('api_token')
        .values({
          user_id: actor.user_id,
          company_id: actor.company_id,
          name: sent.name,
          prefix: token.slice(0, shownLength),
          hash: hashToken(token),
          scopes: [...new Set(sent.scopes)],
          expires_at: new Date(day + 86_400_000),
        })
        .returning(shown)
        .executeTakeFirstOrThrow()
      await audit(tx, 'token-created', actor, row)
      return { ...row, token }
    },
    tenantSettingsOf(actor, visit),
  )
}

/**
 * Revokes one of the actor's API tokens.
 * @throws AppError not_found for a token of another user, forbidden
 */
export async function revokeApiToken(context: AccessContext, actor: Actor, id: number, visit: Visit): Promise<void> {
  requireOwner(actor)
  await withSystem(
    context.databases,
    async (tx) => {
      const row = await tx
        .updateTable('api_token')
        .set({ revoked_at: sql<string>`now()` })
        .where('id', '=', id)
        .where('user_id', '=', actor.user_id)
        .where('revoked_at', 'is', null)
        .returning(shown)
        .executeTakeFirst()
      if (row === undefined) throw notFound()
      // No session ends, but the cached actor of the token must be dropped.
      await sql`select pg_notify(${sessionChannel}, '{"sessions": [0]}')`.execute(tx)
      await audit(tx, 'token-revoked', actor, row)
    },
    tenantSettingsOf(actor, visit),
  )
}

/**
 * Revokes all valid API tokens of a user, with one audit entry each. Requires a system transaction.
 * @returns the number of revoked tokens
 */
export async function revokeAllApiTokens(
  tx: Tx,
  user: Pick<Actor, 'user_id' | 'label' | 'company_id'>,
): Promise<number> {
  const rows = await tx
    .updateTable('api_token')
    .set({ revoked_at: sql<string>`now()` })
    .where('user_id', '=', user.user_id)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`expires_at > now()`)
    .returning(shown)
    .execute()
  for (const row of rows) await audit(tx, 'token-revoked', user, row)
  if (rows.length > 0) await sql`select pg_notify(${sessionChannel}, '{"sessions": [0]}')`.execute(tx)
  return rows.length
}

const audit = (
  tx: Tx,
  action: 'token-created' | 'token-revoked',
  actor: Pick<Actor, 'user_id' | 'label' | 'company_id'>,
  row: ApiToken,
) =>
  sql`select audit_event(${action}, 'account', ${actor.user_id}::bigint, ${actor.label}, ${actor.company_id}::bigint, null,
    ${JSON.stringify({ name: row.name, prefix: row.prefix, scopes: row.scopes, expires_at: row.expires_at })}::jsonb)`.execute(
    tx,
  )
