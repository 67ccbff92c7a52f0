import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { CompanyType, UserRole } from '@trunkline/contract/abilities'
import type { AccessEntry } from '@trunkline/contract/resources/access-control'
import type { Command } from '@trunkline/contract/resources/device-command'
import type { Registration, WifiController } from '@trunkline/contract/resources/wifi-shapes'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { clearSession, keepSession } from '../../access/session.ts'
import { queryClient } from '../../api/query-client.ts'
import { reply, startApiServer, type ApiServer } from '../../testing/api-server.ts'
import { sessionFor } from '../../testing/sessions.ts'
import { clearWrites } from './writes.ts'

/*
 * What the tests of access control plant and open: one site with two controllers, answered by a server of their own.
 */

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const at = '2026-03-01T12:00:00.000Z'

export const entry = (of: Partial<AccessEntry>): AccessEntry => ({
  id: 5,
  site_id: 3,
  site_name: 'Harbour office',
  company_id: 40,
  company_name: 'North Reseller',
  position: 1,
  mac: '4C:5E:0C:01:02:03',
  name: 'Kim’s phone',
  action: 'block',
  schedule: null,
  rate_down_kbps: null,
  rate_up_kbps: null,
  vlan_id: null,
  note: null,
  is_enabled: true,
  has_passphrase: false,
  vendor: 'Routerboard.com',
  state: 'same',
  applied: [
    {
      hardware_id: 9,
      hardware_name: 'Quay router',
      stack: 'caps-man',
      state: 'same',
      differences: [],
      left_out: [],
      read_at: at,
    },
  ],
  is_registered: false,
  created_at: at,
  updated_at: at,
  version: 1,
  ...of,
})

export const controller = (of: Partial<WifiController>): WifiController => ({
  hardware_id: 9,
  hardware_name: 'Quay router',
  stack: 'caps-man',
  is_enabled: true,
  remote_caps: 2,
  radios: 4,
  access_points: 4,
  clients: 1,
  bands: ['2ghz', '5ghz'],
  encryption_options: ['wpa2'],
  can_private_passphrase: true,
  can_rate: true,
  can_days: true,
  is_online: true,
  read_at: at,
  ...of,
})

export const registration = (of: Partial<Registration>): Registration => ({
  id: '9*1',
  hardware_id: 9,
  hardware_name: 'Quay router',
  interface: 'cap1',
  access_point: 'attic',
  ssid: 'Harbour',
  mac: '4C:5E:0C:0A:0B:0C',
  vendor: 'Routerboard.com',
  name: 'Lee’s tablet',
  address: '10.0.0.7',
  signal: -52,
  grade: 'good',
  band: '5ghz',
  rx_rate: null,
  tx_rate: null,
  rx_bytes: null,
  tx_bytes: null,
  authorized: true,
  vlan_id: null,
  since: at,
  access: null,
  access_control_id: null,
  read_at: at,
  ...of,
})

const command = (id: number, hardware_id: number, of: Partial<Command>): Command => ({
  id,
  hardware_id,
  hardware_name: hardware_id === 9 ? 'Quay router' : 'Attic router',
  site_id: 3,
  site_name: 'Harbour office',
  company_id: 40,
  company_name: 'North Reseller',
  kind: 'wifi',
  target: '',
  verb: 'access',
  label: '',
  state: 'running',
  step: 'writing',
  detail: '',
  guarded: false,
  requested_by: 'Mara Lind',
  created_at: at,
  started_at: at,
  finished_at: null,
  result: null,
  changes: [],
  ...of,
})

export const pageOf = <Row,>(data: Row[]) => ({
  data,
  meta: {
    pagination: {
      total: data.length,
      per_page: 25,
      current_page: 1,
      last_page: 1,
      from: data.length === 0 ? null : 1,
      to: data.length === 0 ? null : data.length,
    },
  },
})

/** What a change is answered with: a command for each of both controllers. */
export const asked = (ids = [71, 72]) =>
  ids.map((id, at) => ({
    id,
    job: id,
    state: 'queued',
    hardware_id: at === 0 ? 9 : 10,
    hardware_name: at === 0 ? 'Quay router' : 'Attic router',
  }))

export interface World {
  api: ApiServer
  entries: AccessEntry[]
  registrations: Registration[]
  controllers: WifiController[]
  /** How the commands stand. */
  ends: Record<number, Partial<Command>>
  close: () => Promise<void>
}

let page: Root | undefined

export async function plant(): Promise<World> {
  const api = await startApiServer()
  const world: World = {
    api,
    entries: [],
    registrations: [],
    controllers: [controller({})],
    ends: {},
    close: async () => {
      await act(async () => page?.unmount())
      page = undefined
      clearWrites([3, 4])
      document.body.innerHTML = ''
      queryClient.clear()
      clearSession()
      await api.close()
    },
  }
  const chosen = (path: string) => {
    const ids = /^id:([\d,]+)$/.exec(new URLSearchParams(path.split('?')[1]).get('search') ?? '')?.[1]?.split(',')
    return pageOf(world.entries.filter((one) => !ids || ids.includes(String(one.id))))
  }
  const site = { id: 3, name: 'Harbour office', company_id: 40 }
  api.on('GET /api/preference/show', () => ({ data: {} }))
  api.on('GET /api/site/3/show', () => ({ data: site }))
  api.on('GET /api/site/list', () => ({ data: [{ id: 3, name: 'Harbour office', path: 'North Reseller' }] }))
  api.on('GET /api/site/3/wifi/access-control/index', ({ path }) => chosen(path))
  api.on('GET /api/wifi/access-control/index', ({ path }) => chosen(path))
  api.on('GET /api/site/3/wifi/registration/index', () => pageOf(world.registrations))
  api.on('GET /api/site/3/wifi/setting/index', () => ({
    ...pageOf([]),
    controllers: world.controllers,
    found: [],
    options: { encryptions: [] },
  }))
  for (const [id, hardware] of [
    [71, 9],
    [72, 10],
  ] as const)
    api.on(`GET /api/hardware/command/${id}/show`, () => ({ data: command(id, hardware, world.ends[id] ?? {}) }))
  const changed = () => ({ data: { ids: [5], commands: asked() } })
  for (const verb of ['enable', 'disable', 'move', 'update'])
    api.on(`PUT /api/site/3/wifi/access-control/${verb}`, changed)
  api.on('DELETE /api/site/3/wifi/access-control/destroy', changed)
  api.on('POST /api/site/3/wifi/access-control/store', () => reply(201, { data: { id: 6, commands: asked() } }))
  api.on('PUT /api/site/3/wifi/access-control/apply', () => reply(202, { data: asked() }))
  return world
}

/** Draws screens by their routes, and opens one of them. */
export async function open(
  screens: Record<string, () => ReactNode>,
  path: string,
  { role = 'admin', type = 'reseller' }: { role?: UserRole; type?: CompanyType } = {},
): Promise<{ path: () => string }> {
  keepSession(sessionFor({ role, type }))
  const root = createRootRoute()
  const router = createRouter({
    routeTree: root.addChildren(
      Object.entries(screens).map(([route, component]) =>
        createRoute({ getParentRoute: () => root, path: route, component }),
      ),
    ),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  const host = document.createElement('div')
  document.body.append(host)
  page = createRoot(host)
  await act(async () =>
    page?.render(
      <QueryClientProvider client={queryClient}>
        <MantineProvider env="test">
          <RouterProvider router={router as never} />
        </MantineProvider>
      </QueryClientProvider>,
    ),
  )
  return { path: () => router.state.location.pathname }
}

export const text = (): string => document.body.textContent ?? ''

export async function until(there: () => boolean, what: string): Promise<void> {
  for (let turn = 0; turn < 250; turn++) {
    if (there()) return
    await act(() => new Promise((resolve) => setTimeout(resolve, 25)))
  }
  throw new Error(`${what} did not come: ${text()}`)
}
export const shows = (words: string): Promise<void> => until(() => text().includes(words), words)

export const buttons = (name: string): HTMLElement[] =>
  [
    ...document.querySelectorAll<HTMLElement>(
      'button, a, [role="menuitem"], input[role="switch"], input[type="checkbox"]',
    ),
  ].filter((one) => one.getAttribute('aria-label') === name || one.textContent === name)

/** Presses one of the page, or in the dialog that is open. */
export async function press(name: string, within = 'body'): Promise<void> {
  const there = () =>
    buttons(name).filter((one) => one.closest(within) && !(one as HTMLButtonElement).disabled) as HTMLElement[]
  await until(() => there().length > 0, `the button ${name}`)
  await act(async () => there()[0]?.click())
}

export function field(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll('label')].find((one) => one.textContent?.replace(' *', '') === label)
  const input = document.getElementById(found?.getAttribute('for') ?? '')
  if (!input) throw new Error(`There is no field ${label}`)
  return input as HTMLInputElement
}

export const type = (label: string, value: string): Promise<void> =>
  act(async () => {
    const input = field(label)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
