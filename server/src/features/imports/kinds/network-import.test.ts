import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { setupFixture, type Fixture } from '../../../testing/describe-resource.ts'
import { createCatalogue, importFile, reportRows } from '../../../testing/imports.ts'
import type { ApiCall } from '../../../testing/panel.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall

beforeAll(async () => {
  fixture = await setupFixture()
  ;[provider, master] = await Promise.all([fixture.as('provider'), fixture.as('master')])
  await createCatalogue(fixture.panel)
})
afterAll(() => fixture?.panel.stop())

const load = (path: string, lines: string[], fields: object = {}, call = master) =>
  importFile(fixture.panel, call, path, lines.join('\n'), fields)
type Errors = { row: number; column: string; reason: string }[]
const brief = ({ errors }: { errors: Errors }) => errors.map(({ row, column, reason }) => [row, column, reason])

test('tariffs: rates, quotas with units and prices, by the rules of the form', async () => {
  const head = 'name,company,price,currency,download,upload,quota,quota_action,slow_download_rate,slow_upload_rate'
  const job = await load(
    '/network/tariff/import',
    [
      head,
      'Fibre,Reseller,24.90,EUR,100000,20000,500 GB,slow,1000,1000',
      'Odd,Reseller,24.905,EUR,,,,,,',
      'Slow,Reseller,1.00,EUR,10,10,1 GB,slow,,',
      'Own,Client,1.00,EUR,,,,,,',
      'Unit,Reseller,1.00,EUR,,,500 apples,,,',
    ],
    { mode: 'skip-bad' },
  )
  expect(brief(job)).toEqual([
    [3, 'price', 'field.amount'],
    [4, 'slow_download_rate', 'tariff.slow_rate_required'],
    [4, 'slow_upload_rate', 'tariff.slow_rate_required'],
    [5, 'company', 'company.client_owns'],
    [6, 'quota', 'cell.bytes'],
  ])
  const [tariff] = (await master('GET', '/network/tariff/index?search=name:Fibre')).body.data
  expect(tariff).toMatchObject({
    company_id: fixture.companies.reseller,
    download_rate: 100_000,
    quota_bytes: 500_000_000_000,
    price: '24.90',
  })
  const changed = [head, 'fibre,Reseller,24.9,EUR,200000,,,,,']
  expect(brief(await load('/network/tariff/import', changed, { dry_run: 1 }))).toEqual([
    [2, 'name', 'tariff.name_taken'],
  ])
  expect(await load('/network/tariff/import', changed, { mode: 'update' })).toMatchObject({ updated: 1 })
  expect((await master('GET', `/network/tariff/${tariff.id}/show`)).body.data).toMatchObject({
    download_rate: 200_000,
    upload_rate: 20_000,
  })
  expect(await load('/network/tariff/import', changed, { mode: 'update' })).toMatchObject({ updated: 0, same: 1 })
})

test('NAS devices: secrets come in and never go out', async () => {
  const secret = 'a-shared-secret-1'
  const head = 'name,address,shared secret,vendor,purposes,company'
  const lines = [
    head,
    `BNG,203.0.113.10,${secret},MikroTik,pppoe; hotspot,Reseller`,
    'Generated,203.0.113.11,,cisco,,Reseller',
    `Twice,203.0.113.10,${secret},cisco,,Reseller`,
    `Bad,203.0.113.12,has spaces ${secret},cisco,,Reseller`,
    'Bad,203.0.113.300,,cisco,,Reseller',
    'Bad,203.0.113.13,,toaster,,Reseller',
    'Bad,203.0.113.14,,cisco,,Client',
  ]
  const job = await load('/network/nas/import', lines, { mode: 'skip-bad' })
  expect(brief(job)).toEqual([
    [4, 'address', 'import.duplicate_row'],
    [5, 'shared secret', 'field.plain_characters'],
    [6, 'address', expect.stringMatching(/^ip\.|^net\.|^address/)],
    [7, 'vendor', 'field.allowed'],
    [8, 'company', 'company.client_owns'],
  ])
  expect(job).toMatchObject({ state: 'done', created: 2 })
  expect(JSON.stringify(job)).not.toContain('shared-secret')
  expect(JSON.stringify(await reportRows(master, job.id))).not.toContain('shared-secret')
  const { rows } = await fixture.panel.sql((tx) =>
    sql<{ audit: string }>`select string_agg(audit_log::text, ' ') as audit from audit_log`.execute(tx),
  )
  expect(rows[0]?.audit).not.toContain('shared-secret')
  const found = (await master('GET', '/network/nas/index?search=name:BNG')).body.data[0]
  expect(found).toMatchObject({ address: '203.0.113.10', vendor: 'mikrotik', purposes: ['pppoe', 'hotspot'] })
  const text = async () =>
    (await master('GET', `/network/nas/${found.id}/commands?with_secret=1&server=192.0.2.1`)).body.data.text
  expect(await text()).toContain(secret)
  // The same secret is no change, another one is.
  expect(await load('/network/nas/import', lines.slice(0, 2), { mode: 'update' })).toMatchObject({ same: 1 })
  const other = [head, 'BNG,203.0.113.10,another-secret-2,,,']
  expect(
    await load('/network/nas/import', other, { mode: 'update', company_id: fixture.companies.reseller }),
  ).toMatchObject({ updated: 1 })
  expect(await text()).toContain('another-secret-2')
})

test('hardware models: the provider imports them for known manufacturers and types', async () => {
  const head = 'name,manufacturer,type,code,radios,lte,ethernet ports'
  const job = await load(
    '/hardware/model/import',
    [
      head,
      'New,Maker A,Test router,N-1,2.4; 5,yes,5',
      'One,Maker A,Test router,,,,',
      'Two,Maker C,Test router,,,,',
      'Three,Maker A,,,,,',
      'Four,Maker A,Test router,,7,,',
    ],
    { mode: 'skip-bad' },
    provider,
  )
  expect(brief(job)).toEqual([
    [3, 'name', 'catalogue.name_taken'],
    [4, 'manufacturer', 'row.missing'],
    [5, 'type', 'field.required'],
    [6, 'radios', 'field.allowed'],
  ])
  expect((await master('GET', '/hardware/model/index?search=name:New')).body.data[0]).toMatchObject({
    radios: ['2.4', '5'],
    has_lte: true,
    ethernet_ports: 5,
  })
  const update = [head, 'new,Maker A,Test router,N-2,,,']
  expect(await load('/hardware/model/import', update, { mode: 'update' }, provider)).toMatchObject({ updated: 1 })
  expect(await load('/hardware/model/import', update, { mode: 'update' }, provider)).toMatchObject({ same: 1 })
})

test('devices: a MAC address that another device has is an error, which names a visible device only', async () => {
  const head = 'name,model,company,mac'
  const first = await load('/hardware/import', [head, 'Kept,One,Client,4c:5e:0c:01:02:03'])
  expect(first).toMatchObject({ created: 1 })
  const lines = [
    head,
    'Other,One,Client,4C-5E-0C-01-02-03',
    'Fresh,One,Client,4c5e.0c01.0204',
    'Again,One,Client,4c5e0c010204',
  ]
  const job = await load('/hardware/import', lines, { dry_run: 1 })
  expect(job.errors.map(({ row, reason, params }: Record<string, unknown>) => [row, reason, params])).toEqual([
    [2, 'hardware.mac_taken_by', { name: 'Kept' }],
    [4, 'import.duplicate_row', { row: 3 }],
  ])
  const foreign = await load(
    '/hardware/import',
    lines.slice(0, 2).map((line) => line.replace('Client', 'Foreign')),
    { dry_run: 1 },
    await fixture.as('sibling'),
  )
  expect(brief(foreign)).toEqual([[2, 'mac', 'hardware.mac_taken']])
})
