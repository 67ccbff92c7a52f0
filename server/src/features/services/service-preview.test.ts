import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { createSession } from '../../testing/sessions/create-session.ts'
import { createSubnet } from '../../testing/ipam/create-subnet.ts'
import { replied } from '../../testing/messages.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall, sibling: ApiCall
let mikrotik: number, cisco: number, foreign: number, tariff: number

const created = async (call: ApiCall, path: string, body: object): Promise<number> => {
  const reply = await call('POST', `/network/${path}/store`, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
let serial = 0
const service = (more: object = {}) =>
  created(master, 'service', {
    company_id: fixture.companies.client,
    username: `line-${++serial}`,
    password: 'Hidden-Word',
    tariff_id: tariff,
    ...more,
  })
const preview = (id: number, query = `nas_id=${mikrotik}`) => master('GET', `/network/service/${id}/preview?${query}`)

beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  sibling = await fixture.as('sibling')
  mikrotik = await created(provider, 'nas', { name: 'Tower', address: '192.0.2.1', vendor: 'mikrotik' })
  cisco = await created(master, 'nas', { name: 'Core', address: '192.0.2.2', vendor: 'cisco' })
  foreign = await created(sibling, 'nas', { name: 'Theirs', address: '192.0.2.3' })
  tariff = await created(master, 'tariff', { name: 'Home', download_rate: 50_000, upload_rate: 10_000 })
})
afterAll(() => fixture?.panel.stop())

test("shows the reply to the NAS in its vendor's attributes, and never the password", async () => {
  const id = await service()
  const { body, text } = await preview(id)
  expect(body.data).toMatchObject({ nas_name: 'Tower', vendor: 'mikrotik', accepted: true, reason: null })
  expect(body.data.attributes).toContainEqual({ attribute: 'Mikrotik-Rate-Limit', op: ':=', value: '10000k/50000k' })
  expect(text).not.toContain('Hidden-Word')
  const other = (await preview(id, `nas_id=${cisco}`)).body.data.attributes.map(
    ({ attribute }: { attribute: string }) => attribute,
  )
  expect(other).toContain('Cisco-AVPair')
})

test('names the reason of a reject', async () => {
  const reason = async (id: number, query?: string) => (await preview(id, query)).body.data.reason
  expect(await reason(await service({ status: 'suspended' }))).toBe('login.service_suspended')
  expect(await reason(await service({ starts_on: '2999-01-01' }))).toBe('login.not_started')
  expect(await reason(await service({ ends_on: '2020-01-01' }))).toBe('login.expired')
  expect(await reason(await service({ nas_id: cisco }))).toBe('login.wrong_nas')
  const locked = await service({ calling_station: 'AA-BB-CC-DD-EE-FF' })
  expect(await reason(locked, `nas_id=${mikrotik}&calling=aa:bb:cc:dd:ee:00`)).toBe('login.wrong_station')
  expect(await reason(locked, `nas_id=${mikrotik}&calling=aa:bb:cc:dd:ee:ff`)).toBe(null)
  const online = await service()
  await fixture.panel.sql((tx) =>
    createSession(tx, { service_id: online, nas_id: mikrotik, started_at: new Date(), calling: '00:11' }),
  )
  expect(await reason(online, `nas_id=${mikrotik}&calling=22:33`)).toBe('login.too_many_sessions')
  // It may log in again from the station where it is online.
  expect(await reason(online)).toBe(null)
  const gone = await service()
  await master('DELETE', `/network/service/${gone}/destroy`)
  expect(await reason(gone)).toBe('login.unknown_user')
})

test('shows static addresses, routes and prefixes, or the pools used', async () => {
  const { master: company_id } = fixture.companies
  const [net, routed, v6, pool] = (await fixture.panel.sql(async (tx) => {
    await createSubnet(tx, { net: '198.51.100.0/24', company_id })
    await createSubnet(tx, { net: '2001:db8::/32', company_id })
    return [
      await createSubnet(tx, { net: '198.51.100.0/26', attributes: { type: 'network' } }),
      await createSubnet(tx, { net: '198.51.100.128/25', attributes: { assign_len: 29 } }),
      await createSubnet(tx, { net: '2001:db8:100::/40', attributes: { assign_len: 56 } }),
      await createSubnet(tx, { net: '198.51.100.64/27', attributes: { type: 'pool' } }),
    ]
  })) as [number, number, number, number]
  const fixed = await service({
    ipv4_method: 'static-network',
    subnet_id: net,
    network_subnet_id: routed,
    ipv6_subnet_id: v6,
  })
  const { attributes } = (await preview(fixed)).body.data
  expect(attributes).toEqual(
    expect.arrayContaining([
      { attribute: 'Framed-IP-Address', op: ':=', value: '198.51.100.1' },
      { attribute: 'Framed-Route', op: '+=', value: '198.51.100.128/29 198.51.100.1 1' },
      { attribute: 'Delegated-IPv6-Prefix', op: '+=', value: '2001:db8:100::/56' },
    ]),
  )
  expect((await preview(await service({ subnet_id: pool }))).body.data.pools).toEqual(['198.51.100.64/27'])
})

test('requires a visible NAS', async () => {
  const id = await service()
  expect((await preview(id, '')).body.error.messages).toEqual({ nas_id: replied('field.required') })
  for (const nas_id of [foreign, 999_999])
    expect((await preview(id, `nas_id=${nas_id}`)).body.error.messages).toEqual({
      nas_id: replied('row.missing', { kind: 'nas' }),
    })
  expect((await preview(await service({ nas_id: cisco }), '')).body.data.nas_name).toBe('Core')
  expect((await sibling('GET', `/network/service/${id}/preview?nas_id=${foreign}`)).status).toBe(404)
})
