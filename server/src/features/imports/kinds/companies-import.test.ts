import { message } from '@trunkline/contract/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../../testing/describe-resource.ts'
import { importFile, upload } from '../../../testing/imports.ts'
import type { ApiCall } from '../../../testing/panel.ts'
import { replied } from '../../../testing/messages.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall

beforeAll(async () => {
  fixture = await setupFixture()
  ;[provider, master] = await Promise.all([fixture.as('provider'), fixture.as('master')])
})
afterAll(() => fixture?.panel.stop())

const load = (call: ApiCall, lines: string[], fields: object = {}) =>
  importFile(fixture.panel, call, '/company/import', lines.join('\n'), fields)
const named = async (call: ApiCall, name: string) =>
  (await call('GET', `/company/index?search=${encodeURIComponent(name)}&searchFields=name:=`)).body.data

const tree = [
  'Name;Typ;Übergeordnete Firma;Land;Telefon;Aktiv',
  'New dealer;Reseller;;DE;+49 30 901820;ja',
  'New client;Kunde;New dealer;;;',
  'Second client;client;Master / Reseller;;;nein',
]

test('companies become descendants of the caller, also below companies of the same file', async () => {
  expect(await load(master, tree, { dry_run: 1 })).toMatchObject({ state: 'checked', created: 3, bad: 0, errors: [] })
  expect(await named(master, 'New dealer')).toEqual([])
  expect(await load(master, tree)).toMatchObject({ state: 'done', created: 3 })
  const [dealer] = await named(master, 'New dealer')
  expect(dealer).toMatchObject({
    type: 'reseller',
    parent_id: fixture.companies.master,
    countyIsoCode: 'DE',
    telephone: '+4930901820',
  })
  expect((await named(master, 'New client'))[0]).toMatchObject({ type: 'client', parent_id: dealer.id })
  expect((await named(master, 'Second client'))[0]).toMatchObject({
    parent_id: fixture.companies.reseller,
    is_active: false,
  })
})

test('importing the same file again changes nothing: companies are matched by name and parent', async () => {
  const again = await load(master, tree)
  expect(again).toMatchObject({ state: 'failed', bad: 3 })
  expect(again.errors[0]).toMatchObject({
    row: 2,
    column: 'Name',
    ...replied('import.company_exists'),
  })
  expect(await load(master, tree, { mode: 'update' })).toMatchObject({ state: 'done', created: 0, same: 3, bad: 0 })
  const changed = ['name,type,parent,city', 'New client,client,New dealer,Berlin']
  expect(await load(master, changed, { mode: 'update' })).toMatchObject({ updated: 1 })
  expect((await named(master, 'New client'))[0]).toMatchObject({ city: 'Berlin' })
})

test('errors of ranks, parents, foreign companies and form rules are reported by row and column', async () => {
  const job = await load(
    master,
    [
      'name,type,parent,country,telephone,currency,e-mail,billing term',
      'A,master-distributor,,,,,,',
      'B,client,Foreign,,,,,',
      'C,client,Client,,,,,',
      'D,company,,,,,,',
      'E,client,,XX,123,ZZZ,nobody,never',
      'F,client,,,,,,',
      'F,client,,,,,,',
      'G,client,Sibling,,,,,',
    ],
    { mode: 'skip-bad' },
  )
  expect(job).toMatchObject({ state: 'done', created: 1, bad: 7 })
  expect(job.errors.map(({ row, column }: { row: number; column: string }) => `${row} ${column}`).sort()).toEqual([
    '2 type',
    '3 parent',
    '4 type',
    '5 type',
    '6 billing term',
    '6 country',
    '6 currency',
    '6 e-mail',
    '6 telephone',
    '8 name',
    '9 parent',
  ])
  // The provider sees both branches: a name in both is ambiguous.
  await load(provider, ['name,type,parent', 'Twin,reseller,Master', 'Twin,reseller,Sibling'])
  const ambiguous = await load(provider, ['name,type,parent', 'X,client,Twin', 'Y,client,Sibling / Twin'], {
    dry_run: 1,
  })
  expect(ambiguous).toMatchObject({ created: 1, bad: 1 })
  expect(ambiguous.errors[0]).toMatchObject(replied('cell.ambiguous_company', { count: 2 }))
})

test('a user who may change a company cannot change by import what an ancestor company sets', async () => {
  const editor = await fixture.as('master', 'editor')
  await load(master, ['name,type', 'Kept,client'])
  const job = await load(editor, ['name,type,city,billing term', 'Kept,client,Bonn,net-60'], { mode: 'update' })
  expect(job).toMatchObject({ updated: 0, bad: 1 })
  expect((await named(master, 'Kept'))[0]).toMatchObject({ city: null })
  expect(await load(editor, ['name,type,city', 'Kept,client,Bonn'], { mode: 'update' })).toMatchObject({ updated: 1 })
})

test('spreadsheet error values, invalid bytes and control characters are rejected as names', async () => {
  const errors = ['#REF!', '#N/A', '#VALUE!', '#NAME?', '#DIV/0!', '#BEZUG!', '#NV', 'Err:508']
  const lines = [
    'name;type;city',
    ...errors.map((error) => `${error};client;`),
    'Ok \u202egpj;client;',
    'Bell\u0007;client;',
    'Broken;client;Kö?ln',
    'Number #1;client;Köln',
    'מלון;client;',
  ]
  const bytes = Buffer.from(lines.join('\n'))
  bytes[bytes.indexOf('?ln')] = 0xff
  const job = await importFile(fixture.panel, master, '/company/import', { bytes }, { mode: 'skip-bad' })
  expect(job).toMatchObject({ state: 'done', created: 2, bad: errors.length + 3 })
  expect(job.errors).toMatchObject([
    ...errors.map((text, at) => ({ row: at + 2, column: 'name', ...replied('cell.spreadsheet_error', { text }) })),
    { row: 10, column: 'name', ...replied('field.text_direction') },
    { row: 11, column: 'name', ...replied('field.control_characters') },
    { row: 12, column: 'city', ...replied('cell.encoding') },
  ])
  const header = await upload(master, '/company/import', { bytes: 'name;type;#REF!\nx;client;\n' })
  const error = message('cell.spreadsheet_error', { text: '#REF!' })
  expect(header.body.error.messages).toEqual({ file: replied('file.header', { column: 3, error }) })
  expect(header.body.error.fields.file).toBe(
    'Header of column 3: #REF! is a spreadsheet error. Replace it with a value.',
  )
})
