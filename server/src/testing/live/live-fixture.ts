import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CompanyType, Subject, UserRole } from '@trunkline/contract/abilities'
import type { ChangedMessage } from '@trunkline/contract/live'
import { sql } from 'kysely'
import pg from 'pg'
import { io, type Socket } from 'socket.io-client'
import type { Tx } from '../../db/pool.ts'
import { withSystem } from '../../db/system-transaction.ts'
import type { LiveCaller } from '../../live/caller.ts'
import type { ChangedRows } from '../../live/fan-out.ts'
import { startLive, type Live } from '../../live/live.ts'
import { createLog } from '../../log.ts'
import { createTestDatabase } from '../database.ts'

/** A server process at the level of the live channel: an HTTP server and its channel, on the shared database. */
export interface Process {
  url: string
  live: Live
  /** Its cache invalidations. */
  forgotten: ChangedRows[]
  stop(): Promise<void>
}

interface Session {
  token: string
  session: number
  user: number
}

export interface ReceivedChanges {
  socket: Socket
  company: number | undefined
  /** Marks of `received` that have arrived; not included in `changes`. */
  marks: Set<number>
  changes: { subject: Subject; ids: number[] }[]
  signedOut: boolean
  restarting: boolean
}

/** Ids from here on are marks: no row has one. */
const firstMark = 4_000_000_000
let lastMark = firstMark

/** As the panel stores a token. */
export const hash = (token: string) => createHash('sha256').update(token).digest()

/**
 * Waits for a condition.
 * @throws Error after `ms` milliseconds
 */
export const until = async (holds: () => boolean, ms = 5000) => {
  for (const end = Date.now() + ms; !holds(); await sleep(10))
    if (Date.now() > end) throw new Error('did not come about in time')
}
/** A small tree of companies, and processes with live channels and connected clients. */
export async function setupLiveFixture() {
  const database = await createTestDatabase()
  const log = createLog('silent')
  const processes: Process[] = []
  const sockets: Socket[] = []
  const ids: Record<string, number> = {}
  const system = <T>(work: (tx: Tx) => Promise<T>) => withSystem(database.databases, work)
  await system(async (tx) => {
    const company = async (name: string, type: CompanyType, parent: string | null) => {
      const { rows } = await sql<{
        id: number
      }>`insert into company (name, type, parent_id) values (${name}, ${type}, ${parent === null ? null : ids[parent]!}) returning id`.execute(
        tx,
      )
      ids[name] = rows[0]!.id
    }
    await company('root', 'simrush', null)
    await company('north', 'distributor', 'root')
    await company('north-reseller', 'reseller', 'north')
    await company('north-client', 'client', 'north-reseller')
    await company('south', 'distributor', 'root')
    await company('south-client', 'client', 'south')
  })

  async function startProcess(options: { bufferCap?: number; socketPath?: string } = {}): Promise<Process> {
    const server: Server = createServer((_, reply) => reply.end('page'))
    const forgotten: ChangedRows[] = []
    if (options.socketPath === undefined) server.listen(0, '127.0.0.1')
    else server.listen(options.socketPath)
    await once(server, 'listening')
    const address = server.address() as AddressInfo | string
    const live = await startLive({
      server,
      log,
      databases: database.databases,
      config: { baseUrl: 'https://panel.example.net' },
      bufferCap: options.bufferCap,
      authenticate,
      onChanged: (change) => void (change.ids.some((id) => id >= firstMark) || forgotten.push(change)),
    })
    let stopped: Promise<void> | undefined
    const process: Process = {
      url: typeof address === 'string' ? address : `http://127.0.0.1:${address.port}`,
      live,
      forgotten,
      stop: () =>
        (stopped ??= live
          .stop()
          .then(() => new Promise<void>((done) => (server.close(() => done()), server.closeAllConnections())))),
    }
    processes.push(process)
    return process
  }

  async function authenticate(token: string): Promise<LiveCaller | null> {
    const { rows } = await database.databases.appAll.query<LiveCaller>(
      `select u.id as user_id, u.company_id, c.type as company_type, u.role, s.id as session_id
         from access_token t join session s on s.id = t.session_id join app_user u on u.id = s.user_id join company c on c.id = u.company_id
        where t.hash = $1 and t.expires_at > now() and s.ended_at is null and c.is_active`,
      [hash(token)],
    )
    return rows[0] ?? null
  }

  async function asOwner(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query(statement)
    await client.end()
  }

  /** A signed-in user of a company. */
  async function signIn(company: string, role: UserRole = 'admin'): Promise<Session> {
    return await system(async (tx) => {
      const email = `${randomBytes(6).toString('hex')}@example.com`
      const user = await sql<{
        id: number
      }>`insert into app_user (company_id, role, first_name, last_name, email) values (${ids[company]!}, ${role}, 'A', 'B', ${email}) returning id`.execute(
        tx,
      )
      const session = await sql<{
        id: number
      }>`insert into session (user_id, company_id, expires_at) values (${user.rows[0]!.id}, ${ids[company]!}, now() + interval '1 day') returning id`.execute(
        tx,
      )
      return { user: user.rows[0]!.id, session: session.rows[0]!.id, token: await issue(session.rows[0]!.id, tx) }
    })
  }

  async function issue(session: number, tx: Tx): Promise<string> {
    const token = randomBytes(16).toString('hex')
    await sql`insert into access_token (hash, session_id, expires_at) values (${hash(token)}, ${session}, now() + interval '10 minutes')`.execute(
      tx,
    )
    return token
  }

  async function listenAs(
    process: Process,
    token: string,
    options: Parameters<typeof io>[1] = {},
  ): Promise<ReceivedChanges> {
    const socket = io(process.url, {
      auth: { token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      ...options,
    })
    sockets.push(socket)
    const listener: ReceivedChanges = {
      socket,
      company: undefined,
      marks: new Set(),
      changes: [],
      signedOut: false,
      restarting: false,
    }
    socket.on('changed', ({ changed: { subject, ids } }: ChangedMessage) => {
      const others = ids.filter((id) => id < firstMark)
      for (const id of ids) if (id >= firstMark) listener.marks.add(id)
      if (others.length > 0 || ids.length === 0) listener.changes.push({ subject, ids: others })
    })
    socket.on('signed-out', () => (listener.signedOut = true))
    socket.on('restarting', () => (listener.restarting = true))
    await new Promise<void>((done, fail) => {
      socket.once('connect', done)
      socket.once('connect_error', fail)
    })
    listener.company = (await authenticate(token))?.company_id
    // The sign-in itself created rows, which are announced too.
    await drain(listener)
    return listener
  }

  /**
   * Waits until these clients have received every change announced before the call, however slow the machine is: the
   * database delivers announcements in commit order, so that a mark arrives after them.
   */
  async function received(...clients: ReceivedChanges[]): Promise<void> {
    await Promise.all(
      clients.map(async ({ company, marks }) => {
        const mark = ++lastMark
        await announce({ subject: 'users', ids: [mark], companies: [company] })
        await until(() => marks.has(mark))
      }),
    )
  }

  /** Like `received`, and clears the list. */
  async function drain(...clients: ReceivedChanges[]): Promise<void> {
    await received(...clients)
    for (const { changes } of clients) changes.length = 0
  }

  const announce = (change: object) =>
    database.databases.appAll.query(`select pg_notify('trunkline_changed', $1)`, [JSON.stringify(change)])
  const rename = (company: string) =>
    system((tx) => sql`update company set name = name || '.' where id = ${ids[company]!}`.execute(tx))

  return {
    database,
    ids,
    system,
    startProcess,
    asOwner,
    signIn,
    issue,
    listenAs,
    received,
    drain,
    announce,
    rename,
    /** Closes everything that a test has opened. */
    async endProcesses() {
      for (const socket of sockets.splice(0)) socket.disconnect()
      await Promise.all(processes.splice(0).map((process) => process.stop()))
    },
  }
}
