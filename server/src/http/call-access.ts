import type { Endpoint } from '@trunkline/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { actorMay, tenantSettingsOf, type Actor } from '../access/actor.ts'
import { withTenant } from '../db/tenant-transaction.ts'
import type { Deps } from '../deps.ts'
import { AppError, forbidden } from '../errors.ts'
import { toAppError } from './error-reply.ts'

/**
 * The caller, by the bearer token; null on public endpoints.
 * @throws AppError unauthenticated; forbidden if the user must set up a second factor first
 */
export async function readActor(
  authenticate: (bearer: string) => Promise<Actor | null>,
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<Actor | null> {
  if (endpoint.access === 'public') return null
  const header = request.headers.authorization
  if (header === undefined || !header.startsWith('Bearer ') || header.length > 300)
    throw new AppError('unauthenticated')
  const actor = await authenticate(header.slice(7))
  if (actor === null) throw new AppError('unauthenticated')
  if (actor.two_factor_missing === true && endpoint.beforeTwoFactor !== true)
    throw forbidden('two_factor.setup_required')
  return actor
}

/** Whether the actor has the ability of the endpoint, and is of a company type and role that it admits. */
export function mayCall(actor: Actor, { access, only: { types, roles } = {} }: Endpoint): boolean {
  const narrowed =
    (types === undefined || types.includes(actor.company_type)) && (roles === undefined || roles.includes(actor.role))
  return narrowed && (typeof access !== 'object' || actorMay(actor, access))
}

/** @throws AppError forbidden, after it was audited, if the caller's role lacks the ability of the endpoint */
export async function assertMay(
  deps: Deps,
  actor: Actor | null,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<void> {
  if (actor === null || endpoint.access === 'self' || endpoint.access === 'public') return
  if (mayCall(actor, endpoint)) return
  await recordRejection(deps, actor, endpoint, request)
  throw new AppError('forbidden')
}

/**
 * Throws the error of a handler for the client. A rejection is audited before the reply is sent.
 * @throws AppError
 */
export async function reject(
  deps: Deps,
  actor: Actor | null,
  endpoint: Endpoint,
  request: FastifyRequest,
  error: unknown,
): Promise<never> {
  const failure = toAppError(error)
  if (failure.code === 'forbidden' && actor !== null) await recordRejection(deps, actor, endpoint, request)
  throw failure
}

/** A rejected authorization is an audit event. */
async function recordRejection(deps: Deps, actor: Actor, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const subject = typeof endpoint.access === 'object' ? endpoint.access.subject : 'account'
  const wanted = { method: endpoint.method, path: request.url.split('?')[0] }
  await withTenant(deps.databases, tenantSettingsOf(actor, request), { write: true }, (tx) =>
    sql`select audit_event('refused', ${subject}, null, ${endpoint.name}, ${actor.company_id}, null, ${JSON.stringify(wanted)}::jsonb)`.execute(
      tx,
    ),
  ).catch((error) => request.log.warn({ err: error }, 'a rejected authorization could not be recorded'))
}
