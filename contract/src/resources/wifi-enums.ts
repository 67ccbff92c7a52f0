/** How a Wi-Fi network keeps others out. Which of them a controller or radio can do is told by `encryptionsOf`. */
export const encryptions = [
  'open',
  /** WPA and WPA2 beside each other: only of the old system, for what is older than 2006. */
  'wpa-wpa2',
  'wpa2',
  /** Transition: WPA2 for those that know no better. */
  'wpa2-wpa3',
  'wpa3',
  /** Enhanced open: encrypted without a passphrase. */
  'owe',
  'wpa2-enterprise',
  'wpa3-enterprise',
] as const
export type Encryption = (typeof encryptions)[number]

/** Those that need a passphrase. */
export const withPassphrase: readonly Encryption[] = ['wpa-wpa2', 'wpa2', 'wpa2-wpa3', 'wpa3']

export const wifiBands = ['2ghz', '5ghz', '6ghz'] as const
export type WifiBand = (typeof wifiBands)[number]

/** Widest channel that is used, MHz. */
export const channelWidths = [20, 40, 80, 160] as const

export const weekDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type WeekDay = (typeof weekDays)[number]

/** How what is wanted stands to what a device has: as of its last reading. */
export const wantedStates = [
  /** Both are the same. */
  'same',
  /** The device has something else: `differences` says what. */
  'differs',
  /** The device has nothing of it. */
  'missing',
  /** The device was not read yet, or can't be read. */
  'unread',
] as const
export type WantedState = (typeof wantedStates)[number]

export const accessActions = ['allow', 'block'] as const
export type AccessAction = (typeof accessActions)[number]

/** What a command of Wi-Fi does. */
export const wifiVerbs = ['pull', 'push', 'provision', 'controller', 'access', 'remove'] as const
export type WifiVerb = (typeof wifiVerbs)[number]

/**
 * Encryption that a system can do. WPA3 and OWE are of the new one alone
 * (https://help.mikrotik.com/docs/spaces/ROS/pages/224559120/WiFi), WPA beside WPA2 of the old one.
 */
export const encryptionsOf: Readonly<
  Record<'caps-man' | 'wifi-capsman' | 'local-wireless' | 'local-wifi', readonly Encryption[]>
> = {
  'caps-man': ['open', 'wpa-wpa2', 'wpa2', 'wpa2-enterprise'],
  'local-wireless': ['open', 'wpa-wpa2', 'wpa2', 'wpa2-enterprise'],
  'wifi-capsman': ['open', 'wpa2', 'wpa2-wpa3', 'wpa3', 'owe', 'wpa2-enterprise', 'wpa3-enterprise'],
  'local-wifi': ['open', 'wpa2', 'wpa2-wpa3', 'wpa3', 'owe', 'wpa2-enterprise', 'wpa3-enterprise'],
}
