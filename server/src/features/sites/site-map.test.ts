import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { cellFor, maxPlaces } from './site-map.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall, client: ApiCall, sibling: ApiCall
const at: [name: string, latitude: number, longitude: number][] = [
  ['Leeds', 53.8, -1.55],
  ['Leeds harbour', 53.81, -1.54],
  ['Zürich', 47.37, 8.54],
  ['Suva', -18.14, 178.44],
  ['Apia', -13.83, -171.76],
]

beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  client = await fixture.as('client')
  sibling = await fixture.as('sibling')
  for (const [name, latitude, longitude] of at)
    await master('POST', '/site/store', { company_id: fixture.companies.client, name, latitude, longitude })
  await master('POST', '/site/store', { company_id: fixture.companies.client, name: 'Nowhere' })
  await sibling('POST', '/site/store', {
    company_id: fixture.companies.foreign,
    name: 'Oslo',
    latitude: 59.9,
    longitude: 10.7,
  })
})
afterAll(() => fixture?.panel.stop())

const map = async (call: ApiCall, query: string) => {
  const reply = await call('GET', `/site/map?${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data as {
    count: number
    id: number | null
    name: string | null
    latitude: number
    longitude: number
  }[]
}
const names = async (call: ApiCall, query: string) => (await map(call, query)).map(({ name }) => name).sort()
const matrix = 'west=-180&south=-90&east=180&north=90'

test('close sites are one cluster, single ones have their name', async () => {
  const places = await map(master, `${matrix}&cell=1`)
  expect(places.map(({ count, name }) => [count, name])).toEqual([
    [2, null],
    [1, 'Suva'],
    [1, 'Apia'],
    [1, 'Zürich'],
  ])
  expect(places[0]).toMatchObject({ id: null, latitude: 53.805, longitude: -1.545, online: 0, partial: 0, offline: 0 })
  expect(await names(master, 'west=-1.6&south=53.79&east=-1.5&north=53.82&cell=0.005')).toEqual([
    'Leeds',
    'Leeds harbour',
  ])
})

test('bounds that cross the antimeridian include both sides', async () => {
  expect(await names(client, 'west=170&south=-30&east=-170&north=0&cell=1')).toEqual(['Apia', 'Suva'])
  expect(await names(client, 'west=170&south=-30&east=180&north=0&cell=1')).toEqual(['Suva'])
})

test('each caller sees the own part of the tree, limited by filters', async () => {
  expect(await names(sibling, `${matrix}&cell=0.1`)).toEqual(['Oslo'])
  expect((await names(provider, `${matrix}&cell=1`)).length).toBe(5)
  expect(await names(provider, `${matrix}&cell=1&company=${fixture.companies.sibling}`)).toEqual(['Oslo'])
  expect(await names(sibling, `${matrix}&cell=1&company=${fixture.companies.client}`)).toEqual([])
  expect(await names(provider, `${matrix}&cell=1&status=online`)).toEqual([])
})

test('invalid bounds are rejected', async () => {
  for (const [query, field] of [
    ['west=-181&south=-90&east=180&north=90&cell=1', 'west'],
    [`${matrix}&cell=0`, 'cell'],
    ['west=0&south=10&east=1&north=5&cell=1', 'north'],
  ] as const) {
    const { status, body } = await master('GET', `/site/map?${query}`)
    expect([status, Object.keys(body.error.fields)]).toEqual([422, [field]])
  }
})

test('a response never has more than two thousand positions', () => {
  for (const [width, height, queued] of [
    [360, 180, 0.000001],
    [360, 0, 0.001],
    [1, 1, 0.01],
    [10, 10, 5],
  ] as const) {
    const cell = cellFor(width, height, queued)
    expect((Math.ceil(width / cell) + 1) * (Math.ceil(height / cell) + 1)).toBeLessThanOrEqual(maxPlaces)
    expect(cell).toBeGreaterThanOrEqual(queued)
  }
  expect(cellFor(10, 10, 5)).toBe(5)
})
