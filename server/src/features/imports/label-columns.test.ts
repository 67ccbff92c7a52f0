import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { importFile } from '../../testing/imports.ts'
import type { ApiCall } from '../../testing/panel.ts'

let fixture: Fixture
let master: ApiCall
beforeAll(async () => {
  fixture = await setupFixture()
  master = await fixture.as('master')
  for (const name of ['VIP', 'Fibre']) await master('POST', '/tag/store', { name })
  const define = (key: string, body: object) =>
    master('POST', '/custom-field/store', { kind: 'company', key, label: key, type: 'text', ...body })
  await define('contract', { label: 'Contract no.', required: true })
  await define('seats', { type: 'number' })
  await define('sla', { type: 'choice', choices: ['gold', 'silver'], default_value: 'silver' })
})
afterAll(() => fixture?.panel.stop())

const load = (lines: string[], fields: object = {}) =>
  importFile(fixture.panel, master, '/company/import', lines.join('\n'), fields)
const named = async (name: string) =>
  (await master('GET', `/company/index?search=${encodeURIComponent(name)}&searchFields=name:=`)).body.data[0]

test('the columns of a kind contain tags and the custom fields of the caller', async () => {
  const { data } = (await master('GET', '/import/columns/list?kind=companies')).body
  const names = data.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['tags', 'custom_fields.contract', 'custom_fields.sla']))
  const sibling = (await (await fixture.as('sibling'))('GET', '/import/columns/list?kind=companies')).body.data
  expect(sibling.map(({ name }: { name: string }) => name)).not.toContain('custom_fields.contract')
})

test('rows get tags by name and values by label; new ones get defaults', async () => {
  const file = [
    'Name;Type;Tags;Contract no.;custom_fields.seats',
    'Labelled;client;vip, Fibre;A-1;12.5',
    'Plain;client;;;',
  ]
  expect(await load(file, { dry_run: 1 })).toMatchObject({ state: 'checked', created: 2, bad: 0 })
  expect(await named('Labelled')).toBeUndefined()
  expect(await load(file)).toMatchObject({ state: 'done', created: 2 })
  const labelled = await named('Labelled')
  expect(labelled.tags.map(({ name }: { name: string }) => name)).toEqual(['Fibre', 'VIP'])
  expect(labelled.custom_fields).toEqual({ contract: 'A-1', seats: 12.5, sla: 'silver' })
  expect((await named('Plain')).custom_fields).toEqual({ sla: 'silver' })
})

test('a wrong value or an unknown tag is an error of its column, and the row is not written', async () => {
  const report = await load([
    'Name;Type;Tags;custom_fields.seats;custom_fields.sla',
    'Bad one;client;Nobody;many;bronze',
  ])
  expect(report).toMatchObject({ state: 'failed', bad: 1 })
  expect(report.errors.map(({ column }: { column: string }) => column).sort()).toEqual([
    'Tags',
    'custom_fields.seats',
    'custom_fields.sla',
  ])
  expect(await named('Bad one')).toBeUndefined()
})
