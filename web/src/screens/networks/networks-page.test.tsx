import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { UserRole } from '@trunkline/contract/abilities'
import type {
  SiteNetwork,
  SiteNetworks,
  SwitchPort,
  SwitchPorts as Ports,
} from '@trunkline/contract/resources/control-network'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clearSession, keepSession } from '../../access/session.ts'
import { queryClient } from '../../api/query-client.ts'
import { loadTexts, startLanguage } from '../../i18n/language.ts'
import { reply, startApiServer, type ApiServer } from '../../testing/api-server.ts'
import { sessionFor } from '../../testing/sessions.ts'
import NetworkForm from './NetworkForm.tsx'
import NetworkList from './NetworkList.tsx'
import SwitchPorts from './SwitchPorts.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const base = '/api/hardware/control/9'
const readAt = '2026-03-01T12:00:00.000Z'
const network = (of: Partial<SiteNetwork>): SiteNetwork => ({
  id: '*5',
  name: 'office',
  interface: 'office',
  model: 'vlan-filtering',
  vlan_id: 30,
  bridge: 'bridge',
  address: '10.3.0.1/24',
  address_id: '*1',
  dhcp: {
    server_id: '*1',
    name: 'office',
    is_enabled: true,
    pool_id: '*1',
    start: '10.3.0.100',
    end: '10.3.0.199',
    several_ranges: false,
    network_id: '*1',
    gateway: '10.3.0.1',
    dns: ['9.9.9.9'],
    lease_seconds: 600,
  },
  isolated: true,
  tagged: ['ether2'],
  untagged: ['ether5'],
  leases: 4,
  subnet_id: 12,
  subnet: '10.3.0.0/24',
  disabled: false,
  comment: null,
  is_management: false,
  locked: null,
  ...of,
})
const port = (of: Partial<SwitchPort>): SwitchPort => ({
  id: '*1',
  name: 'ether1',
  default_name: 'ether1',
  position: 1,
  kind: 'ethernet',
  mac: null,
  running: true,
  disabled: false,
  comment: null,
  status: 'link-ok',
  rate_mbps: 1000,
  full_duplex: true,
  auto_negotiation: true,
  bridge: 'bridge',
  pvid: 1,
  poe: null,
  sfp: null,
  bridge_port_id: '*1',
  untagged: 1,
  tagged: [],
  is_management: false,
  locked: null,
  ...of,
})
const device = {
  id: 9,
  name: 'Quay router',
  type: 1,
  type_name: 'Router',
  kind: 'router',
  manufacturer: 1,
  manufacturer_name: 'MikroTik',
  model: 1,
  model_name: 'hAP ax³',
  company_id: 40,
  company_name: 'North Reseller',
  site_id: 3,
  site_name: 'Harbour office',
  deleted_at: null,
  has_lte: false,
  version: 1,
}

let api: ApiServer
let page: Root
let networks: SiteNetworks
let ports: Ports
let command: { state: string; step: string; detail: string }

beforeAll(async () => {
  await startLanguage('en')
  await loadTexts(['panel', 'networks', 'lan', 'devices'])
})
beforeEach(async () => {
  networks = {
    networks: [
      network({}),
      network({
        id: '*1',
        name: 'bridge',
        interface: 'bridge',
        vlan_id: 1,
        address: '192.168.88.1/24',
        is_management: true,
        isolated: false,
      }),
      network({
        id: '*7',
        name: 'old',
        interface: 'old',
        locked: 'switch-chip',
        dhcp: null,
        subnet_id: null,
        subnet: null,
      }),
    ],
    bridges: [{ name: 'bridge', vlan_filtering: true, ports: ['ether2', 'ether3', 'ether5'] }],
    model: 'vlan-filtering',
  }
  ports = {
    ports: [
      port({ is_management: true }),
      port({ id: '*2', name: 'ether2', position: 2, untagged: 30, tagged: [20, 40] }),
      port({ id: '*3', name: 'ether3', position: 3, bridge: null, bridge_port_id: null, untagged: null }),
    ],
    bridges: [{ name: 'bridge', vlan_filtering: true }],
    vlans: [
      { vlan_id: 1, name: 'bridge', bridge: 'bridge' },
      { vlan_id: 20, name: 'guests', bridge: 'bridge' },
      { vlan_id: 30, name: 'office', bridge: 'bridge' },
    ],
  }
  command = { state: 'running', step: 'writing', detail: '' }
  api = await startApiServer()
  api.on('GET /api/hardware/9/show', () => ({ data: device }))
  api.on(`GET ${base}/live/show`, () => reply(500, 'internal'))
  api.on(`GET ${base}/network/index`, () => ({ data: networks, read_at: readAt, cached: false }))
  api.on(`GET ${base}/switch-port/index`, () => ({ data: ports, read_at: readAt, cached: false }))
  for (const call of [
    'POST /network/store',
    'PUT /network/update',
    'DELETE /network/destroy',
    'PUT /switch-port/update',
  ])
    api.on(call.replace(' ', ` ${base}`), () => reply(202, { data: { id: 77, job: 77, state: 'queued' } }))
  api.on('GET /api/hardware/command/77/show', () => ({
    data: {
      id: 77,
      hardware_id: 9,
      hardware_name: 'Quay router',
      site_id: 3,
      site_name: 'Harbour office',
      company_id: 40,
      company_name: 'North Reseller',
      kind: 'change',
      target: 'network',
      verb: 'set',
      label: 'Network office',
      guarded: true,
      requested_by: 'Mara Lind',
      created_at: readAt,
      started_at: null,
      finished_at: null,
      result: null,
      changes: [],
      ...command,
    },
  }))
})
afterEach(async () => {
  await act(async () => page.unmount())
  document.body.innerHTML = ''
  queryClient.clear()
  clearSession()
  await api.close()
})

const text = () => document.body.textContent ?? ''
const until = async (there: () => boolean, what: string) => {
  for (let turn = 0; turn < 400; turn++) {
    if (there()) return
    await act(() => new Promise((resolve) => setTimeout(resolve, 25)))
  }
  throw new Error(`${what} did not come: ${text()}`)
}
const shows = (words: string) => until(() => text().includes(words), words)

const routes: Record<string, () => ReactNode> = {
  '/site/$id/hardware/networks/$hardwareId': NetworkList,
  '/site/$id/hardware/network/add': NetworkForm,
  '/site/$id/hardware/network/update/$networkId': NetworkForm,
  '/site/$id/hardware/switch/$hardwareId': SwitchPorts,
}
async function open(at: string, role: UserRole = 'admin') {
  keepSession(sessionFor({ role }))
  const root = createRootRoute()
  const router = createRouter({
    routeTree: root.addChildren(
      Object.entries(routes).map(([path, component]) => createRoute({ getParentRoute: () => root, path, component })),
    ),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  const host = document.createElement('div')
  document.body.append(host)
  page = createRoot(host)
  await act(async () =>
    page.render(
      <MantineProvider env="test">
        <RouterProvider router={router as never} />
      </MantineProvider>,
    ),
  )
}
const field = (label: string): HTMLInputElement => {
  const found = [...document.querySelectorAll('label')].find((one) => one.textContent?.replace(' *', '') === label)
  const input = document.getElementById(found?.getAttribute('for') ?? '') as HTMLInputElement | null
  if (input === null) throw new Error(`There is no field ${label}: ${text()}`)
  return input
}
const type = (label: string, value: string) =>
  act(async () => {
    const input = field(label)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
const press = (name: string) =>
  act(async () => {
    const found = [...document.querySelectorAll('button')].find(
      (one) => one.getAttribute('aria-label') === name || one.textContent === name,
    )
    if (!found) throw new Error(`There is no button ${name}: ${text()}`)
    found.click()
  })
const bodyOf = (path: string) => api.of(`${base}/${path}`).at(-1)?.body

describe('the networks of a router', () => {
  it('are listed as wholes; what is locked and what the panel comes in by says so', async () => {
    await open('/site/3/hardware/networks/9')
    await shows('10.3.0.100 – 10.3.0.199')
    expect(text()).toContain('ether5, ether2 (tagged)')
    expect(text()).toContain('Kept by the switch chip')
    expect(document.querySelector('button[aria-label="Remove office"]')?.getAttribute('aria-disabled')).toBe('false')
    expect(document.querySelector('button[aria-label="Remove bridge"]')?.getAttribute('aria-disabled')).toBe('true')
    expect(document.querySelector('[aria-label="Change old"]')).toBeNull()
    expect(document.querySelector('a[aria-label="Change office"]')?.getAttribute('href')).toContain('update/*5')
  })
  it('are only looked at by those who may not write', async () => {
    await open('/site/3/hardware/networks/9', 'read-only')
    await shows('10.3.0.100')
    expect(text()).not.toContain('New network')
    expect(document.querySelector('[aria-label="Change office"]')).toBeNull()
  })
  it('say that there are none, and that the router does not answer', async () => {
    networks = { ...networks, networks: [] }
    await open('/site/3/hardware/networks/9')
    await shows('No networks')
  })
})

describe('the form of a network', () => {
  it('sends a new one with its ports, and shows what the server refuses at its field', async () => {
    await open('/site/3/hardware/network/add?hardware=9')
    await shows('Keep apart')
    await type('Name', 'lab')
    await type('VLAN', '40')
    await type('Router’s address', '10.4.0.1/24')
    await press('Use 10.4.0.128 to 10.4.0.254')
    await act(async () => {
      const group = [...document.querySelectorAll('fieldset')].find(
        (one) => one.querySelector('legend')?.textContent === 'ether3',
      )
      group?.querySelectorAll<HTMLInputElement>('input[type=radio]')[1]?.click()
    })
    expect(field('Bridge').value).toBe('bridge')
    api.on(`POST ${base}/network/store`, () => ({
      ...reply(422, {
        error: {
          code: 'validation_failed',
          message: 'No.',
          request_id: 'r',
          fields: { 'untagged.0': 'ether3 is named twice.' },
        },
      }),
    }))
    await press('Add on the device')
    await shows('ether3 is named twice.')
    expect(bodyOf('network/store')).toMatchObject({
      name: 'lab',
      vlan_id: 40,
      bridge: 'bridge',
      address: '10.4.0.1/24',
      dhcp: { start: '10.4.0.128', end: '10.4.0.254', dns: [] },
      untagged: ['ether3'],
      tagged: [],
    })
  })
  it('sends of a known one what changed, and tells how it ended', async () => {
    await open('/site/3/hardware/network/update/*5?hardware=9')
    await until(() => document.querySelectorAll('input').length > 5, 'the form')
    await type('Last address', '10.3.0.150')
    await press('Write to the device')
    await until(() => bodyOf('network/update') !== undefined, 'the change')
    expect(bodyOf('network/update')).toEqual({
      id: '*5',
      dhcp: { start: '10.3.0.100', end: '10.3.0.150', dns: ['9.9.9.9'], lease_seconds: 600 },
      seen: { name: 'office', dhcp: { start: '10.3.0.100', end: '10.3.0.199', dns: ['9.9.9.9'], lease_seconds: 600 } },
    })
  })
})

describe('the ports of a switch', () => {
  it('say which networks come out of each, in the drawing and in the table', async () => {
    await open('/site/3/hardware/switch/9')
    await shows('30 · office')
    const drawn = [...document.querySelectorAll('[role=toolbar] button')].map((one) => one.getAttribute('aria-label'))
    expect(drawn[1]).toContain('without a tag: 30 · office, with their tags: 20 · guests, 40')
    expect(drawn[2]).toContain('in no bridge')
    expect(document.querySelectorAll('[role=toolbar] [data-band="1"]')).toHaveLength(1)
  })
  it('are changed in their place', async () => {
    await open('/site/3/hardware/switch/9')
    await shows('30 · office')
    await press('Change ether2')
    await shows('Numbers of VLANs')
    await type('With their tags', '20, 5000')
    await press('Write to the device')
    await shows('From 1 to 4094.')
    await type('With their tags', '20')
    await press('Write to the device')
    await until(() => bodyOf('switch-port/update') !== undefined, 'the change')
    expect(bodyOf('switch-port/update')).toEqual({ id: '*2', tagged: [20], seen: { tagged: [20, 40] } })
    await shows('restores what it had by itself')
  })
})
