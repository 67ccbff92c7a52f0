import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyBackup } from '../../backup/verify-backup.ts'
import { lockBackup, writeBackup } from '../../backup/write-backup.ts'
import { readConfig } from '../../config.ts'
import { createLog } from '../../log.ts'
import { startWorkers } from '../../jobs/workers.ts'
import { createCompany, createUser, startTestPanel, type ApiCall, type TestPanel } from '../../testing/panel.ts'
import { taskContext } from '../../testing/task-context.ts'
import { ensureInstallationKey } from '../setup/installation-key.ts'
import { backupTasks, pruneBackups } from './backup-tasks.ts'

const root = mkdtempSync(join(tmpdir(), 'trunkline-backups-'))
const folder = join(root, 'backups')
const log = createLog('silent')
const configOf = (more: Record<string, string> = {}) =>
  readConfig(
    {
      TRUNKLINE_KEY: Buffer.alloc(32, 7).toString('base64'),
      TRUNKLINE_DATA: join(root, 'data'),
      TRUNKLINE_BACKUP_FOLDER: folder,
      TRUNKLINE_BACKUP_KEEP: '2',
      ...more,
    },
    [],
  )
let panel: TestPanel
let asProvider: ApiCall, asReader: ApiCall, asReseller: ApiCall

beforeAll(async () => {
  panel = await startTestPanel()
  await ensureInstallationKey(configOf(), panel.databases, log)
  const users = await panel.sql(async (tx) => {
    const top = await createCompany(tx, { name: 'Northwind', type: 'simrush' })
    const reseller = await createCompany(tx, { name: 'Reseller', type: 'reseller', parent_id: top })
    return {
      provider: await createUser(tx, { company_id: top, role: 'admin' }),
      reader: await createUser(tx, { company_id: top, role: 'read-only' }),
      reseller: await createUser(tx, { company_id: reseller, role: 'primary-admin' }),
    }
  })
  asProvider = await panel.as(users.provider)
  asReader = await panel.as(users.reader)
  asReseller = await panel.as(users.reseller)
})
afterAll(async () => {
  await panel.stop()
  rmSync(root, { recursive: true, force: true })
})
beforeEach(async () => {
  await panel.sql((tx) => sql`delete from backup_run`.execute(tx))
  rmSync(folder, { recursive: true, force: true })
})

type Task = { run(payload: object, context: ReturnType<typeof taskContext>): Promise<void>; cron?: string }
const tasksOf = (config = configOf()) => backupTasks(config, panel.url) as unknown as Record<string, Task>
const run = (config = configOf(), attempt = 1) =>
  tasksOf(config)['backup']!.run({}, taskContext(panel.databases, { attempt }))
const status = async () => (await asProvider('GET', '/installation/backups/status')).body.data
const card = async (call: ApiCall) =>
  ((await call('GET', '/dashboard/summary')).body.data.cards as { key: string }[]).find(({ key }) => key === 'backup')
const metricsOf = async () => (await panel.app.inject({ url: '/metrics', headers: { host: '127.0.0.1' } })).body
const backups = () => (existsSync(folder) ? readdirSync(folder).toSorted() : [])
/** Simulates an older backup or installation. */
const age = (hours: number) =>
  panel.sql(async (tx) => {
    await sql`create temporary table aged on commit drop as select * from backup_run`.execute(tx)
    await sql`delete from backup_run`.execute(tx)
    await sql`insert into backup_run (host, origin, state, file, bytes, row_count, encrypted, reason, started_at, finished_at)
      select host, origin, state, file, bytes, row_count, encrypted, reason, started_at, finished_at - make_interval(hours => ${hours}) from aged`.execute(
      tx,
    )
    await sql`update installation_key set set_at = now() - make_interval(hours => ${hours})`.execute(tx)
  })

test('a scheduled backup is complete, recorded, and shown to the provider and in the metrics', async () => {
  await run()
  const [file] = backups()
  const manifest = await verifyBackup(join(folder, file!), undefined)
  expect(manifest.tables.find(({ name }) => name === 'public.company')).toMatchObject({ rows: 2 })
  expect(await status()).toMatchObject({
    last_good: { file, encrypted: false },
    last_failed: null,
    recent: 1,
    max_age_hours: 30,
    overdue: false,
  })
  expect(await card(asProvider)).toMatchObject({
    total: 1,
    figures: [{ key: 'backup_age', tone: 'good' }, { key: 'backup_bytes' }, { key: 'backup_failed', value: 0 }],
  })
  const metrics = await metricsOf()
  expect(metrics).toMatch(/^trunkline_backup_last_success_timestamp_seconds 1\d{9}/m)
  expect(metrics).toMatch(/^trunkline_backup_last_success_bytes [1-9]/m)
  expect(metrics).toMatch(/^trunkline_backup_overdue 0$/m)
  expect(metrics).toMatch(/^trunkline_backup_failures 0$/m)
})

test('a passphrase encrypts scheduled backups', async () => {
  const config = configOf({ TRUNKLINE_BACKUP_PASSPHRASE: 'a passphrase of a test' })
  await run(config)
  const [file] = backups()
  expect(file).toMatch(/\.tar\.enc$/)
  expect(readFileSync(join(folder, file!)).includes('manifest.json')).toBe(false)
  await verifyBackup(join(folder, file!), config.backup.passphrase)
  expect(await status()).toMatchObject({ last_good: { encrypted: true } })
})

test('an old or missing backup is overdue on the dashboard, in the metrics and in the log, unless the limit is 0', async () => {
  await age(1)
  expect(await status()).toMatchObject({ last_good: null, overdue: false })
  await age(31)
  expect(await status()).toMatchObject({ last_good: null, overdue: true })
  expect(await card(asProvider)).toMatchObject({ figures: [{ key: 'backup_none', tone: 'bad' }, {}, {}] })
  await run()
  expect(await status()).toMatchObject({ overdue: false })
  await age(31)
  expect(await status()).toMatchObject({ overdue: true })
  expect(await card(asProvider)).toMatchObject({ figures: [{ key: 'backup_age', tone: 'bad' }, {}, {}] })
  await new Promise((done) => setTimeout(done, 1100))
  expect(await metricsOf()).toMatch(/^trunkline_backup_overdue 1$/m)
  const warnings: unknown[] = []
  const { Writable } = await import('node:stream')
  const noting = createLog('warn', new Writable({ write: (line, _, done) => (warnings.push(String(line)), done()) }))
  for (const more of [{}, { TRUNKLINE_BACKUP_MAX_AGE: '0' }])
    await tasksOf(configOf(more as Record<string, string>))['check-backup-age']!.run(
      {},
      taskContext(panel.databases, { log: noting }),
    )
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain('older than TRUNKLINE_BACKUP_MAX_AGE')
})

test('a failed backup is retried, recorded after the last attempt, and leaves no file', async () => {
  writeFileSync(join(root, 'a-file'), '')
  const config = configOf({ TRUNKLINE_BACKUP_FOLDER: join(root, 'a-file', 'below') })
  await expect(run(config, 1)).rejects.toThrow(/couldn't be created/)
  expect(await status()).toMatchObject({ last_failed: null })
  await expect(run(config, 5)).rejects.toThrow(/couldn't be created/)
  expect(await status()).toMatchObject({ last_failed: { reason: expect.stringContaining('a-file') } })
  expect(await card(asProvider)).toMatchObject({ figures: [{}, {}, { key: 'backup_failed', value: 1, tone: 'bad' }] })
  await run()
  expect(await status()).toMatchObject({ last_failed: null })
})

test('only one backup runs at a time: a scheduled one is skipped, a command reports the other', async () => {
  const holder = new Client({ connectionString: panel.url })
  await holder.connect()
  await lockBackup(holder)
  await run()
  expect(backups()).toEqual([])
  expect(await status()).toMatchObject({ last_good: null, last_failed: null })
  await expect(
    writeBackup({ ownerUrl: panel.url, dataDir: root, folder, passphrase: undefined, version: '1' }),
  ).rejects.toMatchObject({ exitCode: 75 })
  await holder.end()
  await run()
  expect(backups()).toHaveLength(1)
})

test('an interrupted backup leaves no file, and the next one is complete', async () => {
  const stopping = new AbortController()
  const settings = { ownerUrl: panel.url, dataDir: root, folder, passphrase: undefined, version: '1' }
  await panel.sql((tx) =>
    sql`insert into mail (kind, to_address, subject, body_text, body_html, locale, message_id, state)
      select 'welcome', 'a@x.example', 'x', repeat(md5(i::text), 2000), '', 'en', 'm' || i, 'sent' from generate_series(1, 300) i`.execute(
      tx,
    ),
  )
  const writing = writeBackup({ ...settings, signal: stopping.signal })
  while (!backups().some((name) => name.endsWith('.unfinished'))) await new Promise((done) => setTimeout(done, 1))
  stopping.abort(new Error('The process stops.'))
  await expect(writing).rejects.toThrow('The process stops.')
  expect(backups()).toEqual([])
  const { path } = await writeBackup(settings)
  expect(backups()).toEqual([basename(path)])
})

test('the newest backups of this installation are retained, other files and installations are not touched', async () => {
  await run()
  const [newest] = backups()
  const prefix = newest!.slice(0, 'trunkline-12345678-'.length)
  const touch = (name: string, hours = 0) => {
    writeFileSync(join(folder, name), '')
    const at = new Date(Date.now() - hours * 3_600_000)
    utimesSync(join(folder, name), at, at)
  }
  const old = [`${prefix}2020-01-01T000000Z.tar`, `${prefix}2021-01-01T000000Z.tar.enc`]
  const others = [
    'trunkline-ffffffff-2020-01-01T000000Z.tar',
    'notes.txt',
    `${prefix}2026-01-01T000000Z.tar.unfinished`,
  ]
  for (const name of [...old, ...others]) touch(name)
  touch(`${prefix}2019-01-01T000000Z.tar.unfinished`, 25)
  expect(await pruneBackups(folder, newest!, 2)).toEqual([old[0], `${prefix}2019-01-01T000000Z.tar.unfinished`])
  expect(backups()).toEqual([...others, old[1], newest].toSorted())
})

test('the schedule runs on workers with a directory only', async () => {
  expect(tasksOf(configOf({ TRUNKLINE_BACKUP_SCHEDULE: '5 */6 * * *' }))['backup']!.cron).toBe('5 */6 * * *')
  expect(Object.keys(tasksOf(configOf({ TRUNKLINE_BACKUP_FOLDER: '' })))).toEqual(['check-backup-age'])
  const tasks = backupTasks(configOf(), panel.url)
  const workers = await startWorkers({ databases: panel.databases, tasks, log })
  await panel.sql((tx) => sql`select graphile_worker.add_job('backup')`.execute(tx))
  while (backups().filter((name) => name.endsWith('.tar')).length === 0)
    await new Promise((done) => setTimeout(done, 50))
  await workers.stop(5000)
  expect((await status()).last_good).not.toBeNull()
})

test('only users with permission to view the installation see backups', async () => {
  await run()
  for (const call of [asReader, asReseller]) {
    expect((await call('GET', '/installation/backups/status')).status).toBe(403)
    expect(await card(call)).toBeUndefined()
  }
})
