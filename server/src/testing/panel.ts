import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CompanyType, UserRole } from '@trunkline/contract/abilities'
import type { ReplyMessage } from '@trunkline/contract/errors'
import type { FastifyInstance } from 'fastify'
import { startSession } from '../access/sessions.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createDevices } from '../devices/device-service.ts'
import { withSystem } from '../db/system-transaction.ts'
import type { Databases, Tx } from '../db/pool.ts'
import type { Deps } from '../deps.ts'
import { createListMemory, type ListMemory } from '../http/list/memory.ts'
import { createLog, type Logger } from '../log.ts'
import { createMailService } from '../mail/queue.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { encodeForm } from './multipart.ts'

/** The real server on its own database, called in process. */
export interface TestPanel {
  app: FastifyInstance
  databases: Databases
  /** What its handlers use, for tasks that tests run directly. */
  deps: Deps
  /** URL of its database as the owner. */
  url: string
  /** Runs SQL as the panel itself. */
  sql<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Signs a user in; the result calls the API as that user. */
  as(user: { id: number; company_id: number }): Promise<ApiCall>
  stop(): Promise<void>
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests check the shape of the reply
export type ApiReply = { status: number; body: any; text: string; bytes: Buffer; headers: Record<string, unknown> }
export type ApiCall = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  /** JSON; a FormData is sent as multipart, a Buffer unchanged. */
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ApiReply>

export interface TestPanelSettings {
  lists?: ListMemory
  /** The database to use, which is dropped at the end; default: a copy of the run's template. */
  database?: TestDatabase
  /** Destination of the server's log; default: none. */
  log?: Logger
  /** Settings that differ from those of other test panels. */
  environment?: Record<string, string>
  /** Opens the connections of the server, if they differ from those of the test. Closed with the panel. */
  open?(url: string): Promise<Databases>
}

/**
 * An error reply with the texts of its field errors in `fields`, and the messages (reason, parameters, text) in
 * `messages`.
 */
function withFieldTexts(body: ApiReply['body']): ApiReply['body'] {
  if (body?.error?.fields === undefined) return body
  const messages = body.error.fields as Record<string, ReplyMessage>
  const fields = Object.fromEntries(Object.entries(messages).map(([path, of]) => [path, of.message]))
  return { ...body, error: { ...body.error, fields, messages } }
}

/** The key of test panels. */
export const panelKey = Buffer.alloc(32, 7)

export async function startTestPanel({
  lists,
  open,
  database: given,
  log = createLog('silent'),
  environment = {},
}: TestPanelSettings = {}): Promise<TestPanel> {
  const database = given ?? (await createTestDatabase())
  const filesFolder = join(tmpdir(), `trunkline-files-${randomUUID()}`)
  const config = readConfig(
    {
      TRUNKLINE_KEY: panelKey.toString('base64'),
      RATE_LIMIT: '0',
      PORT: '0',
      TRUNKLINE_FILES_FOLDER: filesFolder,
      ...environment,
    },
    [],
  )
  const databases = (await open?.(database.url)) ?? database.databases
  // Simulators of tests listen on this machine.
  const devices = createDevices({
    config,
    log,
    databases,
    allow: (address) => address.startsWith('127.'),
    contactMs: 1500,
  })
  const app = await buildApp({ config, log, databases, lists, devices })
  return {
    app,
    databases: database.databases,
    deps: { config, log, databases, devices, lists: createListMemory(), mail: createMailService(config) },
    url: database.url,
    sql: (work) => withSystem(database.databases, work, { actor_name: 'test' }),
    async as(user) {
      const session = await withSystem(database.databases, (tx) => startSession(tx, user, { ip: '127.0.0.1' }))
      return async (method, path, body, headers) => {
        const sent =
          body instanceof FormData
            ? await encodeForm(body)
            : body instanceof Buffer
              ? { headers: { 'content-type': 'application/json' }, payload: body }
              : body !== undefined
                ? { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }
                : undefined
        const reply = await app.inject({
          method,
          url: `/api${path}`,
          // Like the browser: follows commands of devices instead of waiting for them.
          headers: {
            authorization: `Bearer ${session.access.token}`,
            prefer: 'respond-async',
            ...sent?.headers,
            ...headers,
          },
          ...(sent !== undefined && { payload: sent.payload }),
        })
        return {
          status: reply.statusCode,
          body: reply.headers['content-type']?.toString().startsWith('application/json')
            ? withFieldTexts(JSON.parse(reply.body))
            : undefined,
          text: reply.body,
          bytes: reply.rawPayload,
          headers: reply.headers,
        }
      }
    },
    async stop() {
      await app.close()
      await devices.stop()
      if (databases !== database.databases) await databases.close()
      await database.drop()
      await rm(filesFolder, { recursive: true, force: true })
    },
  }
}

/** A company below `parent_id`; default: the provider. */
export const createCompany = (
  tx: Tx,
  of: { name: string; type: CompanyType; parent_id?: number | null; is_active?: boolean; created_at?: string },
) =>
  tx
    .insertInto('company')
    .values({ parent_id: null, ...of })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(({ id }) => id)

/** A user with a unique address. */
export const createUser = (
  tx: Tx,
  of: { company_id: number; role: UserRole; email?: string; first_name?: string; is_active?: boolean },
) =>
  tx
    .insertInto('app_user')
    .values({
      first_name: 'Some',
      last_name: 'Body',
      email: `${randomUUID()}@panel.example`,
      email_verified_at: new Date().toISOString(),
      ...of,
    })
    .returning(['id', 'company_id', 'email'])
    .executeTakeFirstOrThrow()
