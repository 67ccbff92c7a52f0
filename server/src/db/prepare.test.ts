import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { prepareJobs } from '../jobs/prepare.ts'
import { createLog } from '../log.ts'
import { createEmptyDatabase } from '../testing/database.ts'
import { openDatabases } from './databases.ts'
import { startEmbedded } from './embedded/launcher.ts'
import { queryOnce } from './embedded/postmaster.ts'
import { prepareDatabase, untilDatabaseStays, waitForDatabase } from './prepare.ts'
import { ROLES } from './roles.ts'

const log = createLog('silent')
const undo: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const step of undo.reverse()) await step()
})

/** A database from a careful administrator: its owner is not a superuser. */
async function createOwned(): Promise<string> {
  const database = await createEmptyDatabase()
  undo.push(database.drop)
  const owner = `owner_${process.pid}_${undo.length}`
  await queryOnce(database.url, `create role ${owner} login nocreaterole password 'owner'`)
  undo.push(async () => {
    await queryOnce(database.url, `drop owned by ${owner} cascade`)
    await queryOnce(database.url, `reassign owned by ${owner} to current_user`)
  })
  for (const role of ROLES) await queryOnce(database.url, `grant ${role} to ${owner}`)
  const name = new URL(database.url).pathname.slice(1)
  await queryOnce(database.url, `alter database ${name} owner to ${owner}`)
  const url = new URL(database.url)
  url.username = owner
  url.password = 'owner'
  return url.href
}

test('an owner without special rights, who is a member of the roles, migrates a database', async () => {
  const url = await createOwned()
  const version = await prepareDatabase(url, log, { durable: false })
  await prepareJobs(url)
  expect(version).toMatch(/^\d{4}_/)
  const databases = await openDatabases({ ownerUrl: url, pool: { app: 1, appAll: 1 } })
  undo.push(() => databases.close())
  await databases.appAll.query(`insert into company (type, name) values ('simrush', 'Provider')`)
  const seen = async (pool: typeof databases.app) =>
    (await pool.query('select count(*) as companies from company')).rows[0].companies
  expect(await seen(databases.appAll)).toBe(1)
  expect(await seen(databases.app)).toBe(0)
  // A second start, and several at once, change nothing.
  await Promise.all([1, 2, 3].map(() => prepareDatabase(url, log, { durable: false })))
})

test('a role that bypasses row-level security is rejected', { timeout: 120_000 }, async () => {
  // Roles belong to the whole server, so this test starts its own.
  const dataDir = mkdtempSync(join(tmpdir(), 'trunkline-prepare-'))
  const { url, stop } = await startEmbedded({ dataDir, log, settings: { fsync: 'off' } })
  try {
    await prepareDatabase(url, log, { durable: false })
    await queryOnce(url, 'alter role trunkline_app bypassrls')
    await expect(prepareDatabase(url, log, { durable: false })).rejects.toThrow(
      /trunkline_app bypasses row-level security/,
    )
  } finally {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('a server that does not write to disk is rejected', async () => {
  const database = await createEmptyDatabase()
  undo.push(database.drop)
  await expect(prepareDatabase(database.url, log)).rejects.toThrow(/fsync or synchronous_commit off/)
})

test('a permanent error ends the wait immediately', async () => {
  const database = await createEmptyDatabase()
  undo.push(database.drop)
  await waitForDatabase(database.url, log)
  const wrong = new URL(database.url)
  wrong.password = 'wrong'
  await expect(waitForDatabase(wrong.href, log)).rejects.toThrow(/password/)
})

/** Answers every connection as PostgreSQL does during recovery; after `ready`, forwards them to `url`. */
async function startingServer(url: string) {
  let starting = true
  const target = new URL(url)
  const field = (type: string, text: string) => `${type}${text}\0`
  const fields = Buffer.from(
    `${field('S', 'FATAL')}${field('V', 'FATAL')}${field('C', '57P03')}${field('M', 'the database system is starting up')}\0`,
  )
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  const server = createServer((client) => {
    client.on('error', () => {})
    if (starting) return void client.once('data', () => client.end(Buffer.concat([Buffer.from('E'), length, fields])))
    const database = connect(Number(target.port), target.hostname)
    database.on('error', () => client.destroy())
    client.pipe(database).pipe(client)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  target.port = String((server.address() as AddressInfo).port)
  const address = target.href
  target.port = new URL(url).port
  return { url: address, ready: () => void (starting = false), close: () => server.close() }
}

test('a start waits while the database system is starting up, and logs it', async () => {
  const own = await createEmptyDatabase()
  const server = await startingServer(own.url)
  const lines: string[] = []
  const log = { info: (of: { reason: string }, text: string) => void lines.push(`${text}: ${of.reason}`) }
  const waiting = waitForDatabase(server.url, log as never, { unreachable: 0, report: 600 })
  setTimeout(server.ready, 1500)
  await waiting
  expect(lines.length).toBeGreaterThan(1)
  expect(lines[0]).toBe('waiting for the database of DATABASE_URL: the database system is starting up')
  server.close()
  await own.drop()
})

test('the wait for a database that is starting up or unreachable has a limit', async () => {
  const own = await createEmptyDatabase()
  const server = await startingServer(own.url)
  const log = { info: () => {} }
  await expect(waitForDatabase(server.url, log, { startingUp: 300 })).rejects.toThrow('starting up')
  server.close()
  await expect(waitForDatabase('postgres://a:b@127.0.0.1:1/c', log, { unreachable: 300 })).rejects.toThrow(
    'ECONNREFUSED',
  )
  await own.drop()
})

test('a step of the start is retried after a lost database, not after an error of its own', async () => {
  const own = await createEmptyDatabase()
  const log = { info: () => {}, warn: () => {} }
  let runs = 0
  const lost = async () => {
    if (++runs < 3) throw new Error('Connection terminated unexpectedly')
    return runs
  }
  expect(await untilDatabaseStays(own.url, log, lost)).toBe(3)
  await expect(untilDatabaseStays(own.url, log, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await own.drop()
})
