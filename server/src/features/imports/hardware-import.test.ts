import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { importFile, createCatalogue, reportRows, runJob, upload } from '../../testing/imports.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { replied } from '../../testing/messages.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall

beforeAll(async () => {
  fixture = await setupFixture()
  await createCatalogue(fixture.panel)
  ;[provider, master] = await Promise.all([fixture.as('provider'), fixture.as('master')])
})
afterAll(() => fixture?.panel.stop())

const path = '/hardware/import'
const load = (call: ApiCall, lines: string[] | string, fields: object = {}) =>
  importFile(fixture.panel, call, path, typeof lines === 'string' ? lines : lines.join('\r\n'), fields)
const devices = async (call: ApiCall, search: string) =>
  (await call('GET', `/hardware/index?search=${encodeURIComponent(search)}`)).body.data
const count = () =>
  fixture.panel.sql(async (tx) => (await sql<{ n: number }>`select count(*) as n from hardware`.execute(tx)).rows[0]!.n)
const reported = ({ errors }: { errors: { row: number; column: string }[] }) =>
  errors.map(({ row, column }) => `${row} ${column}`).sort()

test('a dry run counts and writes nothing, and the same file is then imported', async () => {
  const before = await count()
  const csv = ['Name;Seriennummer;Modell;Firma', 'Keller;S-100;One;Client', 'Dach;S-101;A-1;Master / Reseller / Client']
  const checked = await load(master, csv, { dry_run: 1 })
  expect(checked).toMatchObject({
    state: 'checked',
    separator: ';',
    encoding: 'UTF-8',
    columns: ['name', 'serial_number', 'model', 'company'],
    rows_total: 2,
    rows_done: 2,
    created: 2,
    bad: 0,
    errors: [],
  })
  expect(await count()).toBe(before)
  const run = await master('POST', `/import/${checked.id}/run`, { dry_run: false })
  expect(run.body.data).toMatchObject({ state: 'applying', rows_done: 0 })
  await runJob(fixture.panel, checked.id)
  const done = (await master('GET', `/import/${checked.id}/show`)).body.data
  expect(done).toMatchObject({ state: 'done', created: 2, bad: 0 })
  const [device] = await devices(master, 'S-100')
  expect(device).toMatchObject({ name: 'Keller', company_id: fixture.companies.client, manufacturer_name: 'Maker A' })
  const log = (await master('GET', `/audit-log/index?search=subject:hardware;object_id:${device.id}`)).body.data
  expect(log[0]).toMatchObject({ action: 'create' })
  expect(log[0].actor_name).toContain('@panel.example')
  expect(await reportRows(master, checked.id)).toEqual([
    ['Row', 'Outcome', 'Id', 'Name', 'Messages'],
    ['2', 'created', String(device.id), 'Keller (S-100)', ''],
    ['3', 'created', String(device.id + 1), 'Dach (S-101)', ''],
  ])
})

test('each error is reported by row and column, and one error prevents the import', async () => {
  await load(master, ['name,serial,model', 'There,D-1,One'])
  const before = await count()
  const csv = [
    'name,serial_number,model,manufacturer,company,mac,warranty until,site,port',
    ',D-2,One,,,,,,',
    'Unknown model,D-3,Two,,,,,,',
    'Two makers,D-4,Same,,,,,,',
    'Told apart,D-5,Same,Maker B,,,,,',
    'Other maker,D-6,One,Maker B,,,,,',
    'Foreign,D-7,One,,Foreign,,,,',
    'Bad,D-8,One,,,zz:zz,31.02.2027,Nowhere,',
    'Twice,d-5,Same,Maker B,,,,,',
    'Taken,d-1,One,,,,,,',
    'Too long a warranty,D-9,One,,,,2099-01-01,,',
  ]
  const failed = await load(master, csv)
  expect(failed).toMatchObject({ state: 'failed', created: 0, bad: 9, errors_total: 11 })
  expect(failed.failure).toEqual(replied('import.rows_failed', { rows: 9 }))
  expect(reported(failed)).toEqual([
    '10 serial_number',
    '11 warranty until',
    '2 name',
    '3 model',
    '4 model',
    '6 manufacturer',
    '7 company',
    '8 mac',
    '8 site',
    '8 warranty until',
    '9 serial_number',
  ])
  expect(failed.errors.find(({ row }: { row: number }) => row === 7)).toEqual({
    row: 7,
    column: 'company',
    value: 'Foreign',
    ...replied('row.missing', { kind: 'company' }),
  })
  expect(await count()).toBe(before)
  const skipped = await load(master, csv, { mode: 'skip-bad' })
  expect(skipped).toMatchObject({ state: 'done', created: 1, bad: 9 })
  expect(await count()).toBe(before + 1)
})

test("a serial number of another company's device is rejected without its name", async () => {
  await load(provider, ['name,serial,model,company', 'Secret name,F-1,One,Foreign'])
  const failed = await load(master, ['name,serial,model', 'Mine,f-1,One'], { dry_run: 1 })
  expect(failed).toMatchObject({ bad: 1 })
  expect(failed.errors[0]).toMatchObject(replied('hardware.serial_taken'))
})

test('an update changes different fields by manufacturer and serial number, and leaves empty cells unchanged', async () => {
  await load(master, ['name,serial,model,comment', 'Old,U-1,One,kept', 'Same,U-2,One,'])
  const csv = ['name,serial,model,comment', 'New,u-1,One,', 'Same,U-2,One,', 'Fresh,U-3,One,']
  const checked = await load(master, csv, { mode: 'update', dry_run: 1 })
  expect(checked).toMatchObject({ state: 'checked', created: 1, updated: 1, same: 1, bad: 0 })
  expect(await devices(master, 'U-3')).toEqual([])
  expect(await load(master, csv, { mode: 'update' })).toMatchObject({ state: 'done', created: 1, updated: 1, same: 1 })
  expect((await devices(master, 'U-1'))[0]).toMatchObject({ name: 'New', comment: 'kept' })
})

test('a password is stored encrypted and never returned', async () => {
  const csv = [
    'name,serial,model,management password,Kennwort 2',
    'P,P-1,One,hush-hush-1,hush-hush-2',
    `P2,P-2,Two,${'hush-hush-3'.repeat(40)},`,
  ]
  const job = await load(master, csv, { mode: 'skip-bad' })
  expect(job).toMatchObject({
    created: 1,
    bad: 1,
    sample: [['P', 'P-1', 'One', '••••••', '••••••'], expect.anything()],
  })
  expect(JSON.stringify(job)).not.toContain('hush')
  expect((await master('GET', `/import/${job.id}/report`)).text).not.toContain('hush')
  const [device] = await devices(master, 'P-1')
  expect((await master('GET', `/hardware/${device.id}/show`)).body.data.management.has_password).toBe(true)
  const stored = await fixture.panel.sql(
    async (tx) =>
      (
        await sql<{
          all: string
        }>`select (select string_agg(i::text, '') from import i) || coalesce((select string_agg(encode(bytes, 'escape'), '') from import_chunk), '') as all`.execute(
          tx,
        )
      ).rows[0]!.all,
  )
  expect(stored).not.toContain('hush')
})

test('only a user with the permission uploads, and only the user who started an import sees it', async () => {
  const reader = await fixture.as('master', 'read-only')
  expect((await upload(reader, path, { bytes: 'name,model\nx,One' })).status).toBe(403)
  const { id } = await load(master, ['name,model', 'Mine,One'], { dry_run: 1 })
  for (const other of [await fixture.as('master', 'admin'), provider, await fixture.as('sibling')]) {
    expect((await other('GET', `/import/${id}/show`)).status).toBe(404)
    expect((await other('GET', `/import/${id}/report`)).status).toBe(404)
    expect((await other('POST', `/import/${id}/run`, { dry_run: true })).status).toBe(404)
    expect((await other('DELETE', `/import/${id}/destroy`)).status).toBe(404)
    expect(
      (await other('GET', '/import/index?kind=hardware')).body.data.map((row: { id: number }) => row.id),
    ).not.toContain(id)
  }
  expect((await master('GET', '/import/index?kind=hardware')).body.data[0]).toMatchObject({ id, state: 'checked' })
  expect((await master('DELETE', `/import/${id}/destroy`)).status).toBe(204)
  expect((await master('GET', `/import/${id}/show`)).status).toBe(404)
})
