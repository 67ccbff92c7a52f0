import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { atDatabase, startEmbedded, type Embedded } from '../db/embedded/launcher.ts'
import { queryOnce } from '../db/embedded/postmaster.ts'
import { databaseFolder, readMigrations } from '../db/migrate.ts'
import { prepareDatabase } from '../db/prepare.ts'
import { withSystem } from '../db/system-transaction.ts'
import { ensureInstallationKey } from '../features/setup/installation-key.ts'
import { prepareInstallation } from '../features/setup/setup.ts'
import { prepareJobs } from '../jobs/prepare.ts'
import { createLog } from '../log.ts'
import { keyFingerprint } from '../secrets.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { readDatabaseState, type DatabaseState } from '../testing/database-state.ts'
import { debianPostgres, startOutsidePostgres } from '../testing/outside-postgres.ts'
import { createCompany } from '../testing/panel.ts'
import { startPanelProcess } from '../testing/panel-process.ts'
import { exitCodes } from './errors.ts'
import { checkBackup } from './restore.ts'
import { verifyBackup } from './verify-backup.ts'
import { writeBackup, type WrittenBackup } from './write-backup.ts'

/** An installation with data, backups of it, and separate servers to restore them on. */
const root = mkdtempSync(join(tmpdir(), 'trunkline-restore-test-'))
const log = createLog('silent')
const key = randomBytes(32)
const passphrase = 'a passphrase of a test'
const dataDir = join(root, 'source')
let source: TestDatabase
let before: DatabaseState
let plain: WrittenBackup
let sealed: WrittenBackup
let targets = 0
const undo: (() => Promise<unknown>)[] = []

const write = (folder: string, more: { passphrase?: string; ownerUrl?: string } = {}) =>
  writeBackup({
    ownerUrl: source.url,
    dataDir,
    folder: join(root, folder),
    passphrase: undefined,
    version: '1',
    ...more,
  })

beforeAll(async () => {
  source = await createTestDatabase()
  const { databases } = source
  const config = readConfig(
    { TRUNKLINE_KEY: key.toString('base64'), TRUNKLINE_DEMO: 'on', TRUNKLINE_DATA: dataDir },
    [],
  )
  await ensureInstallationKey(config, databases, log)
  await prepareInstallation({ config, databases, log })
  // Texts that COPY must escape, a month for which a new database has no partition, jobs, and a locked job.
  await queryOnce(
    source.url,
    `update company set name = E'tab\\tline\\nback\\\\slash \\\\N Zoë 🛰' where id = (select min(id) from company where type = 'client')`,
  )
  await queryOnce(
    source.url,
    `create table session_closed_2019_05 (like session_closed including defaults including constraints)`,
  )
  await queryOnce(
    source.url,
    `alter table session_closed attach partition session_closed_2019_05 for values from ('2019-05-01 00:00Z') to ('2019-06-01 00:00Z')`,
  )
  await queryOnce(source.url, `select graphile_worker.add_job('send-mail', payload => '{"id": 1}')`)
  await queryOnce(source.url, `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone'`)
  mkdirSync(join(dataDir, 'uploads', 'empty'), { recursive: true })
  mkdirSync(join(dataDir, 'radius'))
  writeFileSync(join(dataDir, 'uploads', 'plan.pdf'), randomBytes(5_000_000), { mode: 0o640 })
  writeFileSync(join(dataDir, 'uploads', 'nothing'), '')
  for (const secret of ['key', 'key.former', 'database-url', 'radius/database'])
    writeFileSync(join(dataDir, secret), 'canary-of-the-key')
  // The content of the second file is missing.
  const company = await withSystem(databases, (tx) =>
    createCompany(tx, { name: 'Provider', type: 'simrush', parent_id: null }),
  )
  mkdirSync(join(dataDir, 'files', 'aa'), { recursive: true })
  writeFileSync(join(dataDir, 'files', 'aa', 'a'.repeat(32)), 'x')
  for (const object of ['a'.repeat(32), 'b'.repeat(32)])
    await queryOnce(
      source.url,
      `insert into attachment (kind, record_id, company_id, name, media_type, size_bytes, sha256, object, author_name, author_ancestor_ids)
        select 'company', id, id, 'note.txt', 'text/plain', 1, repeat('0', 64), '${object}', 'Bo', ancestor_ids from company where id = ${company}`,
    )
  before = await readDatabaseState(source.url)
  plain = await write('plain')
  sealed = await write('sealed', { passphrase })
}, 300_000)
afterAll(async () => {
  for (const step of undo.reverse()) await step()
  await source?.drop()
  rmSync(root, { recursive: true, force: true })
}, 120_000)

/** Runs `restore` as a process, by default into the embedded database of a new data folder. */
async function restore(path: string, environment: NodeJS.ProcessEnv = {}, more: string[] = []) {
  const folder = join(root, `target-${targets++}`)
  const process_ = startPanelProcess(
    { TRUNKLINE_DATA: folder, TRUNKLINE_KEY: key.toString('base64'), ...environment },
    ['restore', path, ...more],
  )
  const { code, printed } = await process_.ended
  return { code, printed, folder: environment['TRUNKLINE_DATA'] ?? folder }
}

async function embedded(folder: string): Promise<Embedded> {
  const server = await startEmbedded({ dataDir: folder, log })
  undo.push(() => server.stop())
  return server
}

/** The differences by kind: readable even if hundreds of lines are equal. */
function differences(a: DatabaseState, b: DatabaseState): Record<string, { lost: string[]; added: string[] }> {
  const kinds = Object.keys(a).map((kind) => {
    const [left, right] = [new Set(a[kind]), new Set(b[kind])]
    const lost = [...left].filter((line) => !right.has(line))
    const added = [...right].filter((line) => !left.has(line))
    return [kind, { lost, added }] as const
  })
  return Object.fromEntries(kinds.filter(([, { lost, added }]) => lost.length + added.length > 0))
}

test('restored onto an empty server, every table, policy, grant, function, index and sequence is as before, and the panel starts', async () => {
  expect(before['policies']!.length).toBeGreaterThan(140)
  const { code, printed, folder } = await restore(plain.path)
  expect(code, printed).toBe(0)
  expect(printed).toContain('policies and')
  expect(printed).toContain('3 files restored')
  expect(printed).toContain(`Files of records without their content in ${join(folder, 'files')}: 1.`)
  const server = await startEmbedded({ dataDir: folder, log })
  const after = await readDatabaseState(server.url)
  await server.stop()
  expect(differences(before, after)).toEqual({})
  expect(
    readFileSync(join(folder, 'uploads', 'plan.pdf')).equals(readFileSync(join(dataDir, 'uploads', 'plan.pdf'))),
  ).toBe(true)
  expect(statSync(join(folder, 'uploads', 'plan.pdf')).mode & 0o777).toBe(0o640)
  expect(readdirSync(folder).filter((name) => ['key', 'key.former', 'radius'].includes(name))).toEqual([])
  const panel = startPanelProcess({ TRUNKLINE_DATA: folder, TRUNKLINE_KEY: key.toString('base64') })
  await panel.ready()
  expect((await panel.stop()).code).toBe(0)
}, 240_000)

test.skipIf(debianPostgres() === undefined)(
  'an owner who is not a superuser restores onto an external server of another version, and its backup has the same rows',
  async () => {
    const outside = await startOutsidePostgres(join(root, 'outside'))
    undo.push(() => outside.stop())
    const ownerUrl = await outside.createOwned('panel_owner')
    const { code, printed } = await restore(plain.path, { DATABASE_URL: ownerUrl })
    expect(code, printed).toBe(0)
    const after = await readDatabaseState(atDatabase(outside.url, 'panel_owner'))
    expect(after['rows']).toEqual(before['rows'])
    expect(after['sequences']).toEqual(before['sequences'])
    expect(after['policies']!.map((line) => line.split(' using ')[0])).toEqual(
      before['policies']!.map((line) => line.split(' using ')[0]),
    )
    const again = await write('outside-backup', { ownerUrl })
    const sums = ({ manifest }: WrittenBackup) =>
      manifest.tables.map(({ name, rows, digest }) => ({ name, rows, digest }))
    expect(sums(again)).toEqual(sums(plain))
    expect(again.manifest.rights).toEqual(plain.manifest.rights)
    // If the policy that shows it all rows is missing, the backup fails instead of being empty.
    await queryOnce(ownerUrl, 'drop policy everything on site')
    await expect(write('outside-hidden', { ownerUrl })).rejects.toThrow(/Row security hides rows of public.site/)
  },
  240_000,
)

test('no backup contains the key, and an encrypted one reveals none of its content', async () => {
  expect(plain.manifest.key_fingerprint).toBe(keyFingerprint(key))
  for (const { path } of [plain, sealed]) {
    const bytes = readFileSync(path)
    for (const secret of ['canary-of-the-key', key.toString('base64'), key.toString('hex')])
      expect(bytes.includes(secret), secret).toBe(false)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  }
  expect(readFileSync(plain.path).includes('manifest.json')).toBe(true)
  for (const word of ['manifest.json', 'public.company', 'uploads'])
    expect(readFileSync(sealed.path).includes(word)).toBe(false)
  expect((await verifyBackup(sealed.path, passphrase)).tables.length).toBe(plain.manifest.tables.length)
})

test('a wrong passphrase, a damaged or truncated file, another key and a file that is not a backup are rejected before a server is started', async () => {
  const broken = (name: string, change: (bytes: Buffer) => Buffer, from = plain.path) => {
    const path = join(root, name)
    writeFileSync(path, change(Buffer.from(readFileSync(from))))
    return path
  }
  const flipped = (bytes: Buffer) => {
    bytes[Math.floor(bytes.length / 2)]! ^= 1
    return bytes
  }
  const cut = (bytes: Buffer) => bytes.subarray(0, -70_000)
  const other = randomBytes(32)
  const cases: [string, string | undefined, Buffer, number, string][] = [
    [sealed.path, undefined, key, exitCodes.passphrase, 'is encrypted: set TRUNKLINE_BACKUP_PASSPHRASE'],
    [sealed.path, 'another passphrase', key, exitCodes.passphrase, 'is not the one of this backup'],
    [broken('cut.tar', cut), undefined, key, exitCodes.data, 'cut off'],
    [broken('flipped.tar', flipped), undefined, key, exitCodes.data, 'damaged'],
    [broken('cut.enc', cut, sealed.path), passphrase, key, exitCodes.data, 'cut off'],
    [broken('flipped.enc', flipped, sealed.path), passphrase, key, exitCodes.data, 'damaged'],
    [broken('other.txt', () => Buffer.alloc(5000, 'x')), undefined, key, exitCodes.data, 'not a backup of Trunkline'],
    [join(root, 'nowhere.tar'), undefined, key, exitCodes.noInput, 'be opened'],
    [plain.path, undefined, other, exitCodes.config, 'belongs to another key'],
  ]
  for (const [path, given, ofInstallation, exitCode, message] of cases)
    await expect(checkBackup(path, given, ofInstallation), path).rejects.toMatchObject({
      exitCode,
      message: expect.stringContaining(message),
    })
  const rejected = await restore(plain.path, { TRUNKLINE_KEY: other.toString('base64') })
  expect(rejected).toMatchObject({ code: 78, printed: expect.stringContaining(keyFingerprint(key)) })
  expect(existsSync(join(rejected.folder, 'postgres'))).toBe(false)
}, 240_000)

test('a database with content is not changed, unless overwriting is requested and it has no other connections', async () => {
  const folder = join(root, 'full')
  const server = await embedded(folder)
  await queryOnce(server.url, 'create table precious (id int)')
  const environment = { TRUNKLINE_DATA: folder, TRUNKLINE_BACKUP_PASSPHRASE: passphrase }
  const rejected = await restore(sealed.path, environment)
  expect(rejected).toMatchObject({ code: exitCodes.cannotCreate, printed: expect.stringContaining('public.precious') })
  expect(await queryOnce(server.url, 'select * from precious')).toEqual([])
  const worker = new Client({ connectionString: server.url, application_name: 'somebody' })
  await worker.connect()
  const occupied = await restore(sealed.path, environment, ['--overwrite'])
  expect(occupied).toMatchObject({ code: exitCodes.cannotCreate, printed: expect.stringContaining('somebody') })
  await worker.end()
  const done = await restore(sealed.path, environment, ['--overwrite'])
  expect(done.code, done.printed).toBe(0)
  expect(differences(before, await readDatabaseState(server.url))).toEqual({})
}, 300_000)

test('a killed restore leaves a database with which no panel starts, and can be repeated', async () => {
  const folder = join(root, 'killed')
  const environment = { TRUNKLINE_DATA: folder, TRUNKLINE_KEY: key.toString('base64') }
  const first = startPanelProcess(environment, ['restore', plain.path])
  while (!first.printed().includes('Roles trunkline_app') && first.child.exitCode === null)
    await new Promise((done) => setTimeout(done, 5))
  first.child.kill('SIGKILL')
  await first.ended
  const start = await startPanelProcess(environment).ended
  expect(start).toMatchObject({
    code: 78,
    printed: expect.stringContaining('a restore into this database was interrupted'),
  })
  const again = await restore(plain.path, environment)
  expect(again.code, again.printed).toBe(0)
  expect(again.printed).toContain('An earlier restore was interrupted')
  const server = await embedded(folder)
  expect(differences(before, await readDatabaseState(server.url))).toEqual({})
}, 300_000)

test('a backup of an older version is restored by its own migrations and then migrated', async () => {
  const database = await createEmptyDatabase()
  undo.push(database.drop)
  const folder = join(root, 'older')
  cpSync(databaseFolder(), folder, { recursive: true })
  const newest = readMigrations().at(-1)!.name
  rmSync(join(folder, 'migrations', `${newest}.sql`))
  const older = await prepareDatabase(database.url, log, { durable: false, folder })
  await prepareJobs(database.url)
  await queryOnce(database.url, `insert into company (type, name) values ('simrush', 'From before')`)
  const backup = await write('older-backup', { ownerUrl: database.url })
  expect(backup.manifest.schema).toBe(older)
  const { code, printed, folder: target } = await restore(backup.path)
  expect(code, printed).toBe(0)
  const server = await embedded(target)
  expect(await queryOnce(server.url, 'select name from company')).toEqual([{ name: 'From before' }])
  expect(await queryOnce(server.url, 'select max(name) as name from schema_migration')).toEqual([{ name: newest }])
}, 240_000)
