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

/** The tree and the content of its nodes, through the API. */
let fixture: Fixture
let provider: ApiCall, master: ApiCall, reseller: ApiCall, sibling: ApiCall
let top: number, ofMaster: number, ofReseller: number, ofSibling: number, v6: number

beforeAll(async () => {
  ;({ fixture, provider, master, reseller, sibling, top, ofMaster, ofReseller, ofSibling, v6 } =
    await setupDelegatedSubnets())
})
afterAll(() => fixture?.panel.stop())

describe('the tree', () => {
  test('starts with the topmost visible nodes, each with its children', async () => {
    const rows = await get(provider, 'index?ip_version=ipv4')
    expect(netsOf(rows)).toEqual(['100.64.0.0/10'])
    expect(netsOf(rows[0].ends)).toEqual(['100.64.0.0/12', '100.80.0.0/12'])
    expect(rows[0]).toMatchObject({ ends_total: 2, child_count: 2, parent_id: null })
    const [bare] = await get(provider, 'index?ip_version=ipv4&ends=0')
    expect(bare).toMatchObject({ ends: [], ends_total: 2 })
    expect(netsOf((await get(provider, 'index?ip_version=ipv4&ends=1'))[0].ends)).toEqual(['100.64.0.0/12'])
    expect((await provider('GET', '/network/subnet/index?ends=26')).body.error.messages).toEqual({
      ends: replied('field.max', { max: 25 }),
    })
    const own = await get(reseller, 'index')
    expect(netsOf(own)).toEqual(['100.64.0.0/16'])
    // Its original parent is not visible.
    expect(own[0]).toMatchObject({ parent_id: null, parent_net: null })
  })

  test('is listed by parent, or flat in order of address', async () => {
    expect(netsOf(await get(master, `index?parent_id=${ofMaster}`))).toEqual(['100.64.0.0/16'])
    expect(netsOf(await get(provider, 'index?flat=true'))).toEqual([
      '100.64.0.0/10',
      '100.64.0.0/12',
      '100.64.0.0/16',
      '100.80.0.0/12',
      '2001:db8::/32',
    ])
    expect((await reseller('GET', `/network/subnet/index?parent_id=${ofMaster}`)).body.error.messages).toEqual({
      parent_id: replied('row.missing', { kind: 'subnet' }),
    })
  })

  test('is searched by address, by prefix, and by text', async () => {
    const search = async (call: ApiCall, text: string) =>
      netsOf(await get(call, `index?search=${encodeURIComponent(text)}`))
    expect(await search(provider, '100.64.7.9')).toEqual(['100.64.0.0/10', '100.64.0.0/12', '100.64.0.0/16'])
    expect(await search(reseller, '100.64.7.9')).toEqual(['100.64.0.0/16'])
    expect(await search(provider, '100.64.0.0/11')).toEqual(['100.64.0.0/12', '100.64.0.0/16', '100.80.0.0/12'])
    expect(await search(provider, '2001:db8::1')).toEqual(['2001:db8::/32'])
    expect(await search(provider, '2001:db8::/32')).toEqual(['2001:db8::/32'])
    expect(await search(provider, 'reseller block')).toEqual(['100.64.0.0/16'])
    expect(await search(provider, '192.0.2.1')).toEqual([])
    expect(await search(provider, 'net:100.80.0.0/12')).toEqual(['100.80.0.0/12'])
    expect(await search(provider, 'length:16')).toEqual(['100.64.0.0/16'])
  })

  test("shows the path from the caller's topmost node, and counts delegated space as allocated", async () => {
    const shown = await get(provider, `${ofReseller}/show`)
    expect(netsOf(shown.path)).toEqual(['100.64.0.0/10', '100.64.0.0/12', '100.64.0.0/16'])
    expect(netsOf((await get(reseller, `${ofReseller}/show`)).path)).toEqual(['100.64.0.0/16'])
    const { figures, free_units } = await get(master, `${ofMaster}/show`)
    expect(figures).toMatchObject({
      size: '1048576',
      allocated: '65536',
      unit: { length: 24, size: '4096', allocated: '256' },
    })
    expect(figures.share.allocated).toBeCloseTo(1 / 16)
    expect(free_units).toMatchObject({ '13': '1', '14': '3', '16': '15', '24': '3840' })
  })

  test('reveals nothing outside the branch', async () => {
    for (const path of ['show', 'children/list', 'ips/list', 'map', 'unassigned-network', 'unassigned-ip-address'])
      for (const id of [ofMaster, ofSibling, top])
        expect((await reseller('GET', `/network/subnet/${id}/${path}`)).status, path).toBe(404)
    const rejected = await reseller('POST', '/network/subnet/store', {
      type: 'network',
      net: 'auto',
      parent_id: ofSibling,
      prefix: 24,
    })
    expect(rejected.status).toBe(422)
    expect(rejected.body.error.messages).toEqual({ parent_id: replied('row.missing', { kind: 'subnet' }) })
    const byHand = await reseller('POST', '/network/subnet/store', { type: 'network', net: '100.80.0.0/24' })
    expect([409, 422]).toContain(byHand.status)
    expect(byHand.text).not.toContain('Sibling')
    expect((await sibling('GET', `/network/subnet/${ofReseller}/show`)).status).toBe(404)
  })
})

describe('the content of a node', () => {
  test('lists children and free blocks in order of address, page by page', async () => {
    const seen: string[] = []
    let after = ''
    for (let page = 0; page < 20; page++) {
      const reply = await master('GET', `/network/subnet/${ofMaster}/children/list?limit=2${after}`)
      expect(reply.status, reply.text).toBe(200)
      for (const row of reply.body.data) seen.push(row.kind === 'subnet' ? `${row.subnet.net} taken` : row.net)
      if (reply.body.next === null) break
      after = `&after=${encodeURIComponent(reply.body.next)}`
    }
    expect(seen).toEqual(['100.64.0.0/16 taken', '100.65.0.0/16', '100.66.0.0/15', '100.68.0.0/14', '100.72.0.0/13'])
  })

  test('lists addresses, ranges and free ranges; free ones can be allocated, network and broadcast address cannot', async () => {
    const net = await store(reseller, { type: 'network', net: '100.64.1.0/28', name: 'Office' })
    const hint = await get(reseller, `${net}/unassigned-ip-address`)
    expect(hint.next).toBe('100.64.1.1')
    expect(hint.free).toHaveLength(14)
    const allocate = async (body: object) => reseller('POST', `/network/subnet/${net}/ips/store`, body)
    expect((await allocate({ ip: 'auto', note: 'printer' })).body.data[0]).toMatchObject({
      ip: '100.64.1.1',
      note: 'printer',
    })
    expect((await allocate({ ip: '100.64.1.9', dns_name: 'nas.example' })).status).toBe(201)
    for (const [ip, reason] of [
      ['100.64.1.9', 'ip.taken'],
      ['100.64.1.0', 'ip.edge'],
      ['100.64.2.1', 'ip.outside'],
      ['100.064.1.3', 'ip.leading_zeros'],
    ])
      expect((await allocate({ ip })).body.error.messages.ip.reason).toBe(reason)
    expect((await allocate({ ip: '::ffff:100.64.1.3' })).status).toBe(422)
    const range = await reseller('POST', `/network/subnet/${net}/ranges/store`, {
      lo: '100.64.1.4',
      hi: '100.64.1.6',
      kind: 'dhcp',
    })
    expect(range.status, range.text).toBe(201)
    expect(range.body.data).toMatchObject({ size: '3' })
    const rows: string[] = []
    let after = ''
    for (let page = 0; page < 20; page++) {
      const reply = await reseller('GET', `/network/subnet/${net}/ips/list?limit=3${after}`)
      for (const row of reply.body.data)
        rows.push(
          row.kind === 'address'
            ? row.address.ip
            : row.kind === 'range'
              ? `${row.range.kind} ${row.range.lo}-${row.range.hi}`
              : `free ${row.lo}-${row.hi}`,
        )
      if (reply.body.next === null) break
      after = `&after=${encodeURIComponent(reply.body.next)}`
    }
    expect(rows).toEqual([
      'edge 100.64.1.0-100.64.1.0',
      '100.64.1.1',
      'free 100.64.1.2-100.64.1.3',
      'dhcp 100.64.1.4-100.64.1.6',
      'free 100.64.1.7-100.64.1.8',
      '100.64.1.9',
      'free 100.64.1.10-100.64.1.14',
      'edge 100.64.1.15-100.64.1.15',
    ])
    const found = await reseller('GET', `/network/subnet/${net}/ips/list?query=printer`)
    expect(found.body.data).toHaveLength(1)
    expect((await reseller('DELETE', `/network/subnet/range/${range.body.data.id}/destroy`)).status).toBe(204)
  })

  test('an address is changed, released and allocated again', async () => {
    const net = await store(reseller, { type: 'network', net: '100.64.1.16/28' })
    const { id, version } = (await reseller('POST', `/network/subnet/${net}/ips/store`, { ip: 'auto' })).body.data[0]
    const changed = await reseller('PUT', `/network/subnet/address/${id}/update`, {
      note: 'router',
      mac: 'AA:BB:CC:00:11:22',
      version,
    })
    expect(changed.body.data).toMatchObject({ note: 'router', mac: 'aa:bb:cc:00:11:22' })
    const stale = await reseller('PUT', `/network/subnet/address/${id}/update`, { note: 'x', version })
    expect(stale.body.error).toMatchObject({ code: 'stale_version', details: { current: { note: 'router' } } })
    expect((await reseller('DELETE', `/network/subnet/address/${id}/destroy`)).status).toBe(204)
    expect((await get(reseller, `${net}/unassigned-ip-address`)).free).not.toContain('100.64.1.17')
    expect((await reseller('PUT', `/network/subnet/address/${id}/recover`)).body.data).toMatchObject({
      ip: '100.64.1.17',
      note: 'router',
    })
    expect((await sibling('DELETE', `/network/subnet/address/${id}/destroy`)).status).toBe(404)
    const log = await reseller('GET', `/audit-log/index?search=subject:subnets;object_id:${net}`)
    expect(log.body.data.map((entry: { object_label: string }) => entry.object_label)).toContain('100.64.1.17')
  })

  test('the map joins runs of equal cells, and is as small for an empty IPv6 /32 as for any node', async () => {
    const cells = (await get(provider, `${v6}/map`)).cells
    expect(cells).toEqual([
      { net: '2001:db8::/42', run: 1024, state: 'free', share: 0, subnet_id: null, subnet_net: null, label: '' },
    ])
    const map = await get(provider, `${top}/map?cells=64`)
    expect(map.cell_length).toBe(16)
    expect(
      map.cells.map(({ run, state, label }: { run: number; state: string; label: string }) => [run, state, label]),
    ).toEqual([
      [16, 'subnet', 'Master block'],
      [16, 'subnet', ''],
      [32, 'free', ''],
    ])
    const inside = await get(reseller, `${ofReseller}/map?within=${encodeURIComponent('100.64.0.0/22')}`)
    expect(inside.cells.reduce((sum: number, { run }: { run: number }) => sum + run, 0)).toBe(1024)
    const wrong = await reseller('GET', `/network/subnet/${ofReseller}/map?within=${encodeURIComponent('10.0.0.0/8')}`)
    expect(wrong.body.error.messages.within.reason).toBe('ip.outside')
  })
})

test('IPv6 counts are never JSON numbers', async () => {
  const store56 = await provider('POST', '/network/subnet/store', {
    type: 'container',
    net: 'auto',
    parent_id: v6,
    prefix: 56,
    count: 3,
  })
  expect(store56.status, store56.text).toBe(201)
  const network = await store(provider, { type: 'network', net: 'auto', parent_id: store56.body.data.id, prefix: 64 })
  await provider('POST', `/network/subnet/${network}/ips/store`, { ip: 'auto' })
  for (const path of [
    `${v6}/show`,
    `${v6}/children/list`,
    `${network}/ips/list`,
    `${network}/show`,
    'index?flat=true',
    `${v6}/map`,
    'unassigned/list?prefix=64',
    `prefixes/list?parent_id=${v6}`,
    `${network}/unassigned-ip-address`,
    `${v6}/unassigned-network`,
  ]) {
    const reply = await provider('GET', `/network/subnet/${path}`)
    expect(reply.status, reply.text).toBe(200)
    const walk = (value: unknown): void => {
      if (typeof value === 'number')
        expect(Number.isSafeInteger(value) || (value >= 0 && value <= 1), `${path}: ${value}`).toBe(true)
      else if (value !== null && typeof value === 'object') for (const one of Object.values(value)) walk(one)
    }
    walk(reply.body)
  }
  const shown = await get(provider, `${network}/show`)
  expect(shown.figures.size).toBe('18446744073709551616')
})

describe('a shared node', () => {
  test('is readable by descendants, never changed by them, and provides addresses to them', async () => {
    const pool = await store(master, { type: 'pool', net: '100.65.0.0/24', shared: true, name: 'Shared pool' })
    expect(netsOf(await get(reseller, 'index'))).toContain('100.65.0.0/24')
    expect(netsOf(await get(reseller, 'list?query=shared'))).toEqual(['100.65.0.0/24'])
    expect((await get(reseller, `${pool}/show`)).company_name).toBe('')
    expect((await reseller('PUT', `/network/subnet/${pool}/update`, { name: 'Mine' })).status).toBe(403)
    expect((await reseller('DELETE', `/network/subnet/${pool}/destroy`)).status).toBe(403)
    expect((await sibling('GET', `/network/subnet/${pool}/show`)).status).toBe(404)
    const allocated = await reseller('POST', `/network/subnet/${pool}/ips/store`, { ip: 'auto' })
    expect(allocated.status, allocated.text).toBe(201)
    expect(allocated.body.data[0]).toMatchObject({ company_id: fixture.companies.reseller, company_name: 'Reseller' })
    await master('POST', `/network/subnet/${pool}/ips/store`, { ip: 'auto', note: 'of the master' })
    const rows = await reseller('GET', `/network/subnet/${pool}/ips/list`)
    expect(rows.text).not.toContain('of the master')
    // Allocations of other owners are hidden, but not free.
    const free = rows.body.data.filter(({ kind }: { kind: string }) => kind === 'free')
    expect(free).toEqual([{ kind: 'free', lo: '100.65.0.2', hi: '100.65.0.255', size: '254' }])
  })
})
