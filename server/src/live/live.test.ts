import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { setupLiveFixture, hash, until, type Process } from '../testing/live/live-fixture.ts'

const {
  database,
  ids,
  system,
  asOwner,
  signIn,
  issue,
  listenAs,
  received,
  drain,
  announce,
  rename,
  endProcesses,
  startProcess,
} = await setupLiveFixture()
let one: Process
let two: Process
beforeEach(async () => {
  one = await startProcess()
  two = await startProcess()
})
afterEach(endProcesses)
afterAll(() => database.drop())

test('a change reaches the company and its ancestors, in every process, and no others', async () => {
  const clients = {
    root: await listenAs(one, (await signIn('root')).token),
    north: await listenAs(two, (await signIn('north')).token),
    reseller: await listenAs(one, (await signIn('north-reseller')).token),
    client: await listenAs(two, (await signIn('north-client')).token),
    south: await listenAs(one, (await signIn('south')).token),
    southClient: await listenAs(two, (await signIn('south-client')).token),
  }
  await drain(...Object.values(clients))
  await rename('north-reseller')
  await until(
    () => clients.root.changes.length > 0 && clients.north.changes.length > 0 && clients.reseller.changes.length > 0,
  )
  await received(...Object.values(clients))
  for (const name of ['root', 'north', 'reseller'] as const)
    expect(clients[name].changes).toEqual([{ subject: 'companies', ids: [ids['north-reseller']] }])
  for (const name of ['client', 'south', 'southClient'] as const) expect(clients[name].changes).toEqual([])
  expect(one.forgotten.at(-1)).toMatchObject({ subject: 'companies' })
  expect(two.forgotten.at(-1)).toMatchObject({ subject: 'companies' })
})

test('for rows of several companies, only common ancestors get ids', async () => {
  const root = await listenAs(one, (await signIn('root')).token)
  const north = await listenAs(one, (await signIn('north')).token)
  await drain(root, north)
  await announce({ subject: 'users', ids: [11, 12], companies: [ids['north-client'], ids['south-client']] })
  await until(() => root.changes.length > 0 && north.changes.length > 0)
  expect(root.changes).toEqual([{ subject: 'users', ids: [11, 12] }])
  expect(north.changes).toEqual([{ subject: 'users', ids: [] }])
})

test('an announcement without companies reaches all clients that may see the subject', async () => {
  const root = await listenAs(one, (await signIn('root')).token)
  const client = await listenAs(two, (await signIn('south-client')).token)
  await drain(root, client)
  await announce({ subject: 'tariffs', ids: [], companies: [] })
  await announce({ subject: 'users', ids: [], companies: [] })
  await until(() => root.changes.length === 2 && client.changes.length === 1)
  // A client company cannot see tariffs.
  expect(client.changes).toEqual([{ subject: 'users', ids: [] }])
})

test('a row of the installation is announced to the provider only', async () => {
  const root = await listenAs(one, (await signIn('root')).token)
  const north = await listenAs(one, (await signIn('north')).token)
  await drain(root, north)
  await announce({ subject: 'installation', ids: [1], companies: [null] })
  await announce({ subject: 'users', ids: [1], companies: [null] })
  await until(() => root.changes.length === 2)
  await received(north)
  expect(north.changes).toEqual([])
})

test('a burst is combined to few messages, and more than a hundred ids are omitted', async () => {
  const north = await listenAs(one, (await signIn('north')).token)
  const start = Date.now()
  for (let id = 1; id <= 60; id++) await announce({ subject: 'users', ids: [id], companies: [ids['north']] })
  await until(() => north.changes.flatMap((change) => change.ids).length === 60)
  expect(north.changes.length).toBeLessThanOrEqual(Math.ceil((Date.now() - start) / 100) + 1)
  await drain(north)
  await database.databases.appAll.query(
    `select pg_notify('trunkline_changed', json_build_object('subject', 'users', 'ids', array[n], 'companies', array[$1::bigint])::text) from generate_series(1, 400) n`,
    [ids['north']],
  )
  await until(() => north.changes.some((change) => change.ids.length === 0))
  expect(north.changes.length).toBeLessThanOrEqual(3)
})

test('a moved company is announced to its former and its new ancestors', async () => {
  const north = await listenAs(one, (await signIn('north')).token)
  const south = await listenAs(one, (await signIn('south')).token)
  await rename('north-client')
  await until(() => north.changes.length > 0)
  await drain(north, south)
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
])('a token that is %s is rejected', async (_, token) => {
  await expect(listenAs(one, token as string)).rejects.toThrow('unauthenticated')
  expect(one.live.sockets()).toBe(0)
})

test('an expired token and one of an ended session are rejected', async () => {
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
  'a browser at %s is rejected',
  async (origin) => {
    const { token } = await signIn('north')
    for (const transports of [['websocket'], ['polling']])
      await expect(listenAs(one, token, { transports, extraHeaders: { origin } })).rejects.toThrow()
  },
)

test("the panel's own origin and the server's own host are accepted", async () => {
  const { token } = await signIn('north')
  await listenAs(one, token, { extraHeaders: { origin: 'https://panel.example.net' } })
  await listenAs(one, token, { extraHeaders: { origin: one.url } })
  await listenAs(one, token, { transports: ['polling'] })
  expect(one.live.sockets()).toBe(3)
})

test('a session that ends signs its clients out in every process immediately, and no others', async () => {
  const gone = await signIn('north')
  const stays = await signIn('north')
  const clients = [await listenAs(one, gone.token), await listenAs(two, gone.token)]
  const other = await listenAs(one, stays.token)
  await system(async (tx) => {
    await sql`update session set ended_at = now() where id = ${gone.session}`.execute(tx)
    await sql`select pg_notify('trunkline_session', ${JSON.stringify({ sessions: [gone.session] })})`.execute(tx)
  })
  await until(() => clients.every(({ socket, signedOut }) => signedOut && !socket.connected))
  expect(other.socket.connected).toBe(true)
  expect(other.signedOut).toBe(false)
})

test('too many ended sessions to list: every client is checked, and only those of ended sessions are disconnected', async () => {
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

test('a deactivated company loses its connections, as do its descendants', async () => {
  const below = await listenAs(one, (await signIn('south')).token)
  await system((tx) => sql`update company set is_active = false where id = ${ids['south']!}`.execute(tx))
  await until(() => !below.socket.connected)
  await system((tx) => sql`update company set is_active = true where id = ${ids['south']!}`.execute(tx))
})

test('a new token of the same session extends the connection, that of another session does not', async () => {
  const mine = await signIn('north')
  const other = await signIn('south')
  const { socket } = await listenAs(one, mine.token)
  const fresh = await system((tx) => issue(mine.session, tx))
  expect(await socket.emitWithAck('token', other.token)).toEqual({ ok: false })
  expect(await socket.emitWithAck('token', 'garbage')).toEqual({ ok: false })
  expect(await socket.emitWithAck('token', fresh)).toEqual({ ok: true })
  await system((tx) => sql`delete from access_token where hash = ${hash(mine.token)}`.execute(tx))
  // The check now uses the new token.
  await database.databases.appAll.query(`select pg_notify('trunkline_session', '{"sessions":[]}')`)
  await sleep(300)
  expect(socket.connected).toBe(true)
})

test('a planned stop is announced first, and the HTTP server keeps running', async () => {
  const clients = await listenAs(one, (await signIn('north')).token)
  clients.socket.on('restarting', () => clients.socket.disconnect())
  await one.live.stop()
  expect(clients.restarting).toBe(true)
  expect(one.live.sockets()).toBe(0)
  expect(await (await fetch(one.url)).text()).toBe('page')
  await expect(listenAs(one, 'whatever')).rejects.toThrow()
})

test('a connection to the database that was lost is replaced, and clients are notified that everything may have changed', async () => {
  const clients = await listenAs(one, (await signIn('north')).token)
  one.forgotten.length = 0
  await asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trunkline live' and datname = current_database()`,
  )
  await until(() => clients.changes.some((change) => change.subject === 'users'))
  expect(clients.changes.every((change) => change.ids.length === 0)).toBe(true)
  expect(one.forgotten).toContainEqual({ subject: 'companies', ids: [], companies: [] })
  await drain(clients)
  await rename('north')
  await until(() => clients.changes.length > 0)
  expect(clients.socket.connected).toBe(true)
})

/** A hundred ids of each subject, to produce much data quickly. */
