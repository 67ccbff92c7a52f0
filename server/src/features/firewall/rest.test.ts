import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { NatRule } from '@trunkline/contract/resources/firewall'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'

const fixture = await setupPanelWithDevices()
afterAll(() => fixture.stop())

test('a forward on a router managed over REST is added at its position, changed, moved and removed', async () => {
  const master = await fixture.as('master')
  const sim = await fixture.router({ restTls: 0 })
  const id = await fixture.device({ router: sim, port: sim.ports.restTls as number })
  await fixture.panel.sql((tx) => sql`update hardware set management_protocol = 'rest' where id = ${id}`.execute(tx))
  const request = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    master(method, `/hardware/control/${id}/ip/firewall/nat/${path}`, body)
  const runCommand = async (...of: Parameters<typeof request>) => fixture.end(master, id, await request(...of))
  const ours = async (): Promise<NatRule[]> =>
    (await request('GET', 'index')).body.data.filter((rule: NatRule) => rule.is_ours)
  const order = () => sim.table('ip/firewall/nat').map((row) => row['.id'])

  const exposed = sim.insert('ip/firewall/nat', {
    chain: 'dstnat',
    action: 'dst-nat',
    'in-interface-list': 'WAN',
    'to-addresses': '10.2.0.98',
  })
  await ours()
  const added = await runCommand('POST', 'store', {
    protocol: 'tcp-udp',
    outside: '9443',
    to_address: '10.2.0.20',
    to_ports: '443',
    from: '203.0.113.0/24',
  })
  expect(added.state, added.detail?.message).toBe('done')
  const [tcp, udp] = (await ours()) as [NatRule, NatRule]
  expect(order()).toEqual(['*1', '*2', tcp.id, udp.id, exposed])

  const set = await runCommand('PUT', 'update', { id: tcp.id, to_ports: null, from: null, seen: tcp })
  expect(set.state, set.detail?.message).toBe('done')
  expect((await ours()).map((rule) => [rule.to_ports, rule.src_address])).toEqual([
    [null, null],
    [null, null],
  ])
  const moved = await runCommand('PUT', 'move', { id: tcp.id, before: '*2' })
  expect(moved.state, moved.detail?.message).toBe('done')
  expect(order()).toEqual(['*1', tcp.id, udp.id, '*2', exposed])
  const removed = await runCommand('DELETE', `destroy?id=${encodeURIComponent(udp.id)}`)
  expect(removed.state, removed.detail?.message).toBe('done')
  expect(order()).toEqual(['*1', '*2', exposed])
}, 60_000)
