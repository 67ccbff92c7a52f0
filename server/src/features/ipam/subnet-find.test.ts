import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fixture } from '../../testing/describe-resource.ts'
import {
  getSubnet as get,
  setupDelegatedSubnets,
  netsOf,
  storeSubnet as store,
} from '../../testing/ipam/delegated-subnets.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { replied } from '../../testing/messages.ts'

/** Search, history, lookups, command palette and dashboard, through the API. */
let fixture: Fixture
let provider: ApiCall, master: ApiCall, reseller: ApiCall, sibling: ApiCall
let top: number, ofReseller: number

beforeAll(async () => {
  ;({ fixture, provider, master, reseller, sibling, top, ofReseller } = await setupDelegatedSubnets())
})
afterAll(() => fixture?.panel.stop())

describe('finding', () => {
  test('returns the subnet of an address, its owner, and the free space around it', async () => {
    const [found] = await get(provider, 'find?query=100.64.200.9')
    expect(found).toMatchObject({
      space_name: 'Public',
      subnet: { net: '100.64.0.0/16' },
      address: null,
      free: '100.64.0.0/16',
    })
    expect(netsOf(found.path)).toEqual(['100.64.0.0/10', '100.64.0.0/12', '100.64.0.0/16'])
    expect(await get(sibling, 'find?query=100.64.200.9')).toEqual([])
    expect(
      netsOf((await get(master, 'find?query=reseller')).map(({ subnet }: { subnet: { net: string } }) => subnet)),
    ).toEqual(['100.64.0.0/16'])
  })

  test('returns it for each visible space', async () => {
    const space = await master('POST', '/network/subnet/spaces/store', { name: 'Lab' })
    expect(space.status, space.text).toBe(201)
    const lab = await store(master, { net: '100.64.0.0/10', space_id: space.body.data.id })
    const found = await get(master, 'find?query=100.64.0.1')
    expect(found.map(({ space_name }: { space_name: string }) => space_name)).toEqual(['Public', 'Lab'])
    expect((await get(master, 'spaces/list')).map(({ name }: { name: string }) => name)).toEqual(['Public', 'Lab'])
    expect((await get(sibling, 'spaces/list')).map(({ name }: { name: string }) => name)).toEqual(['Public'])
    expect((await sibling('GET', `/network/subnet/${lab}/show`)).status).toBe(404)
    const again = await master('POST', '/network/subnet/spaces/store', { name: 'lab' })
    expect([again.status, again.body.error.messages]).toEqual([409, { name: replied('space.name_taken') }])
  })

  test('the history returns the owner at a time', async () => {
    const net = await store(reseller, { type: 'network', net: '100.64.3.0/28' })
    // Database time with the microseconds of the history.
    const { at: before } = await fixture.panel.sql(
      async (tx) =>
        (
          await sql<{ at: string }>`
            select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`.execute(tx)
        ).rows[0]!,
    )
    await reseller('POST', `/network/subnet/${net}/ips/store`, {
      ip: '100.64.3.7',
      company_id: fixture.companies.client,
    })
    const held = (await get(provider, 'history?ip=100.64.3.7')) as { net: string; company_name: string }[]
    expect(held[0]).toMatchObject({ net: '100.64.3.7/32', company_name: 'Client', until: null })
    const then = (await get(provider, `history?ip=100.64.3.7&at=${before}`)) as { net: string }[]
    expect(netsOf(then)).not.toContain('100.64.3.7/32')
    expect(netsOf(then)).toContain('100.64.3.0/28')
    expect(await get(sibling, 'history?ip=100.64.3.7')).toEqual([])
    expect((await provider('GET', '/network/subnet/history?ip=somewhere')).body.error.messages.ip.reason).toBe(
      'ip.address_or_network',
    )
  })
})

describe('the command palette and the dashboard', () => {
  test('find a subnet by its text, by an address in it, and subnets within a prefix', async () => {
    const found = async (call: ApiCall, query: string) =>
      (await call('GET', `/search/index?query=${encodeURIComponent(query)}`)).body.data
        .filter(({ kind }: { kind: string }) => kind === 'subnets')
        .map(({ title }: { title: string }) => title)
    expect(await found(provider, 'reseller block')).toEqual(['100.64.0.0/16'])
    expect(await found(provider, '100.64.250.9')).toEqual([
      '100.64.0.0/16',
      '100.64.0.0/12',
      '100.64.0.0/10',
      // In the space of the lab.
      '100.64.0.0/10',
    ])
    expect(await found(provider, '100.80.0.0/12')).toEqual(['100.80.0.0/12'])
    expect(await found(sibling, '100.64.250.9')).toEqual([])
  })

  test('count subnets with less than a tenth free, with a link to their list', async () => {
    const pool = await store(reseller, { type: 'pool', net: '100.64.4.0/28' })
    const card = async () =>
      (await reseller('GET', '/dashboard/summary')).body.data.cards.find(
        ({ key }: { key: string }) => key === 'subnets',
      )
    expect((await card()).total).toBe(0)
    await reseller('POST', `/network/subnet/${pool}/ips/store`, { ip: 'auto', count: 15 })
    const { total, figures } = await card()
    expect([total, figures[0].tone]).toEqual([1, 'warning'])
    expect(netsOf(await get(reseller, `index?search=${encodeURIComponent(figures[0].search)}`))).toEqual([
      '100.64.4.0/28',
    ])
    await reseller('PUT', `/network/subnet/${pool}/update`, { mark_full: true })
    expect((await card()).total).toBe(0)
  })
})

describe('lookups', () => {
  test('list the subnets of a kind, by address or text', async () => {
    expect(netsOf(await get(provider, 'list?type=pool&ip_version=ipv6'))).toEqual(['2001:db8::/32'])
    expect(netsOf(await get(provider, 'list?ip_version=ipv6&usage_type=prefix-delegation'))).toEqual(['2001:db8::/32'])
    const [row] = await get(reseller, 'list?query=block')
    expect(row).toMatchObject({ id: ofReseller, name: '100.64.0.0/16 Reseller block', path: 'Reseller' })
  })

  test('distinguish subnets that contain addresses from those that contain subnets', async () => {
    const all = await get(provider, 'list?ip_version=ipv4')
    const hosts = await get(provider, 'list?ip_version=ipv4&hosts=true')
    const subnets = await get(provider, 'list?ip_version=ipv4&hosts=false')
    expect(hosts.length).toBeGreaterThan(0)
    expect(subnets.length).toBeGreaterThan(0)
    expect(hosts).toEqual(all.filter((row: { hosts: boolean }) => row.hosts))
    expect(subnets).toEqual(all.filter((row: { hosts: boolean }) => !row.hosts))
  })

  test("list types, usage types and IP versions in the caller's language", async () => {
    expect((await get(provider, 'types/list')).map(({ id }: { id: string }) => id)).toEqual([
      'container',
      'network',
      'pool',
    ])
    expect(await get(provider, 'ip-versions/list')).toHaveLength(2)
    expect((await get(provider, 'usage-types/list'))[0]).toEqual({ id: 'infrastructure', name: 'Infrastructure' })
  })

  test('list prefix lengths, IPv6 on 4-bit boundaries first, and for a parent those that fit', async () => {
    const lengths = async (query: string) =>
      (await get(provider, `prefixes/list?${query}`)).map(({ id }: { id: number }) => id)
    expect((await lengths('ip_version=ipv6')).slice(0, 4)).toEqual([0, 4, 8, 12])
    expect(await lengths('ip_version=ipv4')).toHaveLength(33)
    const [first] = await get(provider, `prefixes/list?parent_id=${top}`)
    expect(first).toEqual({ id: 11, name: '/11', free: '1' })
  })

  test('list the companies that can own a subnet', async () => {
    expect((await get(master, 'companies/list')).map(({ name }: { name: string }) => name)).toEqual([
      'Client',
      'Master',
      'Reseller',
    ])
  })

  test('list free blocks of all visible nodes, page by page', async () => {
    const nets: string[] = []
    let after = ''
    for (let page = 0; page < 50; page++) {
      const reply = await provider('GET', `/network/subnet/unassigned/list?prefix=16&ip_version=ipv4&limit=2${after}`)
      expect(reply.status, reply.text).toBe(200)
      nets.push(
        ...reply.body.data.map(({ subnet_net, net }: { subnet_net: string; net: string }) => `${subnet_net} ${net}`),
      )
      if (reply.body.next === null) break
      after = `&after=${encodeURIComponent(reply.body.next)}`
    }
    expect(new Set(nets).size).toBe(nets.length)
    expect(nets).toContain('100.64.0.0/10 100.96.0.0/11')
    expect(nets).toContain('100.64.0.0/12 100.72.0.0/13')
    expect(nets).toContain('100.80.0.0/12 100.80.0.0/12')
    const own = await reseller('GET', '/network/subnet/unassigned/list?prefix=24')
    for (const row of own.body.data) expect(row.net.startsWith('100.64.')).toBe(true)
    expect((await reseller('GET', '/network/subnet/unassigned/list?after=x')).body.error.messages.after.reason).toBe(
      'field.invalid',
    )
  })
})
