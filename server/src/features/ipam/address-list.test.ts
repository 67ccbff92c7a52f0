import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupDelegatedSubnets, storeSubnet } from '../../testing/ipam/delegated-subnets.ts'
import type { Fixture } from '../../testing/describe-resource.ts'
import type { ApiCall } from '../../testing/panel.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall, reseller: ApiCall, sibling: ApiCall
let net: number

beforeAll(async () => {
  ;({ fixture, provider, master, reseller, sibling } = await setupDelegatedSubnets())
  net = await storeSubnet(reseller, { type: 'network', net: '100.64.5.0/28' })
  for (const body of [
    { ip: '100.64.5.9', dns_name: 'camera.example', note: 'Gate' },
    { ip: '100.64.5.2', mac: '4c:5e:0c:00:00:01' },
    { ip: '100.64.5.10' },
  ])
    await reseller('POST', `/network/subnet/${net}/ips/store`, body)
})
afterAll(() => fixture?.panel.stop())

const ips = async (call: ApiCall, query = '') =>
  (await call('GET', `/network/subnet/address/index${query}`)).body.data
    .map(({ ip }: { ip: string }) => ip)
    .filter((ip: string) => ip.startsWith('100.64.5.'))

test('lists the addresses of all subnets in order of address, with their subnet and owner', async () => {
  expect(await ips(reseller)).toEqual(expect.arrayContaining(['100.64.5.2', '100.64.5.9', '100.64.5.10']))
  const listed = await ips(reseller)
  expect(listed.indexOf('100.64.5.9')).toBeLessThan(listed.indexOf('100.64.5.10'))
  const { data } = (await reseller('GET', '/network/subnet/address/index?search=ip:100.64.5.9')).body
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({ ip: '100.64.5.9', subnet_id: net, subnet_net: '100.64.5.0/28', state: 'assigned' })
})

test('addresses and subnets are sorted by state in both directions', async () => {
  const reserved = await reseller('POST', `/network/subnet/${net}/ips/store`, { ip: '100.64.5.3', state: 'reserved' })
  expect(reserved.status, reserved.text).toBe(201)
  const assigned = await storeSubnet(reseller, { type: 'network', net: '100.64.6.0/28' })
  const updated = await reseller('PUT', `/network/subnet/${assigned}/update`, { state: 'assigned' })
  expect(updated.status, updated.text).toBe(200)
  for (const list of ['/network/subnet/address/index?', '/network/subnet/index?ip_version=ipv4&flat=true&']) {
    const states = async (direction: string) => {
      const reply = await reseller('GET', `${list}orderBy=state&sortedBy=${direction}&perPage=200`)
      expect(reply.status, reply.text).toBe(200)
      return reply.body.data.map(({ state }: { state: string }) => state) as string[]
    }
    const ascending = await states('asc')
    expect(new Set(ascending).size, list).toBeGreaterThan(1)
    expect(ascending).toEqual(ascending.toSorted())
    expect(await states('desc')).toEqual(ascending.toReversed())
  }
})

test('shows the companies above, and none beside', async () => {
  for (const call of [provider, master]) expect(await ips(call)).toContain('100.64.5.9')
  expect(await ips(sibling)).toEqual([])
  const owner = (await reseller('GET', '/network/subnet/address/index?search=ip:100.64.5.9')).body.data[0].company_id
  expect(await ips(provider, `?company=${owner}`)).toContain('100.64.5.9')
  expect(await ips(sibling, `?company=${owner}`)).toEqual([])
})

test('finds an address by itself, a part of it, and by name and note', async () => {
  for (const search of ['camera', 'gate', '100.64.5.9', 'ip:100.64.5.9'])
    expect(await ips(reseller, `?search=${search}`)).toEqual(['100.64.5.9'])
  expect(await ips(reseller, '?search=ip:64.5.1&searchFields=ip:like')).toContain('100.64.5.10')
  expect(await ips(reseller, '?search=ip:nonsense')).toEqual([])
})

test('a released address leaves the list and the count of the company page', async () => {
  const row = (await reseller('GET', '/network/subnet/address/index?search=ip:100.64.5.10')).body.data[0]
  const count = async () =>
    (await provider('GET', `/company/${row.company_id}/summary`)).body.data.counts.addresses as number
  const total = async () =>
    (await provider('GET', `/network/subnet/address/index?company=${row.company_id}`)).body.meta.pagination.total
  const before = await count()
  expect(before).toBe(await total())
  expect((await reseller('DELETE', `/network/subnet/address/${row.id}/destroy`)).status).toBe(204)
  expect(await count()).toBe(before - 1)
  expect(await total()).toBe(before - 1)
})

test('subnets are counted as the flat list has them', async () => {
  const own = (await reseller('GET', `/network/subnet/${net}/show`)).body.data.company_id as number
  const { counts } = (await provider('GET', `/company/${own}/summary`)).body.data
  for (const version of ['ipv4', 'ipv6']) {
    const list = await provider('GET', `/network/subnet/index?company=${own}&flat=true&ip_version=${version}`)
    expect([version, counts[`${version}_subnets`]]).toEqual([version, list.body.meta.pagination.total])
  }
  expect(counts.ipv4_subnets).toBeGreaterThan(0)
})
