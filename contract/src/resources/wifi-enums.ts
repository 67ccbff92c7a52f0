/** Security of a Wi-Fi network. `encryptionsOf` returns what a controller or radio supports. */
export const encryptions = [
  'open',
  /** WPA and WPA2 in mixed mode: only in the legacy system, for clients built before 2006. */
  'wpa-wpa2',
  'wpa2',
  /** Transition mode: WPA2 for clients without WPA3. */
  'wpa2-wpa3',
  'wpa3',
  /** Enhanced open: encrypted without a passphrase. */
  'owe',
  'wpa2-enterprise',
  'wpa3-enterprise',
] as const
export type Encryption = (typeof encryptions)[number]

/** Encryptions with a passphrase. */
export const withPassphrase: readonly Encryption[] = ['wpa-wpa2', 'wpa2', 'wpa2-wpa3', 'wpa3']

export const wifiBands = ['2ghz', '5ghz', '6ghz'] as const
export type WifiBand = (typeof wifiBands)[number]

/** Maximum channel width, MHz. */
export const channelWidths = [20, 40, 80, 160] as const

export const weekDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type WeekDay = (typeof weekDays)[number]

/** How the panel's settings compare with the device, as of its last reading. */
export const wantedStates = [
  /** Both are the same. */
  'same',
  /** The device differs: `differences` lists the fields. */
  'differs',
  /** The device does not have it. */
  'missing',
  /** The device was not read yet, or cannot be read. */
  'unread',
] as const
export type WantedState = (typeof wantedStates)[number]

export const accessActions = ['allow', 'block'] as const
export type AccessAction = (typeof accessActions)[number]

/** Operations of Wi-Fi commands. */
export const wifiVerbs = ['pull', 'push', 'provision', 'controller', 'access', 'remove'] as const
export type WifiVerb = (typeof wifiVerbs)[number]

/**
 * Encryptions that a system supports. Only the new system has WPA3 and OWE
 * (https://help.mikrotik.com/docs/spaces/ROS/pages/224559120/WiFi), only the legacy one has WPA with WPA2.
 */
export const encryptionsOf: Readonly<
  Record<'caps-man' | 'wifi-capsman' | 'local-wireless' | 'local-wifi', readonly Encryption[]>
> = {
  'caps-man': ['open', 'wpa-wpa2', 'wpa2', 'wpa2-enterprise'],
  'local-wireless': ['open', 'wpa-wpa2', 'wpa2', 'wpa2-enterprise'],
  'wifi-capsman': ['open', 'wpa2', 'wpa2-wpa3', 'wpa3', 'owe', 'wpa2-enterprise', 'wpa3-enterprise'],
  'local-wifi': ['open', 'wpa2', 'wpa2-wpa3', 'wpa3', 'owe', 'wpa2-enterprise', 'wpa3-enterprise'],
}
