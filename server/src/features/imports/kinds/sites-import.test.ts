import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../../testing/describe-resource.ts'
import { importFile } from '../../../testing/imports.ts'
import { replied } from '../../../testing/messages.ts'
import type { ApiCall } from '../../../testing/panel.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall

beforeAll(async () => {
  fixture = await setupFixture()
  ;[provider, master] = await Promise.all([fixture.as('provider'), fixture.as('master')])
})
afterAll(() => fixture?.panel.stop())

const load = (path: string, lines: string[], fields: object = {}, call = master) =>
  importFile(fixture.panel, call, path, lines.join('\n'), fields)
type Errors = { row: number; column: string; reason: string }[]
const brief = ({ errors }: { errors: Errors }) => errors.map(({ row, column, reason }) => [row, column, reason])

test('sites: rows become sites of clients, and errors name their column', async () => {
  const lines = [
    'name,company,city,country,lat,lon,phone,contact e-mail',
    'North,Client,Leeds,GB,"53,7997",-1.5492,+44 20 7946 0958,Jo@Client.example',
    'north,Client,,,,,,',
    'South,Reseller,,,,,,',
    'West,Foreign,,,,,,',
    'East,Client,,XX,,,,',
    'Half,Client,,,53,,,',
    'Far,Client,,,99,7,,',
  ]
  const job = await load('/site/import', lines, { mode: 'skip-bad' })
  expect(job).toMatchObject({ state: 'done', created: 1, bad: 6 })
  expect(brief(job)).toEqual([
    [3, 'name', 'import.duplicate_row'],
    [4, 'company', 'site.client_required'],
    [5, 'company', 'row.missing'],
    [6, 'country', 'field.country'],
    [7, 'lon', 'site.position_incomplete'],
    [8, 'lat', 'field.range'],
  ])
  const [site] = (await master('GET', '/site/index')).body.data
  expect((await master('GET', `/site/${site.id}/show`)).body.data).toMatchObject({
    name: 'North',
    company_id: fixture.companies.client,
    latitude: 53.7997,
    longitude: -1.5492,
    telephone: '+442079460958',
    contact_email: 'jo@client.example',
  })
  const taken = await load('/site/import', lines.slice(0, 2), { dry_run: 1 })
  expect(brief(taken)).toEqual([[2, 'name', 'site.name_taken']])
})

test('sites: an update changes given cells, and the same values count as unchanged', async () => {
  const lines = ['name,company,city,phone', 'NORTH,Client,York,+44 20 7946 0958']
  expect(await load('/site/import', lines, { mode: 'update' })).toMatchObject({ created: 0, updated: 1 })
  expect((await master('GET', '/site/index')).body.data[0]).toMatchObject({ name: 'NORTH', city: 'York' })
  expect(await load('/site/import', lines, { mode: 'update' })).toMatchObject({ updated: 0, same: 1 })
})

test('licences: rows without a key create licences, a key updates one', async () => {
  const head = 'company,category,key,type,parts,quantity,starts_on,expires_on,amount'
  const job = await load(
    '/licence/import',
    [
      head,
      'Master,radius,,subscription,radius; ipam,5,2026-01-01,31.12.2099,2',
      'Master,radius,,subscription,,,2026-01-01,,',
      'Provider,radius,,perpetual,,,,,',
      'Master,radius,TL-AAAAA-AAAAA-AAAAA-AAAAA,perpetual,,,,,',
      'Master,radius,,perpetual,radius; nothing,,,,',
      ',radius,,perpetual,,,,,',
    ],
    { mode: 'skip-bad' },
    provider,
  )
  expect(brief(job)).toEqual([
    [3, 'expires_on', 'field.required'],
    [4, 'company', 'licence.provider'],
    [5, 'key', 'import.licence_key'],
    [6, 'parts', 'field.allowed'],
    [7, 'company', 'field.required'],
  ])
  expect(job).toMatchObject({ created: 1, bad: 5 })
  const licences = (await provider('GET', '/licence/index')).body.data
  expect(licences).toHaveLength(2)
  expect(licences[0]).toMatchObject({ permissions: ['radius', 'ipam'], quantity: 5, expires_on: '2099-12-31' })
  const update = [head, `Master,radius,${licences[0].key.toLowerCase()},,,7,,,`]
  expect(brief(await load('/licence/import', update, { dry_run: 1 }, provider))).toEqual([
    [2, 'key', 'import.licence_exists'],
  ])
  expect(await load('/licence/import', update, { mode: 'update' }, provider)).toMatchObject({ updated: 1 })
  expect((await provider('GET', `/licence/${licences[0].id}/show`)).body.data).toMatchObject({
    quantity: 7,
    permissions: ['radius', 'ipam'],
    expires_on: '2099-12-31',
  })
  expect(await load('/licence/import', update, { mode: 'update' }, provider)).toMatchObject({ same: 1 })
  const unknown = [head, 'Master,radius,TL-AAAAA-AAAAA-AAAAA-AAAAA,perpetual,,,,,']
  expect((await load('/licence/import', unknown, { mode: 'update' }, provider)).errors[0]).toMatchObject(
    replied('row.missing', { kind: 'licence' }),
  )
})
