import type { Schedule, WifiNetwork } from '@trunkline/contract/resources/wifi-shapes'
import type { AccessAction, Encryption, WifiBand, WifiVerb } from '@trunkline/contract/resources/wifi-enums'
import type { WifiStack } from '@trunkline/routeros'

/** Keys under which readings of Wi-Fi are kept in `hardware_menu`. */
export const wifiMenus = { state: 'wifi', registrations: 'wifi/registration', accessList: 'wifi/access-list' } as const

/** Last reading of key `wifi`: all that a device says of its Wi-Fi but who is registered and its access lists. */
export interface WifiReading {
  systems: WifiSystem[]
}

/** One Wi-Fi system of a device: a controller with what is under it, or radios of the device itself. */
export interface WifiSystem {
  stack: WifiStack
  /** Whether the controller is on; null of radios without one. */
  enabled: boolean | null
  remote_caps: RemoteCap[]
  radios: Radio[]
  networks: SeenNetwork[]
  access_points: SeenAccessPoint[]
  /** What this version of the device can do in entries of an access list. */
  can: { private_passphrase: boolean; rate: boolean; days: boolean }
}

/** A device under a controller. */
export interface RemoteCap {
  id: string
  identity: string
  address: string | null
  board: string | null
  serial: string | null
  base_mac: string | null
  version: string | null
  state: string | null
}

export interface Radio {
  id: string
  mac: string
  /** Identity of the device that carries it; null: the device itself. */
  cap: string | null
  bands: WifiBand[]
  interface: string | null
}

/** A row of a profile menu that a network is made of. */
export interface ProfilePart {
  menu: string
  id: string
  name: string
  /** Of a configuration that is for one band alone. */
  band: WifiBand | null
}

/**
 * A network as a device sends it: configurations of one SSID and one security and data path belong together, which is
 * how one network stands on radios of several bands. Words that the panel lacks are null.
 */
export interface SeenNetwork extends Omit<WifiNetwork, 'encryption' | 'is_guest' | 'schedule'> {
  /** Name of its first configuration, or of the interface where it has no profile: stays while the device keeps it. */
  profile: string
  encryption: Encryption | null
  /** Bands in which it is sent: said in full, as `bands` of what is wanted is where it is empty by `possible_bands`. */
  bands: WifiBand[]
  /** Bands that its system has radios for. */
  possible_bands: WifiBand[]
  parts: ProfilePart[]
  has_passphrase: boolean
  /** As of `passphraseDigest`; null where the device does not show it. */
  passphrase_digest: string | null
  /** Names of the interfaces that send it. */
  interfaces: string[]
}

export interface SeenAccessPoint {
  id: string
  /** Menu of its row: `interface/wifi`, `caps-man/interface`, `interface/wireless`. */
  menu: string
  name: string
  kind: 'radio' | 'virtual'
  master: string | null
  /** `profile` of the network that it sends. */
  profile: string | null
  ssid: string | null
  mac: string | null
  radio_mac: string | null
  cap: string | null
  band: WifiBand | null
  channel: string | null
  frequency: number | null
  channel_width: number | null
  tx_power: number | null
  /** At this interface alone: what stands on top of a radio has its own. */
  clients: number
  state: 'running' | 'idle' | 'disabled' | 'inactive' | 'unknown'
  detail: string | null
  is_enabled: boolean
  dynamic: boolean
  controlled_elsewhere: boolean
  comment: string | null
  /** Properties that a change of it writes, as the device has them; one that it leaves out is empty. */
  settings?: Record<string, string>
  /** Digest of `settings`. Both are missing in readings of before they were kept. */
  version?: string
}

/** A row of the last reading of key `wifi/registration`. */
export interface SeenRegistration {
  id: string
  stack: WifiStack
  interface: string
  /** Identity of the device that carries the radio; null: the device itself. */
  cap: string | null
  ssid: string | null
  mac: string
  signal: number | null
  band: WifiBand | null
  /** Mbit/s. */
  rx_rate: number | null
  tx_rate: number | null
  rx_bytes: number | null
  tx_bytes: number | null
  uptime_seconds: number | null
  authorized: boolean
  vlan_id: number | null
}

/** What the comment of a row on the device says that the panel made it for: an entry of access control, or the hours of a network. */
export type RowMark = { kind: 'access' | 'hours'; id: number }

/** A row of the last reading of key `wifi/access-list`, in the device's order. */
export interface SeenAccessRow {
  id: string
  stack: WifiStack
  /** From 1, of its own stack. */
  position: number
  mac: string | null
  mac_mask: string | null
  interface: string | null
  signal_from: number | null
  signal_to: number | null
  ssid_regexp: string | null
  schedule: Schedule | null
  time: string | null
  action: 'accept' | 'reject' | 'query-radius'
  vlan_id: number | null
  has_passphrase: boolean
  passphrase_digest: string | null
  ap_tx_limit: number | null
  client_tx_limit: number | null
  client_isolation: boolean | null
  disabled: boolean
  dynamic: boolean
  comment: string | null
  mark: RowMark | null
  match_count: number | null
  last_joined: string | null
}

/** `input` of a command of kind `wifi`. What is wanted is read from the database when it runs, so that the latest holds. */
export interface WifiInput {
  action: WifiVerb
  stack: WifiStack
  /** Of pull, push, remove. */
  setting_id?: number
  /** Of controller. */
  enabled?: boolean
  /** Of controller: whether it was on when the caller looked. */
  seen_enabled?: boolean
  /** Of pull: version of the network that the caller saw. */
  version?: number
  /** Of provision: ids of rows of access points, as read; left out: all of the controller. */
  ids?: string[]
}

/** An entry of a site's access control as a device is to hold it. */
export interface WantedAccess {
  id: number
  mac: string
  name: string
  action: AccessAction
  schedule: Schedule | null
  rate_down_kbps: number | null
  rate_up_kbps: number | null
  vlan_id: number | null
  passphrase: string | null
  is_enabled: boolean
}
