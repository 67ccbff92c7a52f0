import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect as connectSocket, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { subjects, type CompanyType, type Subject, type UserRole } from '@trunkline/contract/abilities'
import { sql } from 'kysely'
import pg from 'pg'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Tx } from '../db/pool.ts'
import { asSystem } from '../db/system-door.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import type { LiveCaller } from './caller.ts'
import type { ChangedRows } from './fan-out.ts'
import { startLive, type Live } from './live.ts'

/** A server process as far as the live channel goes: an HTTP server and its channel, on the database all share. */
interface Process {
  url: string
  live: Live
  /** What it was told to forget. */
  forgotten: ChangedRows[]
  stop(): Promise<void>
}

let database: TestDatabase
const log = createLog('silent')
const processes: Process[] = []
const sockets: Socket[] = []
let one: Process
let two: Process
const ids: Record<string, number> = {}

const system = <T>(work: (tx: Tx) => Promise<T>) => asSystem(database.databases, work)

beforeAll(async () => {
  database = await createTestDatabase()
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
})
afterAll(() => database.drop())
beforeEach(async () => {
  one = await startProcess()
  two = await startProcess()
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect()
  await Promise.all(processes.splice(0).map((process) => process.stop()))
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
    onChanged: (change) => void forgotten.push(change),
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

const hash = (token: string) => createHash('sha256').update(token).digest()

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

interface Session {
  token: string
  session: number
  user: number
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

interface Heard {
  socket: Socket
  changes: { subject: Subject; ids: number[] }[]
  signedOut: boolean
  restarting: boolean
}

async function listenAs(process: Process, token: string, options: Parameters<typeof io>[1] = {}): Promise<Heard> {
  const socket = io(process.url, {
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    ...options,
  })
  sockets.push(socket)
  const heard: Heard = { socket, changes: [], signedOut: false, restarting: false }
  socket.on('changed', ({ changed }) => heard.changes.push(changed))
  socket.on('signed-out', () => (heard.signedOut = true))
  socket.on('restarting', () => (heard.restarting = true))
  await new Promise<void>((done, fail) => {
    socket.once('connect', done)
    socket.once('connect_error', fail)
  })
  // The sign-in itself made rows, which are announced too.
  await sleep(250)
  heard.changes.length = 0
  return heard
}

const until = async (holds: () => boolean, ms = 5000) => {
  for (const end = Date.now() + ms; !holds(); await sleep(10))
    if (Date.now() > end) throw new Error('did not come about in time')
}
const announce = (change: object) =>
  database.databases.appAll.query(`select pg_notify('trunkline_changed', $1)`, [JSON.stringify(change)])
const rename = (company: string) =>
  system((tx) => sql`update company set name = name || '.' where id = ${ids[company]!}`.execute(tx))

test('a change reaches the company and those above it, in every process, and no other', async () => {
  const heard = {
    root: await listenAs(one, (await signIn('root')).token),
    north: await listenAs(two, (await signIn('north')).token),
    reseller: await listenAs(one, (await signIn('north-reseller')).token),
    client: await listenAs(two, (await signIn('north-client')).token),
    south: await listenAs(one, (await signIn('south')).token),
    southClient: await listenAs(two, (await signIn('south-client')).token),
  }
  await sleep(200)
  for (const one of Object.values(heard)) one.changes.length = 0
  await rename('north-reseller')
  await until(
    () => heard.root.changes.length > 0 && heard.north.changes.length > 0 && heard.reseller.changes.length > 0,
  )
  await sleep(200)
  for (const name of ['root', 'north', 'reseller'] as const)
    expect(heard[name].changes).toEqual([{ subject: 'companies', ids: [ids['north-reseller']] }])
  for (const name of ['client', 'south', 'southClient'] as const) expect(heard[name].changes).toEqual([])
  expect(one.forgotten.at(-1)).toMatchObject({ subject: 'companies' })
  expect(two.forgotten.at(-1)).toMatchObject({ subject: 'companies' })
})

test('of rows of several companies, ids go only to those above all of them', async () => {
  const root = await listenAs(one, (await signIn('root')).token)
  const north = await listenAs(one, (await signIn('north')).token)
  await sleep(200)
  root.changes.length = north.changes.length = 0
  await announce({ subject: 'users', ids: [11, 12], companies: [ids['north-client'], ids['south-client']] })
  await until(() => root.changes.length > 0 && north.changes.length > 0)
  expect(root.changes).toEqual([{ subject: 'users', ids: [11, 12] }])
  expect(north.changes).toEqual([{ subject: 'users', ids: [] }])
})

test('an announcement without companies reaches everybody who may see the subject', async () => {
  const root = await listenAs(one, (await signIn('root')).token)
  const client = await listenAs(two, (await signIn('south-client')).token)
  await sleep(200)
  root.changes.length = client.changes.length = 0
  await announce({ subject: 'tariffs', ids: [], companies: [] })
  await announce({ subject: 'users', ids: [], companies: [] })
  await until(() => root.changes.length === 2 && client.changes.length === 1)
  // A client has nothing to do with tariffs.
  expect(client.changes).toEqual([{ subject: 'users', ids: [] }])
})

test('a row of the installation is told to the provider alone', async () => {
  const root = await listenAs(one, (await signIn('root')).token)
  const north = await listenAs(one, (await signIn('north')).token)
  await sleep(200)
  root.changes.length = north.changes.length = 0
  await announce({ subject: 'installation', ids: [1], companies: [null] })
  await announce({ subject: 'users', ids: [1], companies: [null] })
  await until(() => root.changes.length === 2)
  await sleep(150)
  expect(north.changes).toEqual([])
})

test('a burst becomes few messages, and more than a hundred ids none by name', async () => {
  const north = await listenAs(one, (await signIn('north')).token)
  await sleep(200)
  north.changes.length = 0
  const start = Date.now()
  for (let id = 1; id <= 60; id++) await announce({ subject: 'users', ids: [id], companies: [ids['north']] })
  await until(() => north.changes.flatMap((change) => change.ids).length === 60)
  expect(north.changes.length).toBeLessThanOrEqual(Math.ceil((Date.now() - start) / 100) + 1)
  await sleep(200)
  north.changes.length = 0
  await database.databases.appAll.query(
    `select pg_notify('trunkline_changed', json_build_object('subject', 'users', 'ids', array[n], 'companies', array[$1::bigint])::text) from generate_series(1, 400) n`,
    [ids['north']],
  )
  await until(() => north.changes.some((change) => change.ids.length === 0))
  expect(north.changes.length).toBeLessThanOrEqual(3)
})

test('a company that moves is told to the line it left and the line it came to', async () => {
  const north = await listenAs(one, (await signIn('north')).token)
  const south = await listenAs(one, (await signIn('south')).token)
  await rename('north-client')
  await until(() => north.changes.length > 0)
  await sleep(200)
  north.changes.length = south.changes.length = 0
  await system((tx) =>
    sql`update company set parent_id = ${ids['south']!} where id = ${ids['north-client']!}`.execute(tx),
  )
  await until(() => north.changes.length > 0 && south.changes.length > 0)
  await system((tx) =>
    sql`update company set parent_id = ${ids['north-reseller']!} where id = ${ids['north-client']!}`.execute(tx),
  )
})

test.each([
  ['none', undefined],
  ['garbage', 'garbage'],
  ['an endless one', 'x'.repeat(5000)],
])('a token that is %s is refused', async (_, token) => {
  await expect(listenAs(one, token as string)).rejects.toThrow('unauthenticated')
  expect(one.live.sockets()).toBe(0)
})

test('an expired token and one of an ended session are refused', async () => {
  const { token, session } = await signIn('north')
  await system((tx) =>
    sql`update access_token set expires_at = now() - interval '1 second' where hash = ${hash(token)}`.execute(tx),
  )
  await expect(listenAs(one, token)).rejects.toThrow('unauthenticated')
  const fresh = await system((tx) => issue(session, tx))
  await system((tx) => sql`update session set ended_at = now() where id = ${session}`.execute(tx))
  await expect(listenAs(one, fresh)).rejects.toThrow('unauthenticated')
})

test.each(['https://evil.example', 'null', 'http://panel.example.net'])(
  'a browser at %s is refused',
  async (origin) => {
    const { token } = await signIn('north')
    for (const transports of [['websocket'], ['polling']])
      await expect(listenAs(one, token, { transports, extraHeaders: { origin } })).rejects.toThrow()
  },
)

test("the panel's own origin and the server's own host are let in", async () => {
  const { token } = await signIn('north')
  await listenAs(one, token, { extraHeaders: { origin: 'https://panel.example.net' } })
  await listenAs(one, token, { extraHeaders: { origin: one.url } })
  await listenAs(one, token, { transports: ['polling'] })
  expect(one.live.sockets()).toBe(3)
})

test('a session that ends signs its clients out in every process at once, and no others', async () => {
  const gone = await signIn('north')
  const stays = await signIn('north')
  const heard = [await listenAs(one, gone.token), await listenAs(two, gone.token)]
  const other = await listenAs(one, stays.token)
  await system(async (tx) => {
    await sql`update session set ended_at = now() where id = ${gone.session}`.execute(tx)
    await sql`select pg_notify('trunkline_session', ${JSON.stringify({ sessions: [gone.session] })})`.execute(tx)
  })
  await until(() => heard.every(({ socket, signedOut }) => signedOut && !socket.connected))
  expect(other.socket.connected).toBe(true)
  expect(other.signedOut).toBe(false)
})

test('too many ended sessions to name: every client is asked about, and only the ended ones are cut', async () => {
  const gone = await signIn('north')
  const ended = await listenAs(one, gone.token)
  const other = await listenAs(one, (await signIn('north')).token)
  await system(async (tx) => {
    await sql`update session set ended_at = now() where id = ${gone.session}`.execute(tx)
    await sql`select pg_notify('trunkline_session', '{"sessions":[]}')`.execute(tx)
  })
  await until(() => !ended.socket.connected)
  await sleep(100)
  expect(other.socket.connected).toBe(true)
})

test('a deactivated company loses its connections, also below it', async () => {
  const below = await listenAs(one, (await signIn('south')).token)
  await system((tx) => sql`update company set is_active = false where id = ${ids['south']!}`.execute(tx))
  await until(() => !below.socket.connected)
  await system((tx) => sql`update company set is_active = true where id = ${ids['south']!}`.execute(tx))
})

test('a fresh token of the same session prolongs the stay, another session’s does not', async () => {
  const mine = await signIn('north')
  const other = await signIn('south')
  const { socket } = await listenAs(one, mine.token)
  const fresh = await system((tx) => issue(mine.session, tx))
  expect(await socket.emitWithAck('token', other.token)).toEqual({ ok: false })
  expect(await socket.emitWithAck('token', 'garbage')).toEqual({ ok: false })
  expect(await socket.emitWithAck('token', fresh)).toEqual({ ok: true })
  await system((tx) => sql`delete from access_token where hash = ${hash(mine.token)}`.execute(tx))
  // Whoever is asked about now stands on the fresh token.
  await database.databases.appAll.query(`select pg_notify('trunkline_session', '{"sessions":[]}')`)
  await sleep(300)
  expect(socket.connected).toBe(true)
})

test('a planned stop says so first, and the HTTP server goes on', async () => {
  const heard = await listenAs(one, (await signIn('north')).token)
  heard.socket.on('restarting', () => heard.socket.disconnect())
  await one.live.stop()
  expect(heard.restarting).toBe(true)
  expect(one.live.sockets()).toBe(0)
  expect(await (await fetch(one.url)).text()).toBe('page')
  await expect(listenAs(one, 'whatever')).rejects.toThrow()
})

test('a connection to the database that was lost is made again, and clients are told that all may have changed', async () => {
  const heard = await listenAs(one, (await signIn('north')).token)
  one.forgotten.length = 0
  await asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trunkline live' and datname = current_database()`,
  )
  await until(() => heard.changes.some((change) => change.subject === 'users'))
  expect(heard.changes.every((change) => change.ids.length === 0)).toBe(true)
  expect(one.forgotten).toContainEqual({ subject: 'companies', ids: [], companies: [] })
  await sleep(200)
  heard.changes.length = 0
  await rename('north')
  await until(() => heard.changes.length > 0)
  expect(heard.socket.connected).toBe(true)
})

/** A hundred ids of each subject, so that it soon is much. */
async function flood(): Promise<void> {
  const many = Array.from({ length: 100 }, (_, i) => 1_000_000_000_000 + i)
  for (const subject of subjects) await announce({ subject, ids: many, companies: [ids['north']] })
}

test('a client that never fetches is cut before it holds much memory', async () => {
  const small = await startProcess({ bufferCap: 100_000 })
  const other = await listenAs(small, (await signIn('north')).token)
  const { token } = await signIn('north')
  // Long polling by hand: it connects, and then never asks for its messages.
  const path = `${small.url}/socket.io/?EIO=4&transport=polling`
  const { sid } = JSON.parse((await (await fetch(path)).text()).slice(1)) as { sid: string }
  await fetch(`${path}&sid=${sid}`, { method: 'POST', body: `40${JSON.stringify({ token })}` })
  await until(() => small.live.sockets() === 2)
  for (let rounds = 0; small.live.sockets() === 2; rounds++) {
    if (rounds > 200) throw new Error('was never cut')
    await flood()
    await sleep(50)
  }
  expect(other.socket.connected).toBe(true)
})

test('a WebSocket that is not read from is cut, too', async () => {
  // A local socket, because the kernel takes megabytes for both ends of a TCP connection.
  const small = await startProcess({
    bufferCap: 100_000,
    socketPath: join(mkdtempSync(join(tmpdir(), 'trunkline-live-')), 'live'),
  })
  const { token } = await signIn('north')
  // The protocol by hand (RFC 6455), because a client library would read on.
  const socket = connectSocket(small.url)
  socket.on('error', () => {})
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  )
  await once(socket, 'data')
  const text = Buffer.from(`40${JSON.stringify({ token })}`)
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]))
  await until(() => small.live.sockets() === 1)
  socket.pause()
  for (const end = Date.now() + 18_000; small.live.sockets() === 1; await sleep(50)) {
    if (Date.now() > end) throw new Error('was never cut')
    await flood()
  }
  socket.destroy()
})
