import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { importFile, createCatalogue, reportRows, runJob, upload } from '../../testing/imports.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { inlineRow, makeXlsx } from '../../testing/xlsx.ts'
import { replied } from '../../testing/messages.ts'

let fixture: Fixture
let master: ApiCall

beforeAll(async () => {
  fixture = await setupFixture()
  await createCatalogue(fixture.panel)
  master = await fixture.as('master')
})
afterAll(() => fixture?.panel.stop())

const path = '/hardware/import'
const show = async (id: number) => (await master('GET', `/import/${id}/show`)).body.data

test('columns are matched by field, label and alias; missing ones are reported', async () => {
  const unclear = await upload(master, path, { bytes: 'Bezeichnung,S/N\nx,none' }, { dry_run: 1 })
  expect(unclear.body.data).toMatchObject({
    state: 'uploaded',
    columns: ['', 'serial_number'],
    sample: [['x', 'none']],
    failure: replied('import.fields_missing', { names: ['Name', 'Model'] }),
  })
  const { id } = unclear.body.data
  expect((await master('POST', `/import/${id}/run`, { dry_run: true })).body.error.messages.columns).toEqual(
    replied('import.fields_missing', { names: ['Name', 'Model'] }),
  )
  for (const [columns, reason] of [
    [['name', 'name'], 'import.field_twice'],
    [['name', 'colour'], 'import.field_unknown'],
    [['name', 'model', 'type'], 'import.column_count'],
  ] as const)
    expect(
      (await master('POST', `/import/${id}/run`, { dry_run: true, columns })).body.error.messages.columns,
    ).toMatchObject({ reason })
  const run = await master('POST', `/import/${id}/run`, { dry_run: true, columns: ['name', 'model'] })
  expect(run.body.data).toMatchObject({ state: 'checking', columns: ['name', 'model'], failure: null })
  await runJob(fixture.panel, id)
  expect(await show(id)).toMatchObject({ state: 'checked', bad: 1 })
  for (const [bytes, fields, reason] of [
    ['Bezeichnung,S/N\nx,1', {}, 'import.fields_missing'],
    ['Name,name,Model\nx,y,One', {}, 'import.duplicate_headers'],
    ['a,b\nx,One', { columns: '["name","nothing"]', dry_run: 1 }, 'import.field_unknown'],
  ] as const)
    expect((await upload(master, path, { bytes }, fields)).body.error.messages.columns, bytes).toMatchObject({
      reason,
    })
  const chosen = await importFile(fixture.panel, master, path, 'a,b\nChosen,One', {
    columns: '["name","model"]',
    dry_run: 1,
  })
  expect(chosen).toMatchObject({ state: 'checked', created: 1 })
})

test('an XLSX file is imported like a CSV file', async () => {
  const bytes = await makeXlsx({
    rows: `${inlineRow(1, ['Name', 'Serial number', 'Model', 'Warranty until'])}${inlineRow(2, ['From a sheet', 'X-1', 'One', '2027-01-31'])}${inlineRow(3, ['Bad', 'X-2', 'None', ''])}`,
  })
  const job = await importFile(
    fixture.panel,
    master,
    path,
    { name: 'C:\\fakepath\\stock.xlsx', bytes },
    { mode: 'skip-bad' },
  )
  expect(job).toMatchObject({
    state: 'done',
    format: 'xlsx',
    sheet: 'Stock',
    file_name: 'stock.xlsx',
    created: 1,
    bad: 1,
  })
  expect(job.errors).toEqual([
    { row: 3, column: 'Model', value: 'None', ...replied('row.missing', { kind: 'hardware-model' }) },
  ])
})

test('characters that PostgreSQL rejects are removed or replaced', async () => {
  // The two hundredth character is half of a surrogate pair.
  const long = `${'x'.repeat(199)}\u{1F4E1}`
  const bytes = await makeXlsx({
    rows: `${inlineRow(1, ['Name', 'Model', long])}${inlineRow(2, ['a_x0000_b_xD800_c', 'One', long])}${inlineRow(3, ['x', long, 'Cafe\u0301'])}`,
  })
  const job = await importFile(fixture.panel, master, path, { bytes }, { mode: 'skip-bad' })
  expect(job).toMatchObject({ state: 'done', created: 1, bad: 1 })
  expect(job.errors[0].value).toBe('x'.repeat(199))
  expect((await reportRows(master, job.id))[1]?.[3]).toBe('abc')
})

test('only the latest files of a user are stored', async () => {
  const ids: number[] = []
  for (let n = 0; n < 12; n++) ids.push((await upload(master, path, { bytes: 'a\n1' }, { dry_run: 1 })).body.data.id)
  const { rows } = await fixture.panel.sql((tx) =>
    sql<{
      id: number
    }>`select distinct import_id as id from import_chunk where import_id = any (${ids}::bigint[]) order by 1`.execute(
      tx,
    ),
  )
  expect(rows.map(({ id }) => id)).toEqual(ids.slice(2))
})

test('a file that is not a table is rejected at the file, and too many rows fail the import', async () => {
  for (const [bytes, expected] of [
    ['%PDF-1.4 and so on', replied('file.no_table', { kind: 'pdf' })],
    ['name,model\n', replied('file.no_data_rows')],
    [`${'a,'.repeat(201)}b\n1`, replied('file.too_many_columns', { max: 200 })],
  ] as const)
    expect(
      (await upload(master, path, { bytes }, { dry_run: 1 })).body.error.messages.file,
      bytes.slice(0, 20),
    ).toEqual(expected)
  const many = await importFile(fixture.panel, master, path, `name,model\n${'a,One\n'.repeat(100_001)}`, { dry_run: 1 })
  expect(many).toMatchObject({ state: 'failed' })
  expect(many.failure).toEqual(replied('file.too_many_rows', { max: 100_000 }))
}, 60_000)

test('the mapping of the last file with the same columns is reused for the same user only', async () => {
  const file = { bytes: 'Bezeichnung,Geraet\nx,One' }
  const { id } = (await upload(master, path, file, { dry_run: 1 })).body.data
  expect((await master('POST', `/import/${id}/run`, { dry_run: true, columns: ['name', 'model'] })).status).toBe(202)
  await runJob(fixture.panel, id)
  const again = await upload(master, path, file, { dry_run: 1 })
  expect(again.body.data).toMatchObject({ columns: ['name', 'model'], failure: null })
  await runJob(fixture.panel, again.body.data.id)
  expect((await show(again.body.data.id)).state).toBe('checked')
  const other = await upload(await fixture.as('provider'), path, file, { dry_run: 1 })
  expect(other.body.data).toMatchObject({ columns: ['', ''], state: 'uploaded' })
})

test('columns and a template are available to users who may import', async () => {
  const columns = (await master('GET', '/import/columns/list?kind=hardware')).body.data
  expect(
    columns.filter(({ required }: { required: boolean }) => required).map(({ name }: { name: string }) => name),
  ).toEqual(['name', 'model'])
  for (const kind of ['hardware', 'companies', 'services', 'subnets']) {
    const { text } = await master('GET', `/import/template?kind=${kind}`)
    expect(text.startsWith('\uFEFF"')).toBe(true)
    expect(text.trimEnd().split('\r\n')).toHaveLength(2)
  }
  const client = await fixture.as('client')
  expect((await client('GET', '/import/template?kind=hardware')).status).toBe(403)
  expect((await client('GET', '/import/columns/list?kind=services')).status).toBe(403)
})
