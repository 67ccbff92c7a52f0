import type { GraphLink, GraphNode, TopologyGraph } from '@trunkline/contract/resources/device-topology'
import { expect, test } from 'vitest'
import { buttons, press, shows, text, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import TopologyPage from './TopologyPage.tsx'

const node = (id: number, name: string, more: Partial<GraphNode> = {}): GraphNode => ({
  key: `d${id}`,
  kind: 'device',
  id,
  name,
  state: 'online',
  changed_at: null,
  company_name: 'Client',
  site_id: 7,
  site_name: 'Annexe',
  parent: null,
  uplinks: [],
  is_manual: false,
  behind: 0,
  cut_off_by: null,
  devices: 0,
  offline: 0,
  is_elsewhere: false,
  detail: null,
  ...more,
})
const link = (from: number, to: number, more: Partial<GraphLink> = {}): GraphLink => ({
  key: `l${from}${to}`,
  from: `d${from}`,
  to: `d${to}`,
  kind: 'ethernet',
  state: 'up',
  count: 1,
  from_port: 'ether2',
  to_port: 'ether1',
  found_by: ['lldp'],
  first_seen_at: '2026-01-01T00:00:00Z',
  last_seen_at: '2026-01-02T00:00:00Z',
  changed_at: '2026-01-01T00:00:00Z',
  is_new: false,
  ...more,
})
const graph: TopologyGraph = {
  total: 4,
  is_grouped: false,
  omitted: 0,
  nodes: [
    node(1, 'core', { behind: 3 }),
    node(2, 'tower', { parent: 'd1', uplinks: ['core'], state: 'offline', behind: 1 }),
    node(3, 'far', { parent: 'd2', uplinks: ['tower'], state: 'cut-off', cut_off_by: 'tower' }),
    node(4, 'shed', { parent: 'd1', uplinks: ['core'] }),
  ],
  links: [link(1, 2, { state: 'down' }), link(2, 3), link(1, 4, { is_new: true })],
}

const { api, visit } = screenTests(['panel', 'topology'])
const open = async (search = '', reply = graph) => {
  api.on('GET /api/device-topology/graph', () => ({ data: reply }))
  const router = await visit({ '/topology': () => <TopologyPage /> }, `/topology${search}`)
  await shows('Devices as a table')
  return router
}
const rows = (label: string) =>
  [...document.querySelectorAll(`table[aria-label="${label}"] tbody tr`)].map((row) => row.textContent)

test('the graph names states, failed devices and devices behind them, and the tables have the same', async () => {
  await open()
  expect(buttons('far, Behind a failed device, Behind failed tower')).toHaveLength(1)
  expect(buttons('tower, Offline, 1 device behind it')).toHaveLength(1)
  expect(rows('Devices as a table')).toEqual([
    'coreClientOnlineAnnexe–3',
    'towerClientOfflineAnnexecore1',
    'farClientBehind failed towerAnnexetower0',
    'shedClientOnlineAnnexecore0',
  ])
  expect(rows('Links as a table')).toHaveLength(3)
})

test('a filter dims the other nodes, reduces the tables, and is in the URL', async () => {
  const router = await open()
  await press('Down 1')
  await until(() => rows('Links as a table').length === 1)
  expect(rows('Devices as a table').map((row) => row?.slice(0, 4))).toEqual(['core', 'towe'])
  expect(router.state.location.search).toMatchObject({ change: 'down' })
  expect(document.querySelectorAll('[data-key][data-dim]')).toHaveLength(2)
  expect(document.querySelectorAll('[data-key]')).toHaveLength(4)
  await press('Down 1')
  await until(() => rows('Links as a table').length === 3)
})

test('a grouped graph says so, expands sites, and counts what it leaves out', async () => {
  const site = node(7, 'Annexe', { key: 's7', kind: 'site', devices: 40, offline: 2 })
  const router = await open('?node=s7', { total: 5000, is_grouped: true, omitted: 12, nodes: [site], links: [] })
  expect(text()).toContain('5,000 devices, grouped by site')
  expect(text()).toContain('12 more are not shown')
  await press('Expand site')
  await until(() => router.state.location.search.open === '7')
  await until(() => api.received.some(({ path }) => path.includes('open=7')))
})

test('a company without devices has no graph', async () => {
  api.on('GET /api/device-topology/graph', () => ({ data: { ...graph, nodes: [], links: [], total: 0 } }))
  await visit({ '/topology': () => <TopologyPage /> }, '/topology')
  await shows('No devices')
})
