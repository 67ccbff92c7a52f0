import type { AccessEntry } from '@trunkline/contract/resources/access-control'
import type { Command } from '@trunkline/contract/resources/device-command'
import type { Registration, WifiController } from '@trunkline/contract/resources/wifi-shapes'
import { afterEach, beforeEach } from 'vitest'
import { reply } from './api-server.ts'
import { commandOf, readAt as at } from './quay-router.ts'
import { screenTests, type ScreenFixture } from './screen.tsx'
import { clearWrites } from '../screens/wifi-access/writes.ts'

/*
 * What the tests of access control create and open: one site with two controllers, answered by a server of their own.
 */

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

const command = (id: number, hardware_id: number, of: Partial<Command>): Command =>
  commandOf({
    id,
    hardware_id,
    hardware_name: hardware_id === 9 ? 'Quay router' : 'Attic router',
    kind: 'wifi',
    target: '',
    verb: 'access',
    label: '',
    started_at: at,
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
export const requested = (ids = [71, 72]) =>
  ids.map((id, at) => ({
    id,
    job: id,
    state: 'queued',
    hardware_id: at === 0 ? 9 : 10,
    hardware_name: at === 0 ? 'Quay router' : 'Attic router',
  }))

export interface WifiAccessFixture extends ScreenFixture {
  entries: AccessEntry[]
  registrations: Registration[]
  controllers: WifiController[]
  /** How the commands stand. */
  ends: Record<number, Partial<Command>>
}

/** Sets up the tests of access control, with a site that is created again for each of them. */
export function accessTests(texts: readonly string[] = []): WifiAccessFixture {
  // Of such hooks the first said is done last, when the page is gone that these writes would be drawn on.
  afterEach(() => clearWrites([3, 4]))
  const fixture = screenTests([
    'panel',
    'wifi-access',
    'wifi',
    'devices',
    'lan',
    'hardware',
    ...texts,
  ]) as WifiAccessFixture
  beforeEach(() => create(fixture))
  return fixture
}

function create(fixture: WifiAccessFixture): void {
  Object.assign(fixture, {
    entries: [],
    registrations: [],
    controllers: [controller({})],
    ends: {},
  } satisfies Omit<WifiAccessFixture, keyof ScreenFixture>)
  const { api } = fixture
  const chosen = (path: string) => {
    const ids = /^id:([\d,]+)$/.exec(new URLSearchParams(path.split('?')[1]).get('search') ?? '')?.[1]?.split(',')
    return pageOf(fixture.entries.filter((one) => !ids || ids.includes(String(one.id))))
  }
  const site = { id: 3, name: 'Harbour office', company_id: 40 }
  api.on('GET /api/preference/show', () => ({ data: {} }))
  api.on('GET /api/site/3/show', () => ({ data: site }))
  api.on('GET /api/site/list', () => ({ data: [{ id: 3, name: 'Harbour office', path: 'North Reseller' }] }))
  api.on('GET /api/site/3/wifi/access-control/index', ({ path }) => chosen(path))
  api.on('GET /api/wifi/access-control/index', ({ path }) => chosen(path))
  api.on('GET /api/site/3/wifi/registration/index', () => pageOf(fixture.registrations))
  api.on('GET /api/site/3/wifi/setting/index', () => ({
    ...pageOf([]),
    controllers: fixture.controllers,
    found: [],
    options: { encryptions: [] },
  }))
  for (const [id, hardware] of [
    [71, 9],
    [72, 10],
  ] as const)
    api.on(`GET /api/hardware/command/${id}/show`, () => ({ data: command(id, hardware, fixture.ends[id] ?? {}) }))
  const changed = () => ({ data: { ids: [5], commands: requested() } })
  for (const verb of ['enable', 'disable', 'move', 'update'])
    api.on(`PUT /api/site/3/wifi/access-control/${verb}`, changed)
  api.on('DELETE /api/site/3/wifi/access-control/destroy', changed)
  api.on('POST /api/site/3/wifi/access-control/store', () => reply(201, { data: { id: 6, commands: requested() } }))
  api.on('PUT /api/site/3/wifi/access-control/apply', () => reply(202, { data: requested() }))
}
