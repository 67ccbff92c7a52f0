import type { GraphLink, GraphNode } from '@trunkline/contract/resources/device-topology'
import { expect, test } from 'vitest'
import { layoutGraph } from './graph-layout.ts'

const node = (id: number, parent: number | null, state: GraphNode['state'] = 'online') =>
  ({ key: `d${id}`, kind: 'device', id, name: `Device ${id}`, state, parent: parent && `d${parent}` }) as GraphNode
const link = (from: number, to: number, state: GraphLink['state'] = 'up') =>
  ({ key: `l${from}-${to}`, from: `d${from}`, to: `d${to}`, state, is_new: false, kind: 'ethernet' }) as GraphLink
const positions = (nodes: GraphNode[], links: GraphLink[]) =>
  layoutGraph(nodes, links).nodes.map(({ node: { key }, x, y }) => [key, x, y])

test('nodes stand right of their uplinks, and none covers another', () => {
  const nodes = [node(1, null), node(2, 1), node(3, 1), node(4, 2), node(5, null), node(6, null)]
  const { byKey, nodes: placed } = layoutGraph(nodes, [])
  const x = (id: number) => byKey.get(`d${id}`)?.x
  expect(x(1)).toBe(0)
  expect(x(2)).toBe(x(3))
  expect(x(4)).toBeGreaterThan(x(2) as number)
  expect(new Set(placed.map((one) => `${one.x} ${one.y}`)).size).toBe(nodes.length)
})

test('nothing moves when a device or a link goes down, and the same input gives the same picture', () => {
  const up = [node(1, null), node(2, 1), node(3, 1), node(4, 3)]
  const down = up.map((one) => ({ ...one, state: one.key === 'd3' ? 'offline' : one.state })) as GraphNode[]
  const links = [link(1, 2), link(1, 3), link(2, 4)]
  expect(positions(down, [link(1, 2), link(1, 3, 'down'), link(2, 4)])).toEqual(positions(up, links))
  expect(layoutGraph(up, links)).toEqual(layoutGraph(up, links))
})

test('a node without uplink stands beside a linked one, and uplinks in a cycle end', () => {
  const { byKey } = layoutGraph([node(1, null), node(2, 1), node(3, null)], [link(1, 2), link(3, 2)])
  expect(byKey.get('d3')).toMatchObject({ parent: 'd2' })
  expect(positions([node(1, 2), node(2, 3), node(3, 1)], [])).toHaveLength(3)
})

test('links between two nodes are one line, which is down if all of them are', () => {
  const nodes = [node(1, null), node(2, 1), node(3, 1)]
  const { links } = layoutGraph(nodes, [link(1, 2), link(2, 1, 'down'), link(3, 2, 'down')])
  expect(links.map(({ from, to, state, is_assumed }) => [from.node.id, to.node.id, state, is_assumed])).toEqual([
    [1, 2, 'partial', false],
    [1, 3, 'up', true],
    [3, 2, 'down', false],
  ])
})

test('1,000 devices are placed at once, also on a busy machine', () => {
  const nodes = Array.from({ length: 1000 }, (_, at) => node(at + 1, at === 0 ? null : Math.ceil(at / 12)))
  const links = nodes.slice(1).map(({ id, parent }) => link(Number(parent?.slice(1)), id as number))
  layoutGraph(nodes, links)
  const began = performance.now()
  expect(layoutGraph(nodes, links).nodes).toHaveLength(1000)
  expect(performance.now() - began).toBeLessThan(2000)
})
