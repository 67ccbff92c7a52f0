import { expect, test } from 'vitest'
import { cutOff } from './upstream.ts'
import { uplinksOf, type TopologyLink, type TopologyNode } from './uplinks.ts'

const outside = '192.0.2.1'
/** A device with the address 10.0.0.id; `gateway`: a device, or an address. */
const node = (id: number, gateway: number | string | null, more: Partial<TopologyNode> = {}): TopologyNode => ({
  id,
  companies: [1],
  routes:
    gateway === null
      ? null
      : [{ gateway: typeof gateway === 'number' ? `10.0.0.${gateway}` : gateway, interface: 'ether1' }],
  addresses: [`10.0.0.${id}`],
  near: [],
  dialsTo: null,
  ...more,
})
const link = (a: number, b: number | string, more: Partial<TopologyLink> = {}): TopologyLink => ({
  a,
  b,
  isTunnel: false,
  a_port: 'ether2',
  b_port: 'ether1',
  fromA: true,
  fromB: typeof b === 'number',
  ...more,
})
/** `2>1`, with a question mark behind it for a backup. */
const derive = (nodes: TopologyNode[], links: TopologyLink[]) =>
  uplinksOf(nodes, links)
    .map((one) => `${one.hardware_id}>${one.upstream_id}${one.is_backup ? '?' : ''}`)
    .toSorted()

test('uplinks lead to the device whose next hop is outside the panel', () => {
  const nodes = [node(1, outside), node(2, 1), node(3, 1), node(4, null), node(5, outside)]
  expect(derive(nodes, [link(1, 2), link(2, 3), link(3, 4)])).toEqual(['2>1', '3>2', '4>3'])
})

test('in a ring each device has a backup uplink, and a device behind it has none', () => {
  const nodes = [node(1, outside), node(2, 1), node(3, 1), node(4, 1), node(5, 4)]
  const links = [link(1, 2), link(2, 4), link(3, 4), link(1, 3), link(4, 5)]
  expect(derive(nodes, links)).toEqual(['2>1', '2>4?', '3>1', '3>4?', '4>2', '4>3', '5>4'])
  const uplinks = uplinksOf(nodes, links)
  const below = (id: number) =>
    cutOff(
      id,
      uplinks.filter(({ hardware_id }) => hardware_id !== id),
    )
  expect([below(1), below(2), below(3), below(4)]).toEqual([[2, 3, 4, 5], [], [], [5]])
})

test('a device outside the panel is passed through', () => {
  const nodes = [node(1, outside), node(2, 1), node(3, 1)]
  expect(derive(nodes, [link(1, 'switch'), link(2, 'switch'), link(3, 'switch')])).toEqual(['2>1', '3>1'])
})

test('without a link, the gateway counts if it is on the same network segment, and not elsewhere', () => {
  expect(derive([node(1, outside), node(2, 1, { near: [1] })], [])).toEqual(['2>1'])
  // The same private address in two networks.
  const twins = [node(1, outside), node(2, outside, { addresses: ['192.168.88.1'] }), node(3, '192.168.88.1')]
  expect(derive(twins, [])).toEqual([])
})

test('a report of a company beside or below gives its own devices an uplink, and no other company one', () => {
  const provider = node(1, outside, { companies: [1] })
  const tenant = node(2, 1, { companies: [1, 2] })
  const other = node(3, 1, { companies: [1, 3] })
  // The device of the tenant claims to be connected to both.
  const links = [link(1, 2, { fromA: false }), link(2, 3, { fromB: false }), link(1, 3)]
  expect(derive([provider, tenant, other], links)).toEqual(['2>1', '2>3?', '3>1'])
})

test('a tunnel is an uplink where the default route or the panel uses it', () => {
  const nodes = [
    node(1, outside),
    node(2, outside, { routes: [{ gateway: null, interface: 'l2tp-out1' }] }),
    node(3, outside),
  ]
  const tunnel = { isTunnel: true, a_port: 'l2tp-in', b_port: 'l2tp-out1' }
  expect(derive(nodes, [link(1, 2, tunnel), link(1, 3, tunnel)])).toEqual(['2>1'])
  expect(derive([node(1, outside), node(3, outside, { dialsTo: 1 })], [link(1, 3, tunnel)])).toEqual(['3>1'])
})

test('circles and devices without a top end without uplinks', () => {
  const nodes = [node(1, 2), node(2, 1), node(3, null)]
  expect(derive(nodes, [link(1, 2), link(2, 3), link(1, 3)])).toEqual([])
})

test('devices behind a failed one: second paths and circles', () => {
  const up = (text: string) =>
    text.split(' ').map((one) => {
      const [hardware_id = 0, upstream_id = 0] = one.split('>').map(Number)
      return { hardware_id, upstream_id }
    })
  expect(cutOff(1, up('2>1 3>2 4>3 4>9'))).toEqual([2, 3])
  // 3 and 4 are each other's uplinks, and reach nothing else.
  expect(cutOff(1, up('2>1 3>2 3>4 4>3'))).toEqual([2, 3, 4])
})

test('ten thousand devices in a line take no recursion', () => {
  const nodes = Array.from({ length: 10_000 }, (_, at) => node(at + 1, at === 0 ? outside : null))
  const links = nodes.slice(1).map(({ id }) => link(id - 1, id))
  expect(uplinksOf(nodes, links)).toHaveLength(9999)
})
