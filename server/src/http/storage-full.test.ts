import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isNoSpace } from '../data-folder.ts'
import { openDatabases } from '../db/databases.ts'
import { startEmbedded, type Embedded } from '../db/embedded/launcher.ts'
import { prepareDatabase } from '../db/prepare.ts'
import { prepareJobs } from '../jobs/prepare.ts'
import { createLog } from '../log.ts'
import { createCompany, createUser, startTestPanel, type ApiCall, type TestPanel } from '../testing/panel.ts'
import { warnSkipped, until } from '../testing/radius-here.ts'
import { toAppError } from './error-reply.ts'

/** A file system that is really full: a tmpfs of 256 MB under an embedded PostgreSQL. Only root may mount one. */
const noMount = ((): string | undefined => {
  if (process.getuid?.() === 0) return undefined
  return warnSkipped('tests of a full disk', 'Only root may mount a file system.')
})()

const log = createLog('silent')

test('the errors of a full disk and of an exhausted quota become storage_full', () => {
  for (const code of ['ENOSPC', 'EDQUOT']) {
    const error = Object.assign(new Error('write failed'), { code })
    expect(isNoSpace(error)).toBe(true)
    expect(toAppError(error)).toMatchObject({ code: 'storage_full', status: 503, retryAfter: 30 })
  }
  expect(isNoSpace(Object.assign(new Error('x'), { code: 'EIO' }))).toBe(false)
})

describe.skipIf(noMount !== undefined)('a full disk', () => {
  let mount: string
  let server: Embedded
  let panel: TestPanel
  let admin: ApiCall
  const fill = () => {
    try {
      writeFileSync(join(mount, 'filler'), Buffer.alloc(256 * 1024 * 1024))
    } catch (error) {
      if (!isNoSpace(error)) throw error
    }
  }
  const free = () => rmSync(join(mount, 'filler'), { force: true })
  const health = async (path: string) => (await panel.app.inject(`/health/${path}`)).statusCode
  let number = 0
  const addCompany = () => admin('POST', '/company/store', { name: `Company ${++number}`, type: 'client' })

  beforeAll(async () => {
    mount = mkdtempSync(join(tmpdir(), 'trunkline-full-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m,mode=0755', 'tmpfs', mount])
    // A small WAL, so that the tables get the space.
    server = await startEmbedded({ dataDir: mount, log, settings: { max_wal_size: '64MB', min_wal_size: '32MB' } })
    await prepareDatabase(server.url, log)
    await prepareJobs(server.url)
    const databases = await openDatabases({ ownerUrl: server.url, pool: { app: 4, appAll: 4 } })
    panel = await startTestPanel({ database: { url: server.url, databases, drop: () => databases.close() } })
    const user = await panel.sql(async (tx) => {
      const company_id = await createCompany(tx, { name: 'Provider', type: 'simrush' })
      return createUser(tx, { company_id, role: 'primary-admin' })
    })
    admin = await panel.as(user)
  })
  afterAll(async () => {
    free()
    await panel?.stop()
    await server?.stop()
    execFileSync('umount', ['--lazy', mount])
    rmSync(mount, { recursive: true, force: true })
  })

  test('writes answer 503 with storage_full, reads still work, the process is not ready, and both recover without a restart', async () => {
    expect(await addCompany()).toMatchObject({ status: 201 })
    expect(await health('ready')).toBe(200)
    fill()
    await until(async () => (await health('ready')) === 503)
    expect(await health('live')).toBe(200)
    // The first writes may fit into existing pages.
    let reply = await addCompany()
    for (let tries = 0; reply.status < 400 && tries < 500; tries++) reply = await addCompany()
    expect(reply.status).toBe(503)
    expect(reply.body.error).toMatchObject({
      code: 'storage_full',
      reason: 'storage_full',
    })
    expect(reply.headers['retry-after']).toBe('30')
    expect(await admin('GET', '/company/index')).toMatchObject({ status: 200 })
    free()
    expect((await addCompany()).status).toBeLessThan(300)
    await until(async () => (await health('ready')) === 200)
  })

  test('a database that stopped because its WAL had no space works again with free space, without a restart of the panel', async () => {
    fill()
    const client = new Client({ connectionString: server.url })
    client.on('error', () => {})
    await client.connect()
    const failed = (async () => {
      // PostgreSQL first reuses old WAL segments of 16 MB.
      for (let megabytes = 0; megabytes < 200; megabytes++)
        await client.query(`select pg_logical_emit_message(false, 'test', repeat('x', 1000000))`)
    })()
    await expect(failed).rejects.toThrow()
    await client.end().catch(() => {})
    // The result is cached for a second.
    await until(async () => (await health('ready')) === 503)
    for (let tries = 0; tries < 5; tries++) {
      expect(await addCompany()).toMatchObject({ status: 503 })
      expect(await health('ready')).toBe(503)
      expect(await health('live')).toBe(200)
    }
    free()
    await until(async () => (await addCompany()).status === 201, 30_000)
    await until(async () => (await health('ready')) === 200)
  })
})
