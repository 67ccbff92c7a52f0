import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { companyTypes, may, userRoles } from '@trunkline/contract/abilities'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { partOfSubject, type LicencePart } from '@trunkline/contract/resources/licence-enums'
import { tenantSettingsOf, type Actor } from '../access/actor.ts'
import { withTenant } from '../db/tenant-transaction.ts'
import type { Deps } from '../deps.ts'
import { AppError, invalid } from '../errors.ts'
import { assertMay, readActor, reject } from './call-access.ts'
import type { Call, CallRequest, Handlers } from './call.ts'
import { replyWithCreatedRow } from './created-row.ts'
import { checkCsrf } from './csrf.ts'
import { isAborted } from './error-reply.ts'
import { storeReply, readIdempotencyKey, claimKey, firstReply } from './idempotency.ts'
import type { Limits } from './limits.ts'
import { parsersOf } from './parse.ts'
import { checkReferences, referenceErrors, referencesOf } from './references.ts'
import { acceptedLanguage, type Language } from './language.ts'
import { messageFiller } from './reply-messages.ts'
import { replyWriter } from './reply-schema.ts'
import {
  noTransaction,
  requestTransaction,
  shortTransactions,
  type HandlerTransaction,
  type RequestTransaction,
} from './request-transaction.ts'
import { isFile, sendFile } from './send-file.ts'
import type { SharedReads } from './shared-reads.ts'
import { dropUpload, receiveUpload, type Upload } from './upload.ts'

export interface ServeDeps extends Deps {
  /** The actor of a bearer token; null for an unknown, expired or revoked token. */
  authenticate(bearer: string): Promise<Actor | null>
  limits: Limits
  reads: SharedReads
  allowedOrigins: readonly string[]
  /** If licences are enforced: a company without the licence has read-only access. */
  licences: {
    /** @throws AppError licence_missing */
    assertOpen(actor: Actor, part: LicencePart): Promise<void>
  }
}

/**
 * How many times a call is attempted if PostgreSQL aborts its transaction because of concurrent ones; an aborted
 * attempt has no effects.
 */
const tries = 3

/** Path prefix of all calls. */
export const apiBase = '/api'

/**
 * Registers the routes of one contract module. Every call runs the same steps: origin and CSRF, session, ability,
 * licence, limits, parsing, then the handler in the caller's transaction.
 * @throws Error at startup if an endpoint requires an ability that no role has
 */
export function serveModule<Module extends Record<string, Endpoint>>(
  app: FastifyInstance,
  deps: ServeDeps,
  endpoints: Module,
  handlers: Handlers<Module>,
): void {
  for (const [key, endpoint] of Object.entries(endpoints))
    serve(app, deps, endpoint, handlers[key as keyof Module] as never)
}

/** Deny by default: an ability that no role has is a mistake in the table. */
export function assertServable(endpoint: Endpoint): void {
  const { access, name } = endpoint
  if (access === 'public' || access === 'self') return
  const other =
    access !== undefined &&
    companyTypes.some((company_type) => userRoles.some((role) => may({ company_type, role }, access)))
  if (!other) throw new Error(`${name} has no ability row in contract/src/abilities.ts: ${JSON.stringify(access)}`)
}

type AnyHandler = (call: Call) => Promise<unknown>

/** An endpoint, and what its calls share. */
type Route = ReturnType<typeof createRoute>

function createRoute(endpoint: Endpoint, handler: AnyHandler) {
  assertServable(endpoint)
  const writeReply = replyWriter(endpoint)
  const fillMessages = messageFiller(endpoint.reply)
  const writes = endpoint.method !== 'GET'
  const subject = writes && typeof endpoint.access === 'object' ? endpoint.access.subject : undefined
  return {
    endpoint,
    handler,
    parsers: parsersOf(endpoint),
    references: referencesOf(endpoint),
    write: (answer: unknown, language: Language): string =>
      writeReply(fillMessages === undefined ? answer : fillMessages(answer, language)),
    status: endpoint.status ?? (endpoint.reply === undefined ? 204 : 200),
    writes,
    part: subject === undefined ? undefined : partOfSubject[subject],
    // Device reads take seconds: they would occupy all slots of the callers who only query the database.
    sharable:
      !writes &&
      endpoint.device !== true &&
      typeof endpoint.access === 'object' &&
      (endpoint.list !== undefined || /\/(show|list|index|summary)$/.test(endpoint.path)),
    // Calls on the caller's own account use several transactions, and a one-time code consumed by the first must not be
    // consumed again.
    repeatable: typeof endpoint.access === 'object',
  }
}

/** A request that has passed all checks before its handler. */
interface AdmittedRequest<A extends Actor | null = Actor | null> {
  request: FastifyRequest
  reply: FastifyReply
  language: Language
  actor: A
  params: unknown
  query: unknown
  body: unknown
  received: Upload | undefined
}

function serve(app: FastifyInstance, deps: ServeDeps, endpoint: Endpoint, handler: AnyHandler): void {
  const route = createRoute(endpoint, handler)
  app.route({
    method: endpoint.method,
    url: apiBase + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { endpoint: endpoint.name },
    ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
    handler: async (request, reply) => {
      const admitted = await admit(deps, route, request, reply)
      if (!hasActor(admitted)) return replyInTransaction(deps, route, admitted, undefined)
      if (route.sharable && (admitted.query as { export?: string } | undefined)?.export === undefined)
        return replyShared(deps, route, admitted)
      const key = route.writes ? readIdempotencyKey(request.headers['idempotency-key']) : undefined
      if (endpoint.device === true) return replyFromDevice(deps, route, admitted)
      return replyInTransaction(deps, route, admitted, key)
    },
  })
}

const hasActor = (admitted: AdmittedRequest): admitted is AdmittedRequest<Actor> => admitted.actor !== null

/**
 * The steps before a handler: origin and CSRF, session, limits, ability, licence, parsing.
 * @throws AppError
 */
async function admit(
  deps: ServeDeps,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AdmittedRequest> {
  const { endpoint, parsers, part } = route
  const language = acceptedLanguage(request.headers['accept-language'])
  checkCsrf(request, deps.allowedOrigins)
  const actor = await readActor(deps.authenticate, request, endpoint).catch(async (error: unknown) => {
    // Requests with an invalid token count as anonymous.
    await deps.limits.check(request, null)
    throw error
  })
  await deps.limits.check(request, actor, endpoint)
  await assertMay(deps, actor, endpoint, request)
  if (part !== undefined && actor !== null) await deps.licences.assertOpen(actor, part)
  const params = parsers.params(request.params)
  const query = parsers.query(request.query)
  const received =
    endpoint.upload === undefined
      ? undefined
      : await receiveUpload(request, { maxBytes: maxBytesOf(deps, endpoint.upload) })
  if (received !== undefined) reply.raw.once('close', () => dropUpload(received.file))
  const body = await readBody(deps, route, actor, request, received === undefined ? request.body : received.fields)
  return { request, reply, language, actor, params, query, body, received }
}

/** Maximum size of an uploaded file in bytes. */
const maxBytesOf = ({ config }: ServeDeps, { maxBytes, storage }: NonNullable<Endpoint['upload']>): number =>
  storage === true ? Math.min(maxBytes, config.files.maxBytes) : maxBytes

/** @throws AppError validation_failed with the errors of the schema and of references together */
async function readBody(
  deps: ServeDeps,
  { endpoint, parsers, references }: Route,
  actor: Actor | null,
  request: FastifyRequest,
  sent: unknown,
): Promise<unknown> {
  try {
    return parsers.body(sent)
  } catch (error) {
    if (!(error instanceof AppError) || error.fields === undefined || actor === null || references.length === 0)
      throw error
    const missing = await withTenant(deps.databases, tenantSettingsOf(actor, request), { write: false }, (tx) =>
      referenceErrors(tx, endpoint, references, sent),
    )
    throw invalid({ ...missing, ...error.fields })
  }
}

/** Calls the handler with its parsed request and its transaction. */
const callHandler = (
  deps: ServeDeps,
  { handler }: Route,
  { request, reply, actor, params, query, body, received }: AdmittedRequest,
  work: HandlerTransaction,
): Promise<unknown> =>
  handler({
    actor,
    params,
    query,
    body,
    upload: received?.file,
    request: requestOf(request, reply, deps),
    db: work.db,
    afterCommit: work.afterCommit,
  } as unknown as Call)

/** Replies to a read that identical concurrent requests share. */
async function replyShared(deps: ServeDeps, route: Route, admitted: AdmittedRequest<Actor>): Promise<unknown> {
  const { request, reply, language, actor } = admitted
  return reply
    .type('application/json; charset=utf-8')
    .send(
      await deps.reads
        .call(
          actor.company_type === 'simrush' ? 'everything' : 'tenants',
          `${language} ${readKeyOf(actor, request)}`,
          () =>
            readShared(requestTransaction(deps, actor, request, false), async (work) =>
              route.write(await callHandler(deps, route, admitted, work), language),
            ),
        )
        .catch((error) => reject(deps, actor, route.endpoint, request, error)),
    )
}

/** Replies to a call that waits for a device, without a transaction meanwhile. */
async function replyFromDevice(deps: ServeDeps, route: Route, admitted: AdmittedRequest<Actor>): Promise<unknown> {
  const { endpoint, references } = route
  const { request, reply, language, actor, body } = admitted
  try {
    const work = shortTransactions(deps, actor, request)
    if (references.length > 0) await work.db((tx) => checkReferences(tx, endpoint, references, body))
    return await reply
      .type('application/json; charset=utf-8')
      .send(route.write(await callHandler(deps, route, admitted, work), language))
  } catch (error) {
    return await reject(deps, actor, endpoint, request, error)
  }
}

/** Replies to a call in one transaction, and repeats it if PostgreSQL aborts the transaction. */
async function replyInTransaction(
  deps: ServeDeps,
  route: Route,
  admitted: AdmittedRequest,
  key: string | undefined,
): Promise<unknown> {
  const { request, reply, actor } = admitted
  for (let attempt = 1; ; attempt++) {
    const work = actor === null ? null : requestTransaction(deps, actor, request, route.writes)
    try {
      return await attemptReply(deps, route, admitted, key, work)
    } catch (error) {
      await work?.rollback()
      if (route.repeatable && attempt < tries && isAborted(error) && !reply.sent)
        await sleep(Math.random() * 20 * attempt)
      else return await reject(deps, actor, route.endpoint, request, error)
    }
  }
}

async function attemptReply(
  deps: ServeDeps,
  route: Route,
  admitted: AdmittedRequest,
  key: string | undefined,
  work: RequestTransaction | null,
): Promise<unknown> {
  const { endpoint, status, writes } = route
  const { request, reply, language } = admitted
  const settle = async (text: string) =>
    endpoint.createsRow === true
      ? route.write(await replyWithCreatedRow(deps.devices, request, JSON.parse(text)), language)
      : text
  const replay = async ({ first }: Replay) => {
    await work?.rollback()
    return reply
      .code(first.status)
      .header('idempotency-replayed', 'true')
      .type('application/json')
      .send(first.reply === null ? '' : await settle(JSON.stringify(first.reply)))
  }
  let result: unknown
  try {
    result = await callHandler(deps, route, admitted, await claimed(deps, route, admitted, key, work))
  } catch (error) {
    if (error instanceof Replay) return await replay(error)
    throw error
  }
  if (isFile(result)) return await sendFile(reply, result, work)
  const text = route.write(result, language)
  if (key !== undefined && work !== null && hasActor(admitted) && endpoint.secretReply !== true)
    await work.db((tx) => storeReply(tx, admitted.actor, key, status, text === '' ? null : JSON.parse(text)))
  await work?.commit()
  // A client that has this reply must find the change in every list.
  if (writes) deps.lists.forget()
  reply.code(status)
  if (text === '') return await reply.send()
  return await reply.type('application/json; charset=utf-8').send(await settle(text))
}

const keyedRequest = (
  { endpoint }: Route,
  { request, body, received }: AdmittedRequest,
  key: string,
): Parameters<typeof claimKey>[2] => ({
  key,
  route: `${endpoint.method} ${request.url}`,
  body: received === undefined ? (body ?? null) : { body, sha256: received.file.sha256 },
})

/** The request was made before: its stored reply is sent again. */
class Replay extends Error {
  readonly first: NonNullable<Awaited<ReturnType<typeof claimKey>>>
  constructor(first: Replay['first']) {
    super('The request has a stored reply.')
    this.first = first
  }
}

/**
 * The transaction of a handler, in which the idempotency key is claimed: before the handler runs, or at its first
 * statement if it stores a file before. A slow storage must not hold a connection to the database.
 * @throws Replay
 */
async function claimed(
  deps: ServeDeps,
  route: Route,
  admitted: AdmittedRequest,
  key: string | undefined,
  work: RequestTransaction | null,
): Promise<HandlerTransaction> {
  if (work === null || !hasActor(admitted)) return work ?? noTransaction
  const claim = async () => {
    const first = await storedReply(deps, route, admitted, key, work)
    if (first !== undefined) throw new Replay(first)
  }
  if (route.endpoint.upload?.storage !== true) {
    await claim()
    return work
  }
  if (key !== undefined) {
    const { actor, request } = admitted
    const first = await withTenant(deps.databases, tenantSettingsOf(actor, request), { write: false }, (tx) =>
      firstReply(tx, actor, keyedRequest(route, admitted, key), deps.config.key),
    )
    if (first !== undefined) throw new Replay(first)
  }
  let claiming: Promise<void> | undefined
  return {
    afterCommit: work.afterCommit,
    async db(run) {
      await (claiming ??= claim())
      return work.db(run)
    },
  }
}

/**
 * Claims the idempotency key and checks the references of the body.
 * @returns the stored reply of the first request with this key
 */
async function storedReply(
  deps: ServeDeps,
  route: Route,
  admitted: AdmittedRequest<Actor>,
  key: string | undefined,
  work: HandlerTransaction,
): Promise<Awaited<ReturnType<typeof claimKey>>> {
  const { endpoint, references } = route
  const { actor, body } = admitted
  if (key === undefined && references.length === 0) return undefined
  return work.db(async (tx) => {
    const stored =
      key === undefined ? undefined : await claimKey(tx, actor, keyedRequest(route, admitted, key), deps.config.key)
    if (stored === undefined) await checkReferences(tx, endpoint, references, body)
    return stored
  })
}

/**
 * Requests with equal keys have equal replies: the key contains everything that a handler knows of its caller, and the
 * request.
 */
const readKeyOf = (actor: Actor, request: FastifyRequest) =>
  `${actor.user_id} ${actor.session_id} ${actor.api_token_id} ${request.url}`

async function readShared<T>(work: RequestTransaction, read: (work: RequestTransaction) => Promise<T>): Promise<T> {
  try {
    return await read(work)
  } finally {
    await work.commit()
  }
}

const requestOf = (request: FastifyRequest, reply: FastifyReply, deps: ServeDeps): CallRequest => {
  const { secure } = deps.config
  return {
    id: request.id,
    ip: request.ip,
    user_agent: request.headers['user-agent']?.slice(0, 400),
    cookie: (name) => request.cookies[name],
    setCookie: (name, value, { maxAge, httpOnly = true, path = '/' }) =>
      void reply.setCookie(name, value, { maxAge, httpOnly, path, secure, sameSite: 'strict' }),
    clearCookie: (name, options) => void reply.clearCookie(name, { path: options?.path ?? '/' }),
    log: request.log,
  }
}
