import { replied } from '../../testing/messages.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NatRule } from '@trunkline/contract/resources/firewall'
import type { Simulator } from '@trunkline/simulator'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall, client: ApiCall, reader: ApiCall, sibling: ApiCall, sim: Simulator, id: number
const menu = 'ip/firewall/nat'

beforeAll(async () => {
  master = await fixture.as('master')
  client = await fixture.as('client')
  reader = await fixture.as('master', 'read-only')
  sibling = await fixture.as('sibling')
  sim = await fixture.router()
  const forward = { chain: 'dstnat', action: 'dst-nat', protocol: 'tcp', 'to-addresses': '10.2.0.40' }
  sim.insert(menu, { ...forward, 'in-interface-list': 'WAN', 'dst-port': '7000-7010', comment: 'recorder' })
  sim.insert(menu, {
    ...forward,
    'in-interface-list': 'WAN',
    'dst-port': '7443',
    'to-ports': '443',
    comment: 'trunkline:f01 Door',
  })
  sim.insert(menu, {
    ...forward,
    'in-interface-list': 'WAN',
    'dst-port': '8728',
    disabled: 'true',
    comment: 'trunkline:f02 Old',
  })
  sim.insert(menu, { ...forward, 'dst-port': '7500', time: '8h-17h,mon', comment: 'trunkline:f03 Odd' })
  id = await fixture.device({ router: sim, port: undefined })
  for (const path of ['ip/firewall/nat', 'ip/firewall/filter', 'ip/firewall/address-list', 'ip/address'])
    await master('GET', `/hardware/control/${id}/${path}/index`)
})
afterAll(() => fixture.stop())

type Method = 'POST' | 'PUT' | 'DELETE'
const request = (method: Method, path: string, body?: object, call = master) =>
  call(method, `/hardware/control/${id}/ip/firewall/${path}`, body)
const commands = async () => (await master('GET', '/hardware/command/index')).body.meta.pagination.total
const rule = async (comment: string): Promise<NatRule> =>
  (await master('GET', `/hardware/control/${id}/ip/firewall/nat/index?cached=1`)).body.data.find(
    (one: NatRule) => one.comment === comment,
  )

const camera = { protocol: 'tcp', outside: '9443', to_address: '10.2.0.20' }
const own = () => sim.ports.api as number

describe('invalid changes are rejected at their field without a request to the device', () => {
  test.each<[why: string, body: object, field: string]>([
    ['port 0', { ...camera, outside: '0' }, 'outside'],
    ['a port beyond 65535', { ...camera, outside: '65536' }, 'outside'],
    ['a reversed range', { ...camera, outside: '9010-9000' }, 'outside'],
    ['a port twice', { ...camera, outside: '9000-9010,9005' }, 'outside'],
    ['a service name as port', { ...camera, outside: 'https' }, 'outside'],
    ['more ports inside than outside', { ...camera, to_ports: '443-444' }, 'to_ports'],
    ['fewer ports inside than outside', { ...camera, outside: '9000-9010', to_ports: '443' }, 'to_ports'],
    ['several ports to one', { ...camera, outside: '9000,9010', to_ports: '443' }, 'to_ports'],
    ['several ports inside', { ...camera, outside: '9000-9001', to_ports: '443,444' }, 'to_ports'],
    ['a port inside beyond 65535', { ...camera, to_ports: '70000' }, 'to_ports'],
    ['an invalid address', { ...camera, to_address: '10.2.0.256' }, 'to_address'],
    ['multicast', { ...camera, to_address: '224.0.0.1' }, 'to_address'],
    ['the router itself', { ...camera, to_address: '10.2.0.1' }, 'to_address'],
    ['an invalid source', { ...camera, from: '203.0.113.300' }, 'from'],
    ['a source with host bits', { ...camera, from: '203.0.113.7/24' }, 'from'],
    ['a reversed range of sources', { ...camera, from: '203.0.113.9-203.0.113.1' }, 'from'],
    ['an invalid outside address', { ...camera, dst_address: '198.51.100.999' }, 'dst_address'],
    ['another protocol', { ...camera, protocol: 'icmp' }, 'protocol'],
    ['a comment with the marker of the panel', { ...camera, comment: 'trunkline:f01 Mine' }, 'comment'],
    ['a port already forwarded', { ...camera, outside: '7443' }, 'outside'],
    ['a port within a forwarded range', { ...camera, outside: '7005' }, 'outside'],
    ['an unknown field', { ...camera, port: 1 }, 'port'],
  ])('%s', async (_why, body, field) => {
    const [before, queued] = [await commands(), sim.commands.length]
    const reply = await request('POST', 'nat/store', body)
    expect(reply.status, reply.text).toBe(422)
    expect(Object.keys(reply.body.error.fields)).toEqual([field])
    expect([await commands(), sim.commands.length]).toEqual([before, queued])
  })

  test('the rule that already uses the port is named', async () => {
    const reply = await request('POST', 'nat/store', { ...camera, outside: '7005' })
    expect(reply.body.error.messages.outside).toEqual(
      replied('firewall.port_forwarded', {
        rule: { reason: 'firewall.rule_with_comment', params: { position: 3, comment: 'recorder' } },
      }),
    )
  })

  test('the management port, alone, in a range, and for both protocols', async () => {
    const port = own()
    for (const body of [
      { ...camera, outside: String(port) },
      { ...camera, outside: `80,${port - 1}-${port + 1}` },
      { ...camera, outside: String(port), protocol: 'tcp-udp', from: '203.0.113.0/24' },
      { ...camera, outside: String(port), in_interface: 'ether1' },
    ]) {
      const reply = await request('POST', 'nat/store', body)
      expect(reply.status, reply.text).toBe(422)
      expect(reply.body.error.messages).toEqual({ outside: replied('firewall.management_port', { port }) })
    }
    const edit = await request('PUT', 'nat/update', { id: (await rule('Door')).id, outside: String(port) })
    expect([edit.status, Object.keys(edit.body.error.fields)]).toEqual([422, ['outside']])
  })

  test('the incoming interface is required if it cannot be determined', async () => {
    const bare = await fixture.router({ tables: { 'ip/firewall/nat': [] } })
    const device = await fixture.device({ router: bare })
    await master('GET', `/hardware/control/${device}/ip/firewall/nat/index`)
    const store = (body: object) => master('POST', `/hardware/control/${device}/ip/firewall/nat/store`, body)
    const reply = await store(camera)
    expect([reply.status, Object.keys(reply.body.error.fields)]).toEqual([422, ['in_interface']])
    const end = await fixture.end(master, device, await store({ ...camera, in_interface: 'ether1' }))
    expect(end.state, end.detail?.message).toBe('done')
    expect(bare.table(menu)[0]).toMatchObject({ 'in-interface': 'ether1' })
  })

  test('a rule is enabled only if it is valid', async () => {
    sim.change(menu, (await rule('Old')).id, { 'dst-port': String(own()) })
    await master('GET', `/hardware/control/${id}/ip/firewall/nat/index`)
    const reply = await request('PUT', 'nat/update', { id: (await rule('Old')).id, disabled: false })
    expect(reply.status, reply.text).toBe(422)
    expect(Object.keys(reply.body.error.fields)).toEqual(['disabled'])
  })
})

describe('the same port is valid', () => {
  const store = async (body: object) => {
    const reply = await request('POST', 'nat/store', body)
    expect(reply.status, reply.text).toBe(202)
    const { data } = (await master('GET', `/hardware/command/${reply.body.data.id}/show`)).body
    await master('PUT', `/hardware/command/${data.id}/cancel`)
    return data
  }
  test("for another protocol, a disabled rule, another source, or UDP next to the panel's TCP", async () => {
    await store({ ...camera, protocol: 'udp', outside: '7443' })
    await store({ ...camera, outside: '8443' })
    await store({ ...camera, outside: '7443', from: '203.0.113.0/24' })
    await store({ ...camera, outside: '7443', disabled: true })
    await store({ ...camera, protocol: 'udp', outside: String(own()) })
  })

  test("on another address than the panel's, as a commit-confirmed write for the management port", async () => {
    const port = own()
    const address = sim.insert('ip/address', { address: '127.0.0.1/32', interface: 'bridge' })
    await master('GET', `/hardware/control/${id}/ip/address/index`)
    const elsewhere = await store({ ...camera, outside: String(port), dst_address: '198.51.100.7' })
    expect(elsewhere.guarded).toBe(true)
    sim.drop('ip/address', address)
    await master('GET', `/hardware/control/${id}/ip/address/index`)
    const unknown = await request('POST', 'nat/store', {
      ...camera,
      outside: String(port),
      dst_address: '198.51.100.7',
    })
    expect(unknown.status).toBe(422)
  })

  test('unusual values are accepted with a warning', async () => {
    const described = async (body: object) => {
      const { label, notes } = await store(body)
      return [label, ...notes.map((note: { message: string }) => note.message)]
    }
    expect(await described(camera)).toEqual(['TCP 9443 → 10.2.0.20'])
    expect(await described({ ...camera, to_address: '172.20.0.9', to_ports: '443' })).toEqual([
      'TCP 9443 → 172.20.0.9:443',
      'outside all networks of the device',
    ])
    sim.insert('ip/firewall/filter', {
      chain: 'forward',
      action: 'drop',
      'connection-state': 'new',
      'connection-nat-state': '!dstnat',
      'in-interface-list': 'WAN',
    })
    await master('GET', `/hardware/control/${id}/ip/firewall/filter/index`)
    expect(await described(camera)).toEqual(['TCP 9443 → 10.2.0.20'])
    sim.insert('ip/firewall/filter', {
      chain: 'forward',
      action: 'drop',
      'in-interface-list': '!LAN',
      comment: 'all else',
    })
    await master('GET', `/hardware/control/${id}/ip/firewall/filter/index`)
    expect(await described(camera)).toEqual(['TCP 9443 → 10.2.0.20', 'dropped by filter rule 9 (all else)'])
  })
})

describe('rules of the owner', () => {
  const conflict = async (method: Method, path: string, body?: object) => {
    const reply = await request(method, path, body)
    expect(reply.status, reply.text).toBe(409)
    return reply.body.error.reason as string
  }
  test('are enabled, disabled and commented, and not changed otherwise', async () => {
    const { id: row } = await rule('recorder')
    expect(await conflict('PUT', 'nat/update', { id: row, outside: '7001' })).toBe('firewall.foreign_rule')
    expect(await conflict('DELETE', `nat/destroy?id=${encodeURIComponent(row)}`)).toBe('firewall.foreign_rule_kept')
    const end = await fixture.end(
      master,
      id,
      await request('PUT', 'nat/update', { id: row, disabled: true, comment: 'NVR', seen: await rule('recorder') }),
    )
    expect(end, end.detail?.message).toMatchObject({ state: 'done', guarded: true })
    expect(sim.table(menu).find((one) => one['.id'] === row)).toMatchObject({ disabled: 'true', comment: 'NVR' })
    const comment = await request('PUT', 'nat/update', { id: row, comment: 'trunkline:mine' })
    expect([comment.status, Object.keys(comment.body.error.fields)]).toEqual([422, ['comment']])
  })

  test('rules of the panel that were changed on the router are not overwritten', async () => {
    const odd = await rule('Odd')
    expect(odd).toMatchObject({ is_ours: true, forward: null })
    expect(await conflict('PUT', 'nat/update', { id: odd.id, outside: '7501' })).toBe('firewall.not_a_forward')
    const off = await fixture.end(master, id, await request('PUT', 'nat/update', { id: odd.id, disabled: true }))
    expect(off.state, off.detail?.message).toBe('done')
  })

  test('rules without a reading are not touched', async () => {
    expect(await conflict('PUT', 'nat/update', { id: '*FF', disabled: true })).toBe('firewall.rule_gone')
    expect(await conflict('DELETE', 'nat/destroy?id=*FF')).toBe('firewall.rule_gone')
  })

  test('a rule whose id was reused is not changed', async () => {
    const tenant = await rule('Door')
    sim.change(menu, tenant.id, { comment: 'somebody else’s' })
    const end = await fixture.end(
      master,
      id,
      await request('DELETE', `nat/destroy?id=${encodeURIComponent(tenant.id)}`),
    )
    expect(end.state).toBe('refused')
    expect(sim.table(menu).some((one) => one['.id'] === tenant.id)).toBe(true)
    sim.change(menu, tenant.id, { comment: 'trunkline:f01 Door' })
    await master('GET', `/hardware/control/${id}/ip/firewall/nat/index`)
  })
})

describe('permissions', () => {
  test('a client changes, but does not add or remove; a read-only user does neither; other companies see nothing', async () => {
    const tenant = await rule('Door')
    const statuses = async (call: ApiCall) => [
      (await call('GET', `/hardware/control/${id}/ip/firewall/nat/index?cached=1`)).status,
      (await request('PUT', 'nat/update', { id: tenant.id, comment: 'Front door' }, call)).status,
      (await request('POST', 'nat/store', camera, call)).status,
      (await request('DELETE', `nat/destroy?id=${encodeURIComponent(tenant.id)}`, undefined, call)).status,
    ]
    expect(await statuses(client)).toEqual([200, 202, 403, 403])
    expect(await statuses(reader)).toEqual([200, 403, 403, 403])
    expect(await statuses(sibling)).toEqual([404, 404, 404, 404])
  })
})
