import { attachments } from '@trunkline/contract/resources/attachment'
import { sql } from 'kysely'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { replied } from '../../testing/messages.ts'
import { formOf } from '../../testing/multipart.ts'
import type { ApiCall, ApiReply } from '../../testing/panel.ts'
import { taskContext } from '../../testing/task-context.ts'
import { zipOf } from '../../testing/xlsx.ts'
import { objectPath } from './object-path.ts'
import { attachmentTasks } from './tasks.ts'

let fixture: Fixture
let provider: ApiCall
let master: ApiCall
let client: ApiCall
let sibling: ApiCall
let site: number
beforeAll(async () => {
  fixture = await setupFixture({
    environment: {
      TRUNKLINE_FILES_MAX_MB: '1',
      TRUNKLINE_FILES_PER_RECORD: '3',
      TRUNKLINE_FILES_PER_COMPANY_MB: '2',
    },
  })
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  client = await fixture.as('client')
  sibling = await fixture.as('sibling')
  site = await newSite()
})
afterAll(() => fixture?.panel.stop())

const folder = () => fixture.panel.deps.config.files.folder
const newSite = async (company: keyof Fixture['companies'] = 'client', by = master): Promise<number> => {
  const body = { name: `Mill ${Math.random()}`, company_id: fixture.companies[company] }
  const reply = await by('POST', '/site/store', body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const pdf = Buffer.from('%PDF-1.7\nA contract\n%%EOF\n')
const send = (
  call: ApiCall,
  {
    name = 'contract.pdf',
    bytes = pdf,
    ...fields
  }: { name?: string; bytes?: Buffer | string; [field: string]: unknown },
): Promise<ApiReply> =>
  call('POST', attachments.store.path, formOf({ kind: 'site', record_id: site, ...fields }, { name, bytes }))
const add = async (call: ApiCall, of: Parameters<typeof send>[1] = {}): Promise<number> => {
  const reply = await send(call, of)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const list = async (call: ApiCall, record = site) =>
  (await call('GET', `/attachment/index?search=kind:site;record_id:${record}&searchJoin=and`)).body.data as {
    id: number
    name: string
  }[]
const objectOfRow = (id: number) =>
  fixture.panel.sql(async (tx) => {
    const { rows } = await sql<{ object: string }>`select object from attachment where id = ${id}`.execute(tx)
    return rows[0]?.object as string
  })
/** Paths of all stored objects. */
const stored = async (): Promise<string[]> =>
  existsSync(folder()) ? (await readdir(folder(), { recursive: true })).filter((path) => path.includes('/')) : []
/** An OpenDocument file: its first entry is its media type, uncompressed. */
async function openDocument(kind: 'text' | 'spreadsheet'): Promise<Buffer> {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(`application/vnd.oasis.opendocument.${kind}`), 'mimetype', { compress: false })
  zip.addBuffer(Buffer.from('<content/>'), 'content.xml')
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
const tasks = () => attachmentTasks(fixture.panel.deps.config)
const context = () => taskContext(fixture.panel.databases)
const age = async (object: string) => {
  const old = new Date(Date.now() - 48 * 3_600_000)
  await utimes(join(folder(), objectPath(object)), old, old)
}

test('a file is stored under a random name, listed with its author, and downloaded unchanged and never displayed', async () => {
  const id = await add(master, { name: 'Vertrag «Mühle».pdf' })
  const [row] = (await client('GET', `/attachment/index?search=id:${id}`)).body.data
  expect(row).toMatchObject({
    kind: 'site',
    record_id: site,
    company_id: fixture.companies.client,
    name: 'Vertrag «Mühle».pdf',
    media_type: 'application/pdf',
    size_bytes: pdf.length,
    deletable: false,
  })
  expect(row.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(row.author_name).not.toContain('@')
  expect(row).not.toHaveProperty('object')
  const object = await objectOfRow(id)
  expect(await readFile(join(folder(), objectPath(object)))).toEqual(pdf)
  const got = await client('GET', `/attachment/${id}/download`)
  expect(got.status, got.text).toBe(200)
  expect(got.bytes.equals(pdf)).toBe(true)
  expect(got.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': String(pdf.length),
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
    'content-disposition': `attachment; filename="Vertrag__M_hle_.pdf"; filename*=UTF-8''Vertrag%20%C2%ABM%C3%BChle%C2%BB.pdf`,
  })
  const log = await master('GET', '/audit-log/index?search=subject:attachments')
  expect(log.body.data[0]).toMatchObject({ action: 'create', object_id: id, object_label: 'Vertrag «Mühle».pdf' })
  expect(JSON.stringify(log.body.data[0])).not.toContain(object)
})

test('a file is read by those who may view its record, and by no one else', async () => {
  const own = await newSite()
  const id = await add(master, { record_id: own })
  for (const call of [provider, master, client]) expect(await list(call, own)).toHaveLength(1)
  expect(await list(sibling, own)).toEqual([])
  expect((await sibling('GET', `/attachment/${id}/download`)).status).toBe(404)
  expect((await sibling('DELETE', `/attachment/${id}/destroy`)).status).toBe(404)
  expect((await send(sibling, { record_id: own })).body.error.messages).toEqual({
    record_id: replied('row.missing', { kind: 'site' }),
  })
  // Clients have no access to address management.
  const subnet = await provider('POST', '/network/subnet/store', {
    net: '10.97.0.0/24',
    type: 'network',
    usage_type: 'customer',
    company_id: fixture.companies.client,
  })
  const ofSubnet = await add(provider, { kind: 'subnet', record_id: subnet.body.data.id })
  expect((await client('GET', `/attachment/${ofSubnet}/download`)).status).toBe(403)
  expect((await client('GET', `/attachment/index?search=id:${ofSubnet}`)).body.data).toEqual([])
  const reader = await fixture.as('master', 'read-only')
  expect((await reader('GET', `/attachment/${id}/download`)).status).toBe(200)
  expect((await send(reader, { record_id: own })).status).toBe(403)
})

test('users of the author’s company and of those above delete a file', async () => {
  const own = await newSite()
  const id = await add(master, { record_id: own })
  const refused = await client('DELETE', `/attachment/${id}/destroy`)
  expect([refused.status, refused.body.error.reason]).toEqual([403, 'attachment.not_own'])
  const byClient = await add(client, { record_id: own })
  expect((await master('DELETE', `/attachment/${byClient}/destroy`)).status).toBe(204)
  expect((await provider('DELETE', `/attachment/${id}/destroy`)).status).toBe(204)
  expect(await list(master, own)).toEqual([])
})

describe('the type of a file is that of its content', () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])
  const allowed: [string, Buffer | string][] = [
    ['picture.PNG', png],
    ['photo.jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0])],
    ['picture.webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
    ['plan.gif', 'GIF89a'],
    ['router.rsc', '# RouterOS 7.16\n/ip address\n'],
    ['utf16.csv', Buffer.from('\ufeffName;Stadt\n', 'utf16le')],
  ]
  test.each(allowed)('%s is stored', async (name, bytes) => {
    await add(master, { name, bytes, record_id: await newSite() })
  })

  test('Office and OpenDocument files differ from other archives', async () => {
    const record_id = await newSite()
    const office = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<document/>' }
    const letter = await zipOf(office)
    await add(master, { record_id, name: 'letter.docx', bytes: letter })
    await add(master, { record_id, name: 'letters.zip', bytes: letter })
    await add(master, { record_id, name: 'letter.odt', bytes: await openDocument('text') })
    for (const [name, bytes] of [
      ['table.xlsx', letter],
      ['table.ods', await openDocument('text')],
      ['letter.odt', letter],
      ['macros.docx', await zipOf({ ...office, 'word/vbaProject.bin': 'x' })],
    ] as const) {
      const reply = await send(master, { name, bytes })
      expect([name, reply.status]).toEqual([name, 422])
    }
  })

  const content = (extension: string) => replied('attachment.content', { extension })
  const rejected: [string, Buffer | string, object][] = [
    ['page.html', '<!doctype html><script>alert(1)</script>', expect.objectContaining({ reason: 'attachment.type' })],
    ['logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', expect.objectContaining({ reason: 'attachment.type' })],
    ['setup.exe', 'MZ\0', expect.objectContaining({ reason: 'attachment.type' })],
    ['no-extension', 'text', expect.objectContaining({ reason: 'attachment.type' })],
    ['page.txt', ' \n<html><body>', content('TXT')],
    ['program.txt', 'MZ\0\0', content('TXT')],
    ['picture.pdf', png, content('PDF')],
    ['contract.png', pdf, content('PNG')],
    ['archive.zip', 'PK\u0003\u0004broken', content('ZIP')],
    ['letter.docx', pdf, content('DOCX')],
  ]
  test.each(rejected)('%s is rejected', async (name, bytes, message) => {
    const before = await stored()
    const reply = await send(master, { name, bytes })
    expect([reply.status, reply.body.error.messages]).toEqual([422, { file: message }])
    expect(await stored()).toEqual(before)
  })
})

test('the name is one that all systems can store', async () => {
  const own = await newSite()
  await add(master, { record_id: own, name: '..\\..\\etc/.. a<b>:"c"|?*.PDF' })
  await add(master, { record_id: own, name: `${'ä'.repeat(300)}.pdf` })
  const names = (await list(master, own)).map(({ name }) => name)
  await add(master, { record_id: own, name: 'con.pdf' })
  expect((await list(master, own))[0]?.name).toBe('_con.pdf')
  expect(
    names.some((name) => /^a_b__%22c%22___\.pdf$/.test(name)),
    names.join(' '),
  ).toBe(true)
  for (const name of names) expect(name.length).toBeLessThanOrEqual(200)
})

test('files have a maximum size, a record a maximum number, and a company a maximum of both together', async () => {
  const of = { kind: 'company', record_id: fixture.companies.master }
  const large = await send(master, { ...of, bytes: Buffer.concat([pdf, Buffer.alloc(1_000_000)]) })
  expect([large.status, large.body.error.messages]).toEqual([
    422,
    { file: replied('file.too_large', { megabytes: 1 }) },
  ])
  expect((await master('GET', '/attachment/limits')).body.data).toEqual({ max_bytes: 1_000_000, max_files: 3 })
  const bytes = Buffer.concat([pdf, Buffer.alloc(800_000)])
  await add(master, { ...of, bytes })
  await add(master, { ...of, bytes })
  const before = await stored()
  const beyond = await send(master, { ...of, bytes })
  expect([beyond.status, beyond.body.error.reason]).toEqual([409, 'attachment.per_company'])
  await add(master, of)
  const fourth = await send(master, of)
  expect([fourth.status, fourth.body.error.reason]).toEqual([409, 'attachment.per_record'])
  expect(await stored()).toHaveLength(before.length + 1)
})

test('concurrent uploads do not exceed a limit together, and leave no object behind', async () => {
  const own = await newSite('foreign', sibling)
  const before = (await stored()).length
  const replies = await Promise.all(Array.from({ length: 8 }, () => send(sibling, { record_id: own })))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(5)
  expect(await stored()).toHaveLength(before + 3)
})

test('the content of a deleted file is deleted by a job, which may run twice', async () => {
  const own = await newSite()
  const id = await add(master, { record_id: own })
  const object = await objectOfRow(id)
  const job = tasks()['remove-file']
  // The row is there: the object stays, whatever enqueued the job.
  await job.run({ object }, context())
  expect(await stored()).toContain(objectPath(object))
  expect((await master('DELETE', `/attachment/${id}/destroy`)).status).toBe(204)
  const queued = await fixture.panel.sql((tx) =>
    sql`select 1 from graphile_worker.jobs where key = ${`file:${object}`}`.execute(tx),
  )
  expect(queued.rows).toHaveLength(1)
  await job.run({ object }, context())
  expect(await stored()).not.toContain(objectPath(object))
  await job.run({ object }, context())
})

test('a file whose content is missing from the storage is reported as such', async () => {
  const id = await add(master, { record_id: await newSite() })
  const object = await objectOfRow(id)
  await fixture.panel.sql((tx) => sql`update attachment set object = ${'0'.repeat(32)} where id = ${id}`.execute(tx))
  const reply = await master('GET', `/attachment/${id}/download`)
  expect([reply.status, reply.body.error.reason]).toEqual([409, 'attachment.lost'])
  await fixture.panel.sql((tx) => sql`update attachment set object = ${object} where id = ${id}`.execute(tx))
})

test('files follow a device to another company', async () => {
  const own = await newSite()
  const id = await add(master, { record_id: own })
  await fixture.panel.sql((tx) =>
    sql`update site set company_id = ${fixture.companies.foreign} where id = ${own}`.execute(tx),
  )
  expect((await list(provider, own)).map((row) => row.id)).toEqual([id])
  expect(await list(master, own)).toEqual([])
})

/** A process that uploads a file to a site as a user of the master distributor. */
async function startUpload(record_id: number): Promise<ChildProcess> {
  const { rows } = await fixture.panel.sql((tx) =>
    sql<{ id: number; company_id: number }>`
      select id, company_id from app_user where company_id = ${fixture.companies.master} and role = 'admin'`.execute(
      tx,
    ),
  )
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  const code = `
    import { openDatabases } from ${at('../../db/databases.ts')}
    import { formOf } from ${at('../../testing/multipart.ts')}
    import { startTestPanel } from ${at('../../testing/panel.ts')}
    const url = ${JSON.stringify(fixture.panel.url)}
    const databases = await openDatabases({ ownerUrl: url, pool: { app: 1, appAll: 2 } })
    const environment = { TRUNKLINE_FILES_FOLDER: ${JSON.stringify(folder())} }
    const panel = await startTestPanel({ database: { url, databases, drop: async () => {} }, environment })
    const call = await panel.as(${JSON.stringify(rows[0])})
    const form = formOf({ kind: 'site', record_id: ${record_id} }, { name: 'killed.pdf', bytes: '%PDF-1.7' })
    await call('POST', ${JSON.stringify(attachments.store.path)}, form)`
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

test('the sweep deletes the object of an upload whose process was killed, and no other', async () => {
  const own = await newSite()
  await age(await objectOfRow(await add(master, { record_id: own })))
  const before = await stored()
  const lock = await fixture.panel.databases.appAll.connect()
  // The upload waits for this lock between its object and its row.
  await lock.query(`select pg_advisory_lock(hashtext('trunkline files'), $1)`, [fixture.companies.client])
  const uploading = await startUpload(own)
  try {
    const isWritten = async () => (await stored()).filter((path) => !path.endsWith('.part')).length > before.length
    for (let tries = 0; tries < 600 && !(await isWritten()); tries++) await sleep(50)
    const ended = once(uploading, 'exit')
    uploading.kill('SIGKILL')
    await ended
  } finally {
    uploading.kill('SIGKILL')
    await lock.query('select pg_advisory_unlock_all()')
    lock.release()
  }
  const [orphan] = (await stored()).filter((path) => !before.includes(path))
  expect(orphan).toBeDefined()
  // The transaction may still be open: a young object stays.
  await tasks()['sweep-files'].run({}, context())
  expect(await stored()).toContain(orphan)
  await age((orphan as string).slice(3))
  await tasks()['sweep-files'].run({}, context())
  expect((await stored()).toSorted()).toEqual(before.toSorted())
  expect((await list(master, own)).map(({ name }) => name)).toEqual(['contract.pdf'])
}, 60_000)
