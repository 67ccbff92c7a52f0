import { attachments } from '@trunkline/contract/resources/attachment'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../log.ts'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { formOf } from '../../testing/multipart.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { startS3Server, type S3Server } from '../../testing/s3-server.ts'
import { taskContext } from '../../testing/task-context.ts'
import { attachmentTasks } from './tasks.ts'

/** Files of records with a storage that is slow, broken or incomplete. */
let s3: S3Server
let fixture: Fixture
let master: ApiCall
let logged = ''
const log = createLog('info', { write: (line: string) => void (logged += line) })
beforeAll(async () => {
  s3 = await startS3Server()
  const { endpoint, bucket, region, key, secret } = s3.settings
  fixture = await setupFixture({
    log,
    environment: {
      TRUNKLINE_S3_ENDPOINT: endpoint,
      TRUNKLINE_S3_BUCKET: bucket,
      TRUNKLINE_S3_REGION: region,
      TRUNKLINE_S3_KEY: key,
      TRUNKLINE_S3_SECRET: secret,
      TRUNKLINE_FILES_PER_RECORD: '1',
    },
  })
  master = await fixture.as('master')
})
afterAll(async () => {
  await fixture?.panel.stop()
  await s3?.stop()
})
afterEach(async () => {
  s3.broken = undefined
  s3.wait = Promise.resolve()
  s3.objects.clear()
  await fixture.panel.sql((tx) => sql`delete from attachment`.execute(tx))
})

const send = (call: ApiCall = master, headers?: Record<string, string>, of = fixture) =>
  call(
    'POST',
    attachments.store.path,
    formOf({ kind: 'company', record_id: of.companies.master }, { name: 'a.txt', bytes: 'plain text' }),
    headers,
  )
/** Makes the storage wait. @returns ends the wait */
function stall(): () => void {
  let release = () => {}
  s3.wait = new Promise((resolve) => (release = resolve))
  return release
}
/** Number of connections whose transaction waits for this process. */
const idle = async () => {
  const { rows } = await fixture.panel.sql((tx) =>
    sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction'`.execute(tx),
  )
  return rows[0]!.n
}

test('a file is stored in the bucket, downloaded, and deleted from it', async () => {
  const stored = await send()
  expect(stored.status, stored.text).toBe(201)
  const { id } = stored.body.data
  expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^[0-9a-f]{2}\/[0-9a-f]{32}$/)])
  expect((await master('GET', `/attachment/${id}/download`)).text).toBe('plain text')
  expect((await master('DELETE', `/attachment/${id}/destroy`)).status).toBe(204)
  const object = [...s3.objects.keys()][0]!.slice(3)
  await attachmentTasks(fixture.panel.deps.config)['remove-file'].run({ object }, taskContext(fixture.panel.databases))
  expect(s3.objects.size).toBe(0)
})

test('a slow storage holds no transaction, neither for an upload nor for a download', async () => {
  let release = stall()
  const upload = send(master, { 'idempotency-key': randomUUID() })
  await sleep(500)
  expect(s3.objects.size).toBe(0)
  expect(await idle()).toBe(0)
  release()
  const { id } = (await upload).body.data
  release = stall()
  const download = master('GET', `/attachment/${id}/download`)
  await sleep(500)
  expect(await idle()).toBe(0)
  release()
  expect((await download).text).toBe('plain text')
})

test('an upload whose reply was lost is stored once, also if the record is now full', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const [first, second] = await Promise.all([send(master, headers), send(master, headers)])
  const stored = [first, second].find(({ status }) => status === 201)!
  const third = await send(master, headers)
  expect([third.status, third.body.data.id, third.headers['idempotency-replayed']]).toEqual([
    201,
    stored.body.data.id,
    'true',
  ])
  expect(s3.objects.size).toBe(1)
  const other = await send(master, { 'idempotency-key': randomUUID() })
  expect([other.status, other.body.error.reason]).toEqual([409, 'attachment.per_record'])
})

test('a broken storage is reported, nothing is stored, and the log has the cause without the secret', async () => {
  s3.broken = 503
  const upload = await send()
  expect([upload.status, upload.body.error.reason]).toEqual([503, 'attachment.storage'])
  expect(Number(upload.headers['retry-after'])).toBeGreaterThan(0)
  s3.broken = undefined
  expect((await master('GET', '/attachment/index')).body.data).toEqual([])
  const { id } = (await send()).body.data
  s3.broken = 500
  const download = await master('GET', `/attachment/${id}/download`)
  expect([download.status, download.body.error.reason]).toEqual([503, 'attachment.storage'])
  expect(logged).toContain('503 (SlowDown)')
  expect(logged).not.toContain(s3.settings.secret)
  expect(logged).not.toContain('Signature=')
})

test('the sweep reports files without content', async () => {
  await send()
  s3.objects.clear()
  s3.objects.set(`00/${'0'.repeat(32)}`, { bytes: Buffer.from('x'), modified: new Date(0) })
  logged = ''
  await attachmentTasks(fixture.panel.deps.config)['sweep-files'].run({}, taskContext(fixture.panel.databases, { log }))
  expect(s3.objects.size).toBe(0)
  expect(logged).toContain('"files":1')
  expect(logged).toContain('the content of files is missing from the storage')
})

test('a folder that cannot be written to is reported, and nothing half-written stays', async () => {
  const folder = join(tmpdir(), `trunkline-no-folder-${randomUUID()}`)
  // A file where the folder should be: root may write to folders without write permission.
  await writeFile(folder, '')
  const broken = await setupFixture({ log, environment: { TRUNKLINE_FILES_FOLDER: folder } })
  try {
    const by = await broken.as('master')
    logged = ''
    const reply = await send(by, undefined, broken)
    expect([reply.status, reply.body.error.reason]).toEqual([503, 'attachment.storage'])
    expect(logged).toContain(folder)
    expect((await by('GET', '/attachment/index')).body.data).toEqual([])
  } finally {
    await broken.panel.stop()
    await rm(folder, { force: true })
  }
})
