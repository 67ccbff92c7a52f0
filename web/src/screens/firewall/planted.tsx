import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { UserRole } from '@trunkline/contract/abilities'
import type { Command } from '@trunkline/contract/resources/device-command'
import type { AddressLists, FilterRule, NatRule } from '@trunkline/contract/resources/firewall'
import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import { act, type FunctionComponent } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { clearSession, keepSession } from '../../access/session.ts'
import { queryClient } from '../../api/query-client.ts'
import { reply, startApiServer, type ApiServer } from '../../testing/api-server.ts'
import { sessionFor } from '../../testing/sessions.ts'

export const readAt = '2026-03-01T12:00:00.000Z'
export const base = '/api/hardware/control/9'

export const filterRule = (of: Partial<FilterRule>): FilterRule => ({
  id: '*1',
  position: 1,
  chain: 'forward',
  action: 'accept',
  protocol: null,
  src_address: null,
  dst_address: null,
  src_port: null,
  dst_port: null,
  in_interface: null,
  out_interface: null,
  src_address_list: null,
  dst_address_list: null,
  more: {},
  bytes: 0,
  packets: 0,
  disabled: false,
  dynamic: false,
  invalid: false,
  comment: null,
  is_ours: false,
  ...of,
})

export const natRule = (of: Partial<NatRule>): NatRule => ({
  ...filterRule({}),
  chain: 'dstnat',
  action: 'dst-nat',
  to_addresses: null,
  to_ports: null,
  mark: null,
  forward: null,
  ...of,
})

const camera = { outside: '8443', to_address: '192.168.88.10', to_ports: '443', in_interface: null, dst_address: null }

/** A router with a hidden inside, a forward of the panel for both protocols, one of the owner, and one made by UPnP. */
export const someNat = (): NatRule[] => {
  const ours = {
    dst_port: '8443',
    to_addresses: '192.168.88.10',
    to_ports: '443',
    more: { 'in-interface-list': 'WAN' },
    comment: 'Camera',
    is_ours: true,
    mark: 'f01',
    forward: { ...camera, protocol: 'tcp-udp' as const, from: null },
  }
  return [
    natRule({ id: '*1', position: 1, chain: 'srcnat', action: 'masquerade', more: { 'out-interface-list': 'WAN' } }),
    natRule({ ...ours, id: '*2', position: 2, protocol: 'tcp', bytes: 1_200_000, packets: 1000 }),
    natRule({ ...ours, id: '*3', position: 3, protocol: 'udp', bytes: 0, packets: 234 }),
    natRule({
      id: '*4',
      position: 4,
      protocol: 'tcp',
      dst_port: '9000',
      to_addresses: '192.168.88.20',
      in_interface: 'ether1',
      disabled: true,
      comment: 'old recorder',
      forward: {
        protocol: 'tcp',
        outside: '9000',
        to_address: '192.168.88.20',
        to_ports: null,
        in_interface: 'ether1',
        dst_address: null,
        from: null,
      },
    }),
    natRule({ id: '*5', position: 5, protocol: 'udp', dst_port: '3074', dynamic: true }),
  ]
}

const device: HardwareDevice = {
  id: 9,
  name: 'Quay router',
  serial_number: 'HF1',
  mac: null,
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
  warranty_expiry_at: null,
  telephone: null,
  phone_country_code: null,
  phone_number: null,
  comment: null,
  is_online: true,
  online_status: 'online',
  polled_at: readAt,
  created_at: readAt,
  updated_at: readAt,
  deleted_at: null,
  has_lte: false,
  warranty_months: 24,
  management: null,
  readOnly: {
    polled_at: readAt,
    identity: 'quay',
    board: 'hAP ax³',
    serial_number: 'HF1',
    routeros_version: '7.18.2',
    firmware: null,
    uptime_seconds: 1000,
    cpu_load: 2,
    memory_total: null,
    memory_free: null,
    wan_address: null,
    last_error: null,
    last_error_at: null,
  },
  version: 1,
}

const blank: Command = {
  id: 77,
  hardware_id: 9,
  hardware_name: 'Quay router',
  site_id: 3,
  site_name: 'Harbour office',
  company_id: 40,
  company_name: 'North Reseller',
  kind: 'change',
  target: 'ip/firewall/nat',
  verb: 'add',
  label: 'TCP 8443',
  state: 'running',
  step: 'writing',
  detail: '',
  guarded: false,
  requested_by: 'Mara Lind',
  created_at: readAt,
  started_at: null,
  finished_at: null,
  result: null,
  changes: [],
}

/** What the router of a test has, and how the command stands that was asked of it. */
export interface Planted {
  nat: NatRule[]
  filters: FilterRule[]
  lists: AddressLists
  command: Partial<Command>
  api: ApiServer
  /** The last body, or query, that a call got. */
  sent: (path: string) => { body: unknown; path: string } | undefined
}

export async function plantRouter(): Promise<Planted> {
  const api = await startApiServer()
  const of: Planted = {
    nat: someNat(),
    filters: [],
    lists: { entries: [], uses: [] },
    command: {},
    api,
    sent: (path) => api.of(`${base}/${path}`).at(-1),
  }
  const rows = (data: () => unknown) => () => ({ data: data(), read_at: readAt, cached: false })
  api.on('GET /api/hardware/9/show', () => ({ data: device }))
  // Where the panel has no live state of it, it asks the device all the same.
  api.on(`GET ${base}/live/show`, () => reply(500, 'internal'))
  const at = (path: string, data: () => unknown) => api.on(`GET ${base}/${path}`, rows(data))
  at('ip/firewall/nat/index', () => of.nat)
  at('ip/firewall/filter/index', () => of.filters)
  at('ip/firewall/address-list/index', () => of.lists)
  at('ip/address/index', () => [
    {
      id: '*1',
      address: '192.168.88.1/24',
      network: '192.168.88.0',
      interface: 'bridge',
      actual_interface: 'bridge',
      is_management: true,
      disabled: false,
      dynamic: false,
      invalid: false,
      comment: null,
    },
  ])
  at('interface/statistic/show', () => ({ interfaces: [] }))
  at('ip/dhcp-server/lease/index', () => [
    {
      id: '*1',
      address: '192.168.88.10',
      mac: null,
      client_id: null,
      server: 'defconf',
      status: 'bound',
      host_name: 'camera',
      active_address: null,
      active_mac: null,
      expires_in_seconds: 600,
      last_seen_seconds: 5,
      lease_time_seconds: null,
      rate_limit: null,
      blocked: false,
      disabled: false,
      dynamic: true,
      comment: null,
    },
  ])
  const asked = () => reply(202, { data: { id: 77, job: 77, state: 'queued' } })
  for (const path of ['nat', 'address-list'])
    for (const call of ['POST store', 'PUT update', 'PUT move', 'DELETE destroy']) {
      const [method, verb] = call.split(' ')
      api.on(`${method} ${base}/ip/firewall/${path}/${verb}`, asked)
    }
  api.on('GET /api/hardware/command/77/show', () => ({ data: { ...blank, ...of.command } }))
  return of
}

let page: Root

/** Draws a screen at an address. */
export async function open(
  Screen: FunctionComponent,
  pattern: string,
  at: string,
  role: UserRole = 'admin',
): Promise<void> {
  keepSession(sessionFor({ role }))
  const rootRoute = createRootRoute({ validateSearch: (raw: Record<string, unknown>) => raw })
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      createRoute({ getParentRoute: () => rootRoute, path: pattern, component: Screen }),
    ]),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const said = Object.entries(search as Record<string, unknown>).filter(([, value]) => value !== undefined)
      return said.length === 0 ? '' : `?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`
    },
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

export async function closePage(of: Planted): Promise<void> {
  await act(async () => page.unmount())
  document.body.innerHTML = ''
  queryClient.clear()
  clearSession()
  await of.api.close()
}

export const text = () => document.body.textContent ?? ''
export async function until(there: () => boolean, what: string): Promise<void> {
  for (let turn = 0; turn < 400; turn++) {
    if (there()) return
    await act(() => new Promise((resolve) => setTimeout(resolve, 25)))
  }
  throw new Error(`${what} did not come: ${text()}`)
}
export const shows = (words: string) => until(() => text().includes(words), words)

export const buttons = (name: string) =>
  [...document.querySelectorAll('button')].filter(
    (one) => one.getAttribute('aria-label') === name || one.textContent === name,
  )
export const press = (name: string, at = 0) =>
  act(async () => {
    const button = buttons(name).at(at)
    if (!button) throw new Error(`There is no button ${name}: ${text()}`)
    button.click()
  })
export const field = (label: string): HTMLInputElement => {
  const found = [...document.querySelectorAll('label')].find((one) => one.textContent?.replace(' *', '') === label)
  return document.getElementById(found?.getAttribute('for') ?? '') as HTMLInputElement
}
export const type = (label: string, value: string) =>
  act(async () => {
    const input = field(label)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
