import { maxXlsxRows } from '@trunkline/contract/list'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { createCatalogue, importFile } from '../../testing/imports.ts'
import type { ApiCall } from '../../testing/panel.ts'

let fixture: Fixture
let master: ApiCall
beforeAll(async () => {
  fixture = await setupFixture()
  await createCatalogue(fixture.panel)
  master = await fixture.as('master')
})
afterAll(() => fixture?.panel.stop())

const devices = async () =>
  (await master('GET', '/hardware/index?search=TRIP&orderBy=serial_number')).body.data as Record<string, unknown>[]

test('an exported workbook is imported again without a change', async () => {
  const names = ['=SUM(A1)', 'Keller & Dach', '00123', "'quoted'", 'Größe "XL"']
  const csv = ['Name,Serial number,Model,Manufacturer,Company,Comment,Warranty expiry']
  names.forEach((name, i) =>
    csv.push(
      `"${name.replaceAll('"', '""')}",TRIP-${i},One,Maker A,Client,"two\nlines ${i}",${i % 2 ? '2026-12-31' : ''}`,
    ),
  )
  expect(await importFile(fixture.panel, master, '/hardware/import', csv.join('\r\n'))).toMatchObject({
    bad: 0,
    created: 5,
  })
  const before = await devices()
  expect(before.map(({ name }) => name)).toEqual(names)

  const exported = await master('GET', '/hardware/index?search=TRIP&orderBy=serial_number&export=xlsx')
  expect(exported.headers['content-type']).toContain('spreadsheetml')
  expect(exported.headers['content-disposition']).toMatch(/filename="hardware-[\d-]+\.xlsx"/)
  const again = await importFile(
    fixture.panel,
    master,
    '/hardware/import',
    { name: 'hardware.xlsx', bytes: exported.bytes },
    { mode: 'update' },
  )
  expect(again).toMatchObject({ format: 'xlsx', rows_total: 5, created: 0, updated: 0, bad: 0 })
  expect(await devices()).toEqual(before)
})

test('a list that is too long for a workbook is rejected, and exported as CSV', async () => {
  const { client } = fixture.companies
  await fixture.panel.sql((tx) =>
    sql`insert into site (company_id, name) select ${client}, 'Site ' || n from generate_series(1, ${maxXlsxRows + 1}::int) n`.execute(
      tx,
    ),
  )
  const rejected = await master('GET', '/site/index?export=xlsx')
  expect(rejected.status).toBe(422)
  expect(rejected.body.error.messages ?? rejected.body.error.fields).toMatchObject({ export: expect.anything() })
  expect((await master('GET', '/site/index?export=csv')).text.split('\r\n').length).toBeGreaterThan(maxXlsxRows)
  expect((await master('GET', '/site/index?search=Site%201&export=xlsx')).status).toBe(200)
})
