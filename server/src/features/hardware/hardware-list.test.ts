import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { createManufacturer, createModel, createHardwareType } from '../../testing/hardware/create-catalogue.ts'
import type { ApiCall } from '../../testing/panel.ts'

let fixture: Fixture
let master: ApiCall
const seeded = 740

beforeAll(async () => {
  fixture = await setupFixture()
  master = await fixture.as('master')
  await fixture.panel.sql(async (tx) => {
    const type_id = await createHardwareType(tx, { name: 'Switch', kind: 'switch' })
    const manufacturer_id = await createManufacturer(tx, { name: 'MikroTik' })
    const model = await createModel(tx, { name: 'CRS', type_id, manufacturer_id })
    const { client, sibling } = fixture.companies
    await sql`insert into hardware (company_id, model_id, name, serial_number, is_online)
      select case when n % 10 = 0 then ${sibling}::bigint else ${client}::bigint end, ${model}, 'Device ' || md5(n::text), 'S' || n,
        case n % 3 when 0 then true when 1 then false end
      from generate_series(1, ${seeded}::int) n`.execute(tx)
    const [other] = (
      await sql<{ id: number }>`insert into site (company_id, name) values (${client}, 'Barn 7') returning id`.execute(
        tx,
      )
    ).rows
    await sql`update hardware set site_id = ${other!.id} where serial_number in ('S1', 'S2', 'S3')`.execute(tx)
  })
})
afterAll(() => fixture?.panel.stop())

const request = async (query: string) => (await master('GET', `/hardware/index?${query}`)).body
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id)

test('deep pages are consecutive in each sort order, in whatever order they are requested', async () => {
  for (const [order, direction] of [
    ['name', 'asc'],
    ['name', 'desc'],
    ['serial_number', 'desc'],
    ['created_at', 'asc'],
    ['company_name', 'asc'],
  ] as const) {
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{
        id: number
      }>`select h.id from hardware h join company c on c.id = h.company_id where h.company_id = ${fixture.companies.client}
        order by ${sql.ref(order === 'company_name' ? 'c.name' : `h.${order}`)} ${sql.raw(direction)}, h.id ${sql.raw(direction)}`.execute(
        tx,
      ),
    )
    const expected = rows.map(({ id }) => id)
    for (const page of [26, 22, 23, 24, 27, 21, 30]) {
      const body = await request(`orderBy=${order}&sortedBy=${direction}&page=${page}`)
      expect(idsOf(body), `${order} ${direction} ${page}`).toEqual(expected.slice((page - 1) * 25, page * 25))
      expect(body.meta.pagination.total).toBe(expected.length)
    }
  }
})

test('filters by related rows and online state find the same rows as a full scan', async () => {
  const count = async (search: string, fields = '') =>
    (await request(`search=${encodeURIComponent(search)}${fields && `&searchFields=${fields}`}`)).meta.pagination.total
  const own = seeded - seeded / 10
  expect(await count('company_name:client')).toBe(own)
  expect(await count('company_name:Client', 'company_name:=')).toBe(own)
  expect(await count('company_name:Sibling')).toBe(0)
  expect(await count('site_name:barn')).toBe(3)
  expect(await count('site_name:Barn 7,Mill', 'site_name:in')).toBe(3)
  expect(await count('model_name:crs')).toBe(own)
  expect(await count('manufacturer_name:mikro;type_name:switch;kind:switch')).toBe(own)
  expect(await count('kind:router')).toBe(0)
  expect(await count('name:device;serial_number:s73')).toBe(10)
  const [online, offline, unknown] = [
    await count('online_status:online'),
    await count('online_status:offline'),
    await count('online_status:unknown'),
  ]
  expect([online, offline, unknown]).toEqual([222, 222, 222])
  expect(await count('online_status:online,unknown', 'online_status:in')).toBe(444)
})

test('without an order, offline devices come first; values of the last reading can be sorted and filtered', async () => {
  const states = (await request('perPage=200')).data.map((row: { online_status: string }) => row.online_status)
  expect(states.every((state: string) => state === 'offline')).toBe(true)
  const all: string[] = []
  for (const page of [1, 2, 3, 4])
    all.push(
      ...(await request(`perPage=200&page=${page}`)).data.map((row: { online_status: string }) => row.online_status),
    )
  const rank = ['offline', 'online', 'unknown']
  expect(all).toEqual([...all].sort((a, b) => rank.indexOf(a) - rank.indexOf(b)))
  // A direction alone is that of the name.
  const named = (await request('sortedBy=desc')).data.map((row: { name: string }) => row.name)
  expect(named).toEqual([...named].sort().reverse())

  await fixture.panel.sql((tx) =>
    sql`insert into hardware_state (hardware_id, polled_at, routeros_version, board, wan_address, uptime_seconds)
      select id, now(), v.version, 'B', v.address::inet, v.uptime from hardware
      join (values ('S4', '7.9', '10.0.0.20', 5), ('S5', '7.18.2', '10.0.0.3', 50),
        ('S6', '99999999999999999999.1', '9.0.0.1', 500)) v (serial, version, address, uptime) on v.serial = serial_number
      on conflict (hardware_id) do update set routeros_version = excluded.routeros_version, board = excluded.board,
        wan_address = excluded.wan_address, uptime_seconds = excluded.uptime_seconds`.execute(tx),
  )
  const serials = async (query: string) =>
    (await request(`${query}&search=board:B`)).data.map((row: { serial_number: string }) => row.serial_number)
  expect(await serials('orderBy=routeros_version')).toEqual(['S4', 'S5', 'S6'])
  expect(await serials('orderBy=wan_address')).toEqual(['S6', 'S5', 'S4'])
  expect(await serials('orderBy=uptime_seconds&sortedBy=desc')).toEqual(['S6', 'S5', 'S4'])
  expect(await serials('orderBy=online_status')).toHaveLength(3)
  const found = (await request('search=routeros_version:7.18')).data
  expect(found).toMatchObject([{ serial_number: 'S5', board: 'B', wan_address: '10.0.0.3', uptime_seconds: 50 }])
})
