import { isMissingMenu, RouterError, type Row, type Session, type WifiStack } from '@trunkline/routeros'

/** The Wi-Fi dialects of RouterOS: the old controller, the new system with or without one, the old radios. */
export type Dialect = 'caps-man' | 'wifi' | 'wireless'

/** Kinds of profiles that a configuration refers to. */
export const profileKinds = ['security', 'channel', 'datapath'] as const
export type ProfileKind = (typeof profileKinds)[number]

/** The raw rows of one dialect that a reading of networks needs. */
export interface RawWifi {
  dialect: Dialect
  /** Menu that contains the profiles: `caps-man`, `interface/wifi`, `interface/wifiwave2`, `interface/wireless`. */
  root: string
  /** Menu of the interfaces: `caps-man/interface`, otherwise `root`. */
  menu: string
  /** Settings of the controller; undefined if there is none. */
  manager: Row | undefined
  /** Settings that place the radios under another controller: `interface/wireless/cap`. */
  cap: Row | undefined
  remoteCaps: Row[]
  radios: Row[]
  interfaces: Row[]
  configurations: Row[]
  profiles: Record<ProfileKind, Row[]>
  provisioning: Row[]
}

const ofConfiguration = ['ssid', 'hide-ssid', 'country', 'mode']
const ofSecurity = ['authentication-types', 'passphrase', 'encryption', 'group-encryption']
const ofWifiSecurity = [...ofSecurity, 'management-protection']
const ofChannel = ['band', 'frequency', 'width']
const ofOldChannel = ['band', 'frequency', 'control-channel-width', 'extension-channel']
const ofDatapath = ['bridge', 'vlan-id', 'client-isolation']
const ofOldDatapath = ['bridge', 'local-forwarding', 'vlan-mode', 'vlan-id', 'client-to-client-forwarding']
const prefixed = (prefix: string, names: readonly string[]) => names.map((name) => `${prefix}.${name}`)

const wifiParts = { security: ofWifiSecurity, channel: ofChannel, datapath: ofDatapath }
const oldParts = { security: ofSecurity, channel: ofOldChannel, datapath: ofOldDatapath }
const nested = (parts: typeof wifiParts) => [
  ...profileKinds,
  ...profileKinds.flatMap((kind) => prefixed(kind, parts[kind])),
]
/** Centre frequencies that a radio supports, by version. */
export const possibleChannels = ['2g-channels', '5g-channels', '6g-channels']

const flags = ['disabled', 'dynamic', 'running', 'inactive', 'bound', 'comment']

const wifiInterface = [
  'name',
  'default-name',
  'mac-address',
  'radio-mac',
  'master-interface',
  'cap',
  '.about',
  'configuration',
  ...flags,
  ...prefixed('configuration', [...ofConfiguration, 'manager', 'tx-power']),
  ...nested(wifiParts),
]
const oldInterface = [
  'name',
  'mac-address',
  'radio-mac',
  'master-interface',
  'configuration',
  'current-state',
  'current-channel',
  'current-registered-clients',
  ...flags,
  ...prefixed('configuration', ofConfiguration),
  ...nested(oldParts),
  'channel.tx-power',
]
const wireless = [
  'name',
  'default-name',
  'mac-address',
  'master-interface',
  'mode',
  'ssid',
  'hide-ssid',
  'country',
  'frequency',
  'scan-list',
  'band',
  'channel-width',
  'tx-power-mode',
  'tx-power',
  'vlan-mode',
  'vlan-id',
  'default-forwarding',
  'security-profile',
  'disabled',
  'dynamic',
  'running',
  'comment',
]
const wirelessSecurity = [
  'name',
  'mode',
  'authentication-types',
  'unicast-ciphers',
  'group-ciphers',
  'wpa-pre-shared-key',
  'wpa2-pre-shared-key',
  'default',
]

/**
 * Rows of a menu, in the router's order; empty if the router lacks the menu.
 * @throws RouterError if the login may not read it: unread rows must not count as removed
 */
async function rowsOf(session: Session, menu: string, proplist: readonly string[]): Promise<Row[]> {
  try {
    return await session.print(menu, { proplist })
  } catch (error) {
    if (error instanceof RouterError && isMissingMenu(error)) return []
    throw error
  }
}

async function readOldController(session: Session): Promise<RawWifi> {
  const root = 'caps-man'
  const look = (menu: string, proplist: readonly string[]) => rowsOf(session, `${root}/${menu}`, proplist)
  const [manager, remoteCaps, radios, interfaces, configurations, security, channel, datapath, provisioning] =
    await Promise.all([
      look('manager', ['enabled']),
      look('remote-cap', ['identity', 'address', 'board', 'serial', 'version', 'base-mac', 'state']),
      look('radio', ['radio-mac', 'remote-cap-identity', 'remote-cap-name', 'interface', 'local', 'provisioned']),
      look('interface', oldInterface),
      look('configuration', ['name', 'comment', ...ofConfiguration, ...nested(oldParts)]),
      look('security', ['name', 'comment', ...ofSecurity]),
      look('channel', ['name', 'comment', ...ofOldChannel]),
      look('datapath', ['name', 'comment', ...ofOldDatapath]),
      look('provisioning', [
        'action',
        'hw-supported-modes',
        'master-configuration',
        'slave-configurations',
        'disabled',
      ]),
    ])
  const profiles = { security, channel, datapath }
  const menu = 'caps-man/interface'
  return {
    dialect: 'caps-man',
    root,
    menu,
    manager: manager[0],
    cap: undefined,
    remoteCaps,
    radios,
    interfaces,
    configurations,
    profiles,
    provisioning,
  }
}

async function readNewSystem(session: Session, root: string): Promise<RawWifi> {
  const look = (menu: string, proplist: readonly string[]) => rowsOf(session, `${root}/${menu}`, proplist)
  const [interfaces, manager, remoteCaps, radios, configurations, security, channel, datapath, provisioning] =
    await Promise.all([
      rowsOf(session, root, wifiInterface),
      look('capsman', ['enabled']),
      look('capsman/remote-cap', ['identity', 'address', 'board-name', 'serial', 'version', 'base-mac', 'state']),
      look('radio', ['cap', 'local', 'radio-mac', 'bands', 'interface', 'current-channels', ...possibleChannels]),
      look('configuration', ['name', 'comment', 'disabled', 'manager', ...ofConfiguration, ...nested(wifiParts)]),
      look('security', ['name', 'comment', ...ofWifiSecurity]),
      look('channel', ['name', 'comment', ...ofChannel]),
      look('datapath', ['name', 'comment', ...ofDatapath]),
      look('provisioning', ['action', 'supported-bands', 'master-configuration', 'slave-configurations', 'disabled']),
    ])
  const profiles = { security, channel, datapath }
  return {
    dialect: 'wifi',
    root,
    menu: root,
    manager: manager[0],
    cap: undefined,
    remoteCaps,
    radios,
    interfaces,
    configurations,
    profiles,
    provisioning,
  }
}

async function readOldRadios(session: Session): Promise<RawWifi> {
  const root = 'interface/wireless'
  const [interfaces, security, cap] = await Promise.all([
    rowsOf(session, root, wireless),
    rowsOf(session, `${root}/security-profiles`, wirelessSecurity),
    rowsOf(session, `${root}/cap`, ['enabled', 'interfaces']),
  ])
  return {
    dialect: 'wireless',
    root,
    menu: root,
    manager: undefined,
    cap: cap[0],
    remoteCaps: [],
    radios: [],
    interfaces,
    configurations: [],
    profiles: { security, channel: [], datapath: [] },
    provisioning: [],
  }
}

/** The dialect of a stack. */
export const dialectOf = (stack: WifiStack): Dialect =>
  stack === 'caps-man' ? 'caps-man' : stack === 'local-wireless' ? 'wireless' : 'wifi'

/**
 * Reads the rows of a dialect, one request per menu.
 * @throws RouterError
 */
export async function readRaw(session: Session, dialect: Dialect): Promise<RawWifi> {
  if (dialect === 'caps-man') return readOldController(session)
  if (dialect === 'wireless') return readOldRadios(session)
  const found = await readNewSystem(session, 'interface/wifi')
  // Its name before 7.13.
  return found.interfaces.length > 0 || found.manager !== undefined
    ? found
    : readNewSystem(session, 'interface/wifiwave2')
}

/** What an interface says about its channel. */
const channelPlace: Readonly<Record<Dialect, readonly string[]>> = {
  'caps-man': ['current-channel', 'configuration', 'channel', 'channel.band', 'channel.frequency'],
  wifi: [],
  wireless: ['mode', 'ssid', 'band'],
}

/**
 * A variant of `readRaw` with only what determines an interface's position: its radio, and its parent interface. Uses
 * few requests, because it runs every few seconds.
 * @throws RouterError
 */
export async function readRadios(session: Session, dialect: Dialect, root: string): Promise<RawWifi> {
  const menu = dialect === 'caps-man' ? 'caps-man/interface' : root
  const place = [
    'name',
    'default-name',
    'mac-address',
    'radio-mac',
    'master-interface',
    'cap',
    ...channelPlace[dialect],
  ]
  const [interfaces, radios, manager] = await Promise.all([
    rowsOf(session, menu, place),
    dialect === 'wireless'
      ? []
      : rowsOf(session, `${root}/radio`, ['cap', 'remote-cap-identity', 'local', 'radio-mac', 'bands', 'interface']),
    dialect === 'wifi' ? rowsOf(session, `${root}/capsman`, ['enabled']) : [],
  ])
  return {
    dialect,
    root,
    menu,
    manager: manager[0],
    cap: undefined,
    remoteCaps: [],
    radios,
    interfaces,
    configurations: [],
    profiles: { security: [], channel: [], datapath: [] },
    provisioning: [],
  }
}

/**
 * Adds the configured channels of the old controller to the result of `readRadios`.
 * @throws RouterError
 */
export async function readChannels(session: Session, raw: RawWifi): Promise<RawWifi> {
  const [configurations, channel] = await Promise.all([
    rowsOf(session, `${raw.root}/configuration`, ['name', 'channel', 'channel.band', 'channel.frequency']),
    rowsOf(session, `${raw.root}/channel`, ['name', 'band', 'frequency']),
  ])
  return { ...raw, configurations, profiles: { ...raw.profiles, channel } }
}
