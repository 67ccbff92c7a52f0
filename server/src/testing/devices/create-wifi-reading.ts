import type { WifiStack } from '@trunkline/routeros'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import {
  wifiMenus,
  type SeenAccessPoint,
  type SeenNetwork,
  type SeenRegistration,
  type WifiReading,
  type WifiSystem,
} from '../../devices/wifi/shapes.ts'

/** A network as a device would report it. */
export const sampleNetwork = (profile: string, of: Partial<SeenNetwork> = {}): SeenNetwork => ({
  profile,
  ssid: profile,
  is_enabled: true,
  hidden: false,
  encryption: 'wpa2',
  bands: ['2ghz', '5ghz'],
  possible_bands: ['2ghz', '5ghz'],
  channel_width: null,
  frequencies: [],
  country: null,
  vlan_id: null,
  client_isolation: false,
  parts: [],
  has_passphrase: true,
  passphrase_digest: null,
  interfaces: [],
  ...of,
})

export const sampleAccessPoint = (n: number, of: Partial<SeenAccessPoint> = {}): SeenAccessPoint => ({
  id: `*${n.toString(16).toUpperCase()}`,
  menu: 'interface/wifi',
  name: `cap-wifi${n}`,
  kind: 'radio',
  master: null,
  profile: null,
  ssid: null,
  mac: macOf(0x10_0000 + n),
  radio_mac: macOf(0x10_0000 + n),
  cap: null,
  band: '5ghz',
  channel: '5180/ax/Ceee',
  frequency: 5180,
  channel_width: 80,
  tx_power: 20,
  clients: 0,
  state: 'running',
  detail: null,
  is_enabled: true,
  dynamic: false,
  controlled_elsewhere: false,
  comment: null,
  ...of,
})

export const sampleRegistration = (n: number, of: Partial<SeenRegistration> = {}): SeenRegistration => ({
  id: `*${n.toString(16).toUpperCase()}`,
  stack: 'wifi-capsman',
  interface: 'cap-wifi1',
  cap: null,
  ssid: 'Home',
  mac: macOf(n),
  signal: -60,
  band: '5ghz',
  rx_rate: 433.3,
  tx_rate: 866.7,
  rx_bytes: 1000,
  tx_bytes: 2000,
  uptime_seconds: 3600,
  authorized: true,
  vlan_id: null,
  ...of,
})

/** From MikroTik's block `4C:5E:0C`. */
const macOf = (n: number) =>
  `4C:5E:0C:${n
    .toString(16)
    .padStart(6, '0')
    .toUpperCase()
    .replace(/..(?=.)/g, '$&:')}`

export const sampleSystem = (stack: WifiStack, of: Partial<WifiSystem> = {}): WifiSystem => ({
  stack,
  enabled: stack.startsWith('local') ? null : true,
  remote_caps: [],
  radios: [
    { id: '*1', mac: macOf(0x20_0001), cap: null, bands: ['2ghz'], interface: null },
    { id: '*2', mac: macOf(0x20_0002), cap: null, bands: ['5ghz'], interface: null },
  ],
  networks: [],
  access_points: [],
  can: { private_passphrase: true, rate: !stack.includes('wifi'), days: true },
  ...of,
})

/** Stores a reading as the poller would. */
export const createReading = (tx: Tx, hardware_id: number, menu: string, rows: unknown, read_at = new Date()) =>
  sql`
    insert into hardware_menu (hardware_id, menu, read_at, rows) values (${hardware_id}, ${menu}, ${read_at.toISOString()}, ${JSON.stringify(rows)}::jsonb)
    on conflict (hardware_id, menu) do update set read_at = excluded.read_at, rows = excluded.rows`.execute(tx)

export const createWifiReading = (tx: Tx, hardware_id: number, systems: WifiSystem[]) =>
  createReading(tx, hardware_id, wifiMenus.state, { systems } satisfies WifiReading)
