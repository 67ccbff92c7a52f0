import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { companyTypes, may, userRoles, type Ability } from '@trunkline/contract/abilities'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { partOfSubject, type LicencePart } from '@trunkline/contract/resources/licence-enums'
import { actorMay, tenantSettingsOf, type Actor } from '../access/actor.ts'
import { openTenantTransaction, withTenant, type TenantTransaction } from '../db/tenant-transaction.ts'
import type { Tx } from '../db/pool.ts'
import type { Deps } from '../deps.ts'
import { AppError, invalid } from '../errors.ts'
import type { Call, CallRequest, FileReply, Handlers } from './call.ts'
import { replyWithCreatedRow } from './created-row.ts'
import { checkCsrf } from './csrf.ts'
import { isAborted, toAppError } from './error-reply.ts'
import { storeReply, readIdempotencyKey, claimKey } from './idempotency.ts'
import type { Limits } from './limits.ts'
import { parsersOf } from './parse.ts'
import { checkReferences, referenceErrors, referencesOf } from './references.ts'
import { acceptedLanguage } from './language.ts'
import { messageFiller } from './reply-messages.ts'
import { replyWriter } from './reply-schema.ts'
import type { SharedReads } from './shared-reads.ts'
import { dropUpload, receiveUpload } from './upload.ts'

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

function serve(
  app: FastifyInstance,
  deps: ServeDeps,
  endpoint: Endpoint,
  handler: (call: Call) => Promise<unknown>,
): void {
  assertServable(endpoint)
  const parsers = parsersOf(endpoint)
  const references = referencesOf(endpoint)
  const writeReply = replyWriter(endpoint)
  const fillMessages = messageFiller(endpoint.reply)
  const status = endpoint.status ?? (endpoint.reply === undefined ? 204 : 200)
  const writes = endpoint.method !== 'GET'
  const subject = writes && typeof endpoint.access === 'object' ? endpoint.access.subject : undefined
  const part = subject === undefined ? undefined : partOfSubject[subject]
  // Device reads take seconds: they would occupy all slots of the callers who only query the database.
  const sharable =
    !writes &&
    endpoint.device !== true &&
    typeof endpoint.access === 'object' &&
    (endpoint.list !== undefined || /\/(show|list|index|summary)$/.test(endpoint.path))

  /** @throws AppError validation_failed with the errors of the schema and of references together */
  const readBody = async (actor: Actor | null, request: FastifyRequest, sent: unknown): Promise<unknown> => {
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

  // Calls on the caller's own account use several transactions, and a one-time code consumed by the first must not be
  // consumed again.
  const repeatable = typeof endpoint.access === 'object'

  app.route({
    method: endpoint.method,
    url: apiBase + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { endpoint: endpoint.name },
    ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
    handler: async (request, reply) => {
      const language = acceptedLanguage(request.headers['accept-language'])
      const write = (answer: unknown) =>
        writeReply(fillMessages === undefined ? answer : fillMessages(answer, language))
      checkCsrf(request, deps.allowedOrigins)
      const actor = await readActor(deps, request, endpoint).catch(async (error: unknown) => {
        // Requests with an invalid token count as anonymous.
        await deps.limits.check(request, null)
        throw error
      })
      await deps.limits.check(request, actor, endpoint)
      await assertMay(deps, actor, endpoint, request)
      if (part !== undefined && actor !== null) await deps.licences.assertOpen(actor, part)
      const params = parsers.params(request.params)
      const query = parsers.query(request.query)
      const received = endpoint.upload === undefined ? undefined : await receiveUpload(request, endpoint.upload)
      if (received !== undefined) reply.raw.once('close', () => dropUpload(received.file))
      const body = await readBody(actor, request, received === undefined ? request.body : received.fields)
      const callOf = (work: Pick<RequestTransaction, 'db' | 'afterCommit'> | null) =>
        ({
          actor,
          params,
          query,
          body,
          upload: received?.file,
          request: requestOf(request, reply, deps),
          db: work?.db ?? noTransaction,
          afterCommit: work?.afterCommit ?? noCommit,
        }) as unknown as Call
      if (actor !== null && sharable && (query as { export?: string } | undefined)?.export === undefined)
        return reply
          .type('application/json; charset=utf-8')
          .send(
            await deps.reads
              .call(
                actor.company_type === 'simrush' ? 'everything' : 'tenants',
                `${language} ${readKeyOf(actor, request)}`,
                () =>
                  readShared(requestTransaction(deps, actor, request, false), async (work) =>
                    write(await handler(callOf(work))),
                  ),
              )
              .catch((error) => reject(deps, actor, endpoint, request, error)),
          )
      const key = writes && actor !== null ? readIdempotencyKey(request.headers['idempotency-key']) : undefined
      if (endpoint.device === true && actor !== null) {
        try {
          const work = shortTransactions(deps, actor, request)
          if (references.length > 0) await work.db((tx) => checkReferences(tx, endpoint, references, body))
          return await reply.type('application/json; charset=utf-8').send(write(await handler(callOf(work))))
        } catch (error) {
          return await reject(deps, actor, endpoint, request, error)
        }
      }

      const settle = async (text: string) =>
        endpoint.createsRow === true ? write(await replyWithCreatedRow(deps.devices, request, JSON.parse(text))) : text
      for (let attempt = 1; ; attempt++) {
        const work = actor === null ? null : requestTransaction(deps, actor, request, writes)
        try {
          if (work !== null && (key !== undefined || references.length > 0)) {
            const first = await work.db(async (tx) => {
              const stored =
                key === undefined
                  ? undefined
                  : await claimKey(
                      tx,
                      actor as Actor,
                      {
                        key,
                        route: `${endpoint.method} ${request.url}`,
                        body: received === undefined ? (body ?? null) : { body, sha256: received.file.sha256 },
                      },
                      deps.config.key,
                    )
              if (stored === undefined) await checkReferences(tx, endpoint, references, body)
              return stored
            })
            if (first !== undefined) {
              await work.rollback()
              return await reply
                .code(first.status)
                .header('idempotency-replayed', 'true')
                .type('application/json')
                .send(first.reply === null ? '' : await settle(JSON.stringify(first.reply)))
            }
          }
          const result = await handler(callOf(work))
          if (isFile(result)) return await sendFile(reply, result, work)
          const text = write(result)
          if (key !== undefined && work !== null && endpoint.secretReply !== true)
            await work.db((tx) => storeReply(tx, actor as Actor, key, status, text === '' ? null : JSON.parse(text)))
          await work?.commit()
          // A client that has this reply must find the change in every list.
          if (writes) deps.lists.forget()
          reply.code(status)
          if (text === '') return await reply.send()
          return await reply.type('application/json; charset=utf-8').send(await settle(text))
        } catch (error) {
          await work?.rollback()
          if (repeatable && attempt < tries && isAborted(error) && !reply.sent)
            await sleep(Math.random() * 20 * attempt)
          else return await reject(deps, actor, endpoint, request, error)
        }
      }
    },
  })
}

/** A rejection is audited before the reply is sent. */
async function reject(
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

async function readActor(deps: ServeDeps, request: FastifyRequest, endpoint: Endpoint): Promise<Actor | null> {
  if (endpoint.access === 'public') return null
  const header = request.headers.authorization
  if (header === undefined || !header.startsWith('Bearer ') || header.length > 300)
    throw new AppError('unauthenticated')
  const actor = await deps.authenticate(header.slice(7))
  if (actor === null) throw new AppError('unauthenticated')
  return actor
}

async function assertMay(
  deps: ServeDeps,
  actor: Actor | null,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<void> {
  if (actor === null || endpoint.access === 'self' || endpoint.access === 'public') return
  const { types, roles } = endpoint.only ?? {}
  const narrowed =
    (types === undefined || types.includes(actor.company_type)) && (roles === undefined || roles.includes(actor.role))
  if (narrowed && actorMay(actor, endpoint.access as Ability)) return
  await recordRejection(deps, actor, endpoint, request)
  throw new AppError('forbidden')
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

interface RequestTransaction {
  db<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  afterCommit(effect: () => void): void
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** One transaction per request, opened at its first use. */
function requestTransaction(deps: Deps, actor: Actor, request: FastifyRequest, write: boolean): RequestTransaction {
  let transaction: Promise<TenantTransaction> | undefined
  const effects: (() => void)[] = []
  return {
    afterCommit: (effect) => void effects.push(effect),
    async db(work) {
      transaction ??= openTenantTransaction(deps.databases, tenantSettingsOf(actor, request), { write })
      return work((await transaction).tx)
    },
    async commit() {
      await (await transaction?.catch(() => undefined))?.commit()
      for (const effect of effects) effect()
    },
    async rollback() {
      await (await transaction?.catch(() => undefined))?.rollback()
    },
  }
}

/**
 * A separate transaction for each use, ended when `work` returns: a call that waits for a device would otherwise hold a
 * connection for seconds, and a few unreachable devices would exhaust the pool.
 */
const shortTransactions = (
  deps: Deps,
  actor: Actor,
  request: FastifyRequest,
): Pick<RequestTransaction, 'db' | 'afterCommit'> => ({
  afterCommit: noCommit,
  db: (work) => withTenant(deps.databases, tenantSettingsOf(actor, request), { write: false }, work),
})

const noCommit = () => {
  throw new Error('This call has no transaction that commits after the handler.')
}

const noTransaction = () => Promise.reject(new Error('A public endpoint has no caller and no tenant transaction.'))

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

const isFile = (value: unknown): value is FileReply =>
  typeof value === 'object' && value !== null && 'file' in value && 'type' in value

/**
 * Streams a file; its transaction ends with the stream. An error in the middle closes the connection, so that a partial
 * file does not look complete.
 */
async function sendFile(reply: FastifyReply, result: FileReply, work: RequestTransaction | null): Promise<void> {
  const parts = result.file[Symbol.asyncIterator]()
  const first = await parts.next()
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value as string)
  reply.raw.writeHead(200, {
    'content-type': result.type,
    'content-disposition': `attachment; filename="${result.name.replace(/[^\w.-]/g, '_')}"`,
    'cache-control': 'no-store',
  })
  try {
    for (let part = first; !part.done; part = await parts.next()) {
      if (reply.raw.destroyed) break
      if (!reply.raw.write(part.value))
        await new Promise<void>((done) => {
          reply.raw.once('drain', done)
          reply.raw.once('close', done)
        })
    }
    await work?.commit()
    reply.raw.end()
  } catch (error) {
    reply.log.error({ err: error }, 'a download was interrupted')
    await work?.rollback()
    reply.raw.destroy()
  } finally {
    await parts.return?.(undefined)
  }
}
