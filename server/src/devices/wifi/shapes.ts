import type { Schedule, WifiNetwork } from '@trunkline/contract/resources/wifi-shapes'
import type { AccessAction, Encryption, WifiBand, WifiVerb } from '@trunkline/contract/resources/wifi-enums'
import type { WifiStack } from '@trunkline/routeros'

/** Keys of the Wi-Fi readings in `hardware_menu`. */
export const wifiMenus = { state: 'wifi', registrations: 'wifi/registration', accessList: 'wifi/access-list' } as const

/** Last reading of key `wifi`: the Wi-Fi of a device without registrations and access lists. */
export interface WifiReading {
  systems: WifiSystem[]
}

/** One Wi-Fi system of a device: a controller with its access points, or radios of the device itself. */
export interface WifiSystem {
  stack: WifiStack
  /** Whether the controller is enabled; null for radios without one. */
  enabled: boolean | null
  remote_caps: RemoteCap[]
  radios: Radio[]
  networks: SeenNetwork[]
  access_points: SeenAccessPoint[]
  /** Supported features of access control entries in this version. */
  can: { private_passphrase: boolean; rate: boolean; days: boolean }
}

/** A device managed by a controller. */
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
  /** Identity of the device with the interface; null: the device itself. */
  cap: string | null
  bands: WifiBand[]
  interface: string | null
}

/** A row of a profile menu that a network uses. */
export interface ProfilePart {
  menu: string
  id: string
  name: string
  /** Of a configuration for a single band. */
  band: WifiBand | null
}

/**
 * A network as a device broadcasts it: configurations with the same SSID, security and data path are one network, on
 * radios of several bands. Settings that the panel does not support are null.
 */
export interface SeenNetwork extends Omit<WifiNetwork, 'encryption' | 'is_guest' | 'schedule'> {
  /** Name of its first configuration, or of the interface if it has no profile; stable while the device keeps it. */
  profile: string
  encryption: Encryption | null
  /**
   * Bands in which it is broadcast, as an explicit list, whereas empty `bands` of the wanted state mean
   * `possible_bands`.
   */
  bands: WifiBand[]
  /** Bands that its system has radios for. */
  possible_bands: WifiBand[]
  parts: ProfilePart[]
  has_passphrase: boolean
  /** See `passphraseDigest`; null if the device hides it. */
  passphrase_digest: string | null
  /** Names of the interfaces that broadcast it. */
  interfaces: string[]
}

export interface SeenAccessPoint {
  id: string
  /** Menu of its row: `interface/wifi`, `caps-man/interface`, `interface/wireless`. */
  menu: string
  name: string
  kind: 'radio' | 'virtual'
  master: string | null
  /** `profile` of the network that it broadcasts. */
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
  /** Clients of this interface only; virtual interfaces on the radio have their own. */
  clients: number
  state: 'running' | 'idle' | 'disabled' | 'inactive' | 'unknown'
  detail: string | null
  is_enabled: boolean
  dynamic: boolean
  controlled_elsewhere: boolean
  comment: string | null
  /** Properties that a change of it writes, as the device has them; an omitted one is empty. */
  settings?: Record<string, string>
  /** Digest of `settings`. Readings of older versions lack both. */
  version?: string
}

/** A row of the last reading of key `wifi/registration`. */
export interface SeenRegistration {
  id: string
  stack: WifiStack
  interface: string
  /** Identity of the device with the radio; null: the device itself. */
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

/** The mark in a row's comment: it belongs to an entry of access control, or to the hours of a network. */
export type RowMark = { kind: 'access' | 'hours'; id: number }

/** A row of the last reading of key `wifi/access-list`, in the device's order. */
export interface SeenAccessRow {
  id: string
  stack: WifiStack
  /** From 1, within its own stack. */
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

/**
 * `input` of a command of kind `wifi`. The wanted state is read from the database when the command runs, so that the
 * latest applies.
 */
export interface WifiInput {
  action: WifiVerb
  stack: WifiStack
  /** For pull, push and remove. */
  setting_id?: number
  /** For controller. */
  enabled?: boolean
  /** For controller: whether it was enabled when the caller saw it. */
  seen_enabled?: boolean
  /** For pull: version of the network that the caller saw. */
  version?: number
  /** For provision: row ids of access points, as read; omitted: all of the controller. */
  ids?: string[]
}

/** A wanted entry of a site's access control. */
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
