import type { Encryption, WifiBand } from '@trunkline/contract/resources/wifi-enums'
import type { Row } from '@trunkline/routeros'
import type { Keys } from '../../secrets.ts'
import { flagOf, listOf, textOf, integerOf } from '../readings/values.ts'
import { isHidden } from '../same-value.ts'
import { inOrder } from './bands.ts'
import { bandOfFrequency, bandOfMode, bandOfWord, currentChannel, frequenciesOf, widthOf } from './channel.ts'
import { countryOf } from './countries.ts'
import { passphraseDigest } from './digest.ts'
import { encryptionOf } from './encryption.ts'
import { profileKinds, type RawWifi } from './raw.ts'

/** Properties named as on an interface: `ssid`, `security.passphrase`, `channel.band`. */
type EffectiveValues = Record<string, string>

/** The part of a network in one row of a device: a configuration, or an interface with settings of its own. */
export interface Carrier {
  menu: string
  row: Row
  name: string
  isInterface: boolean
  /** The effective values: its own properties and those of the profiles that it refers to. */
  values: EffectiveValues
  ssid: string
  hidden: boolean
  encryption: Encryption | null
  has_passphrase: boolean
  passphrase_digest: string | null
  country: string | null
  vlan_id: number | null
  client_isolation: boolean
  channel_width: number | null
  frequencies: number[]
  /** The band that its channel is restricted to; null for any. */
  ownBand: WifiBand | null
  /** Interfaces that use it. */
  interfaces: Row[]
  /** Bands in which it is broadcast, or will be on radios that a provisioning rule applies it to. */
  bands: WifiBand[]
}

const nameOf = (row: Row | undefined): string => row?.['name'] ?? ''
const none = (value: string | undefined) => value === undefined || value === '' || value === 'none'

/** The values of the profiles of a row, overridden by the row's own values. */
function withProfiles(raw: RawWifi, row: Row, base: EffectiveValues): EffectiveValues {
  const values = { ...base }
  for (const kind of profileKinds) {
    const named = raw.profiles[kind].find((one) => nameOf(one) === row[kind])
    for (const [property, value] of Object.entries(named ?? {}))
      if (property !== 'name' && property !== 'comment' && !property.startsWith('.'))
        values[`${kind}.${property}`] = value
  }
  for (const [property, value] of Object.entries(row))
    if (/^(security|channel|datapath)\./.test(property)) values[property] = value
  return values
}

const ofConfiguration = ['ssid', 'hide-ssid', 'country', 'mode', 'manager']

function ofConfigurationRow(raw: RawWifi, row: Row): EffectiveValues {
  const values = withProfiles(raw, row, {})
  for (const property of ofConfiguration) if (row[property] !== undefined) values[property] = row[property]
  return values
}

/**
 * The effective values of an interface: its own properties override those of its configuration (manual, "WiFi
 * profiles").
 */
export function ofInterfaceRow(raw: RawWifi, row: Row): EffectiveValues {
  if (raw.dialect === 'wireless') return ofOldRadio(raw, row)
  const configuration = configurationOf(raw, row)
  const values = withProfiles(raw, row, configuration === undefined ? {} : ofConfigurationRow(raw, configuration))
  for (const property of ofConfiguration) {
    const own = row[`configuration.${property}`]
    if (own !== undefined) values[property] = own
  }
  return values
}

/** The old radios have no configurations: the interface has all settings, except for the key. */
function ofOldRadio(raw: RawWifi, row: Row): EffectiveValues {
  const security = raw.profiles.security.find((one) => nameOf(one) === row['security-profile'])
  const mode = security?.['mode'] ?? 'none'
  return {
    ...row,
    'security.authentication-types':
      // The panel does not support static keys (WEP).
      mode === 'none' ? '' : mode === 'dynamic-keys' ? (security?.['authentication-types'] ?? '') : 'static',
    'security.passphrase': security?.['wpa2-pre-shared-key'] || security?.['wpa-pre-shared-key'] || '',
  }
}

export const configurationOf = (raw: RawWifi, row: Row): Row | undefined =>
  raw.configurations.find((one) => nameOf(one) === row['configuration'])

/** The physical radio interface below virtual ones; stops at a reference cycle. */
export function rootOf(raw: RawWifi, row: Row): Row {
  let at = row
  for (let depth = 0; depth < 8; depth++) {
    const master = at['master-interface']
    if (none(master)) return at
    const next = raw.interfaces.find((one) => nameOf(one) === master)
    if (next === undefined) return at
    at = next
  }
  return at
}

export const isVirtual = (row: Row): boolean => !none(row['master-interface'])

/** Row of `radio` of an interface: virtual ones have none. */
export function radioOf(raw: RawWifi, row: Row): Row | undefined {
  const root = rootOf(raw, row)
  return (
    raw.radios.find((one) => one['radio-mac'] !== undefined && one['radio-mac'] === root['radio-mac']) ??
    raw.radios.find((one) => !none(one['interface']) && one['interface'] === nameOf(root))
  )
}

/** Bands of `2ghz-n:20mhz,20/40mhz,5ghz-ac:20mhz`. */
export const bandsOfRadio = (radio: Row | undefined): WifiBand[] => [
  ...new Set([...(radio?.['bands'] ?? '').matchAll(/(?:^|,)([256]ghz)-/g)].map((found) => found[1] as WifiBand)),
]

/** Band of an interface: from its radio, its configured band, its current channel, or its configured frequencies. */
export function bandOfInterface(raw: RawWifi, row: Row): WifiBand | null {
  const root = rootOf(raw, row)
  const values = ofInterfaceRow(raw, root)
  const reported = raw.dialect === 'wireless' ? bandOfWord(root['band']) : bandOfWord(values['channel.band'])
  const bands = bandsOfRadio(radioOf(raw, row))
  if (bands.length === 1) return bands[0] as WifiBand
  if (reported !== null) return reported
  const on = currentChannel(root['current-channel'] ?? radioOf(raw, row)?.['current-channels']).frequency
  return on === null ? bandOfFrequencies(values) : bandOfFrequency(on)
}

/** The band of the configured frequencies; null if they are of several bands, or the radio chooses. */
function bandOfFrequencies(values: EffectiveValues): WifiBand | null {
  const bands = new Set(frequenciesOf(values['channel.frequency']).map(bandOfFrequency))
  return bands.size === 1 ? ([...bands][0] as WifiBand) : null
}

/** Bands that a provisioning rule applies to; undefined: all. */
export function bandsOfRule(rule: Row): WifiBand[] | undefined {
  const bands = listOf(rule['supported-bands']).flatMap((word) => bandOfWord(word) ?? [])
  const modes = listOf(rule['hw-supported-modes']).map(bandOfMode)
  const all = [...new Set([...bands, ...modes])]
  return all.length === 0 ? undefined : all
}

const makes = (rule: Row) => !flagOf(rule['disabled']) && rule['action'] !== 'none'

/** Whether a rule creates interfaces from a configuration. */
export const ruleNames = (rule: Row, name: string): boolean =>
  makes(rule) && (rule['master-configuration'] === name || listOf(rule['slave-configurations']).includes(name))

/** Bands for which a system has radios or rules. */
export function possibleBands(raw: RawWifi, interfaces: readonly Row[]): WifiBand[] {
  const of = raw.dialect === 'wireless' || raw.radios.length === 0 ? [] : raw.radios.flatMap(bandsOfRadio)
  const found = [
    ...of,
    ...interfaces.flatMap((row) => bandOfInterface(raw, row) ?? []),
    ...raw.provisioning.filter(makes).flatMap((rule) => bandsOfRule(rule) ?? []),
  ]
  return inOrder(found)
}

/**
 * Whether an interface overrides its configuration in a way that makes it a different network. Its own channel or
 * country does not.
 */
function hasOwnSettings(row: Row): boolean {
  if (none(row['configuration'])) return true
  if (!none(row['security']) || !none(row['datapath'])) return true
  return Object.keys(row).some((property) =>
    /^(configuration\.(ssid|hide-ssid)|security\.(authentication-types|passphrase|encryption)|datapath\.(vlan-id|vlan-mode|client-isolation|client-to-client-forwarding))$/.test(
      property,
    ),
  )
}

/** Whether an interface is an access point, and not a client of another one. */
export function isAccessPoint(raw: RawWifi, row: Row): boolean {
  const mode = ofInterfaceRow(raw, row)['mode']
  return raw.dialect === 'wireless'
    ? /^(ap-bridge|bridge|wds-slave)$/.test(mode ?? '')
    : mode === undefined || mode === 'ap'
}

/** Whether another device's controller manages an interface. */
export function isControlledElsewhere(raw: RawWifi, row: Row): boolean {
  const root = rootOf(raw, row)
  if (raw.dialect === 'wireless')
    return flagOf(raw.cap?.['enabled']) && listOf(raw.cap?.['interfaces']).includes(nameOf(root))
  return (
    raw.dialect === 'wifi' &&
    root['default-name'] !== undefined &&
    (ofInterfaceRow(raw, root)['manager'] ?? '').startsWith('capsman')
  )
}

/** The configuration, or the interface itself, that defines the network of an interface. */
const carrierRow = (raw: RawWifi, row: Row): Row =>
  raw.dialect === 'wireless' || hasOwnSettings(row) ? row : (configurationOf(raw, row) ?? row)

/** All rows that define networks, in the device's order: configurations, then interfaces. */
export function carriersOf(raw: RawWifi, keys: Keys): Carrier[] {
  const sends = raw.interfaces.filter((row) => isAccessPoint(raw, row) && !isControlledElsewhere(raw, row))
  const users = new Map<Row, Row[]>()
  for (const row of sends) {
    const of = carrierRow(raw, row)
    users.set(of, [...(users.get(of) ?? []), row])
  }
  const possible = possibleBands(raw, sends)
  const bandOf = new Map(sends.map((row) => [row, bandOfInterface(raw, row)]))
  const all = [
    ...raw.configurations.map((row) => ({ row, isInterface: false, values: ofConfigurationRow(raw, row) })),
    ...raw.interfaces
      .filter((row) => users.has(row))
      .map((row) => ({ row, isInterface: true, values: ofInterfaceRow(raw, row) })),
  ]
  return all.flatMap(({ row, isInterface, values }) => {
    const ssid = values['ssid'] ?? ''
    if (ssid === '' || (!isInterface && (values['mode'] ?? 'ap') !== 'ap')) return []
    const interfaces = users.get(row) ?? []
    const channel = raw.dialect === 'wireless' ? oldRadioChannel(row) : channelOf(raw, values)
    const used = [
      ...interfaces.flatMap((one) => bandOf.get(one) ?? []),
      ...(isInterface ? [] : rulesBands(raw, nameOf(row), possible)),
    ]
    return [
      {
        menu: isInterface ? raw.menu : `${raw.root}/configuration`,
        row,
        name: nameOf(row),
        isInterface,
        values,
        ssid,
        hidden: flagOf(values['hide-ssid']),
        encryption: encryptionOf(values['security.authentication-types']),
        ...passphraseOf(values['security.passphrase'], keys),
        country: countryOf(values['country']),
        ...dataPathOf(raw, values),
        ...channel,
        interfaces,
        // A network that no interface broadcasts has no bands.
        bands: channel.ownBand === null || used.length === 0 ? inOrder(used) : [channel.ownBand],
      },
    ]
  })
}

const rulesBands = (raw: RawWifi, name: string, possible: WifiBand[]) =>
  raw.provisioning.filter((rule) => ruleNames(rule, name)).flatMap((rule) => bandsOfRule(rule) ?? possible)

/** A login without the policy `sensitive` reads an empty value, or asterisks. */
function passphraseOf(text: string | undefined, keys: Keys): Pick<Carrier, 'has_passphrase' | 'passphrase_digest'> {
  if (text === undefined || text === '') return { has_passphrase: false, passphrase_digest: null }
  return { has_passphrase: true, passphrase_digest: isHidden(text) ? null : passphraseDigest(keys, text) }
}

function channelOf(raw: RawWifi, values: EffectiveValues): Pick<Carrier, 'channel_width' | 'frequencies' | 'ownBand'> {
  return {
    channel_width: widthOf(values, raw.dialect),
    frequencies: frequenciesOf(values['channel.frequency']),
    ownBand: bandOfWord(values['channel.band']) ?? bandOfFrequencies(values),
  }
}

/** A virtual interface uses the channel of the radio below it. */
function oldRadioChannel(row: Row): Pick<Carrier, 'channel_width' | 'frequencies' | 'ownBand'> {
  if (isVirtual(row)) return { channel_width: null, frequencies: [], ownBand: null }
  const isAuto = !/^\d/.test(row['frequency'] ?? '')
  return {
    channel_width: widthOf(row, 'wireless'),
    frequencies: frequenciesOf(isAuto ? row['scan-list'] : row['frequency']),
    ownBand: bandOfWord(row['band']),
  }
}

function dataPathOf(raw: RawWifi, values: EffectiveValues): Pick<Carrier, 'vlan_id' | 'client_isolation'> {
  switch (raw.dialect) {
    case 'wifi':
      return {
        vlan_id: integerOf(textOf(values['datapath.vlan-id']) ?? undefined),
        client_isolation: flagOf(values['datapath.client-isolation']),
      }
    case 'caps-man':
      return {
        vlan_id: isTagged(values['datapath.vlan-mode']) ? integerOf(values['datapath.vlan-id']) : null,
        // An unset property is off: clients cannot reach each other (manual, "CAPsMAN", data path).
        client_isolation: !flagOf(values['datapath.client-to-client-forwarding']),
      }
    case 'wireless':
      return {
        vlan_id: isTagged(values['vlan-mode']) ? integerOf(values['vlan-id']) : null,
        client_isolation: values['default-forwarding'] !== undefined && !flagOf(values['default-forwarding']),
      }
  }
}

const isTagged = (mode: string | undefined) => mode === 'use-tag' || mode === 'use-service-tag'
