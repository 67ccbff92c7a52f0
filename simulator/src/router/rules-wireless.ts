import { macOf } from '../tables/random.ts'
import type { Row } from '../tables/table.ts'
import type { RouterState } from './router-state.ts'
import type { Rule } from './rule.ts'
import { isManagedElsewhere } from './controller.ts'
import { holds } from './text.ts'
import { Trap } from './trap.ts'
import { formatDuration, parseDuration } from './values.ts'

const interfaceReference = { menu: '/interface', also: ['any', 'all'] }

function reject(name: string): never {
  throw new Trap(`input does not match any value of ${name}`, 1)
}

function checkWords(row: Row, name: string, known: ReadonlySet<string>): void {
  for (const key of [name, `security.${name}`, `channel.${name}`, `configuration.${name}`]) {
    const value = row[key]
    if (value === undefined || value === '') continue
    if (!value.split(',').every((word) => known.has(word))) reject(key)
  }
}

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Only the new system supports WPA3 and OWE. */
const oldModes = setOf('wpa-psk wpa2-psk wpa-eap wpa2-eap')
const newModes = setOf(
  'wpa-psk wpa2-psk wpa-eap wpa2-eap wpa3-psk owe wpa3-eap wpa3-eap-192 wpa2-psk-sha2 wpa2-eap-sha2',
)
const oldCiphers = setOf('aes-ccm tkip')
const newCiphers = setOf('tkip ccmp gcmp ccmp-256 gcmp-256')
const newBands = setOf('2ghz-g 2ghz-n 2ghz-ax 2ghz-be 5ghz-a 5ghz-n 5ghz-ac 5ghz-ax 5ghz-be 6ghz-ax 6ghz-be')
const newWidths = setOf('20mhz 20/40mhz 20/40mhz-Ce 20/40mhz-eC 20/40/80mhz 20/40/80/160mhz 20/40/80+80mhz')

/** Country names of the new system, in English spelling. The legacy one uses lower case. */
const regions = ((): ReadonlySet<string> => {
  const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index))
  const names = letters.flatMap((first) => letters.map((second) => english.of(first + second)))
  const own = ['Czech', 'Turkey', 'Macedonia', 'Bosnia And Herzegovina', 'Korea Republic', 'Hong Kong', 'Macau', 'Etsi']
  return new Set([...names.filter((name) => name !== undefined), ...own])
})()
const smallRegions: ReadonlySet<string> = new Set(
  [...regions, 'no_country_set', 'united states2', 'united states3', 'canada2', 'republic of korea'].map((name) =>
    name.toLowerCase(),
  ),
)

/** WPA passphrases have 8 to 63 characters (IEEE 802.11, annex J.4). */
function checkPassphrase(_router: RouterState, row: Row): void {
  const passphrase = row['passphrase'] ?? row['security.passphrase'] ?? row['private-passphrase']
  if (passphrase === undefined || passphrase === '') return
  if (passphrase.length < 8 || passphrase.length > 63) {
    throw new Trap('failure: passphrase must be from 8 to 63 characters long')
  }
}

/** An SSID has at most 32 bytes (IEEE 802.11, 9.4.2.2). */
function checkSsid(row: Row): void {
  for (const name of ['ssid', 'configuration.ssid']) {
    if (Buffer.byteLength(row[name] ?? '') > 32) throw new Trap(`invalid value for argument ${name}`, 1)
  }
}

function checkFrequencies(row: Row): void {
  for (const name of ['frequency', 'channel.frequency', 'secondary-frequency', 'channel.secondary-frequency']) {
    const value = row[name] ?? ''
    if (value === '' || value === 'auto' || value === 'disabled') continue
    const isList = value.split(',').every((part) => /^\d{4}(-\d{4})?(:\d+)?(\/\w+)?$/.test(part))
    if (!isList) throw new Trap(`invalid value for argument ${name}`, 1)
  }
}

function checkTag(row: Row): void {
  for (const name of ['vlan-id', 'datapath.vlan-id']) {
    const value = row[name]
    if (value === undefined || value === 'none' || value === '') continue
    const tag = Number(value)
    if (!(tag >= 1 && tag <= 4094)) throw new Trap(`value of ${name} out of range (1..4094)`, 1)
  }
}

/** Radio settings: the same in profiles, in configurations and in interfaces. */
function checkRadio(root: string): (router: RouterState, row: Row) => void {
  const isNew = root === '/interface/wifi'
  return (router, row) => {
    checkPassphrase(router, row)
    checkSsid(row)
    checkFrequencies(row)
    checkTag(row)
    checkWords(row, 'authentication-types', isNew ? newModes : oldModes)
    checkWords(row, 'encryption', isNew ? newCiphers : oldCiphers)
    if (!isNew) return checkWords(row, 'country', smallRegions)
    checkWords(row, 'country', regions)
    checkWords(row, 'band', newBands)
    checkWords(row, 'width', newWidths)
  }
}

const weekDays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** A time range and days of the week, as displayed: `8h-17h30m,mon,tue`. */
function shapeTime(row: Row): void {
  const text = row['time']
  if (text === undefined || text === '') return
  const parts = text.split(',')
  const [span = ''] = parts
  const hours = span.includes('-') ? span.split('-').map((part) => parseDuration(part)) : undefined
  const days = hours ? parts.slice(1) : parts
  const isTime =
    hours === undefined || (hours.length === 2 && hours.every((at) => at !== undefined && at <= 86_400_000))
  if (!isTime || !days.every((day) => weekDays.includes(day))) throw new Trap('invalid value for argument time', 1)
  row['time'] = [
    ...(hours ? [hours.map((at) => formatDuration(at ?? 0)).join('-')] : []),
    ...weekDays.filter((day) => days.includes(day)),
  ].join(',')
}

function checkAccess(router: RouterState, row: Row): void {
  checkPassphrase(router, row)
  checkTag(row)
  shapeTime(row)
  const range = row['signal-range']
  if (range !== undefined && !/^-?\d{1,3}(\.\.-?\d{1,3})?$/.test(range)) {
    throw new Trap('invalid value for argument signal-range', 1)
  }
  const pattern = row['ssid-regexp']
  if (pattern !== undefined && pattern !== '') holds('', pattern)
}

/** A virtual interface, or one for a radio that has not connected yet. */
function completeInterface(router: RouterState, root: string, row: Row): void {
  const isNew = root === '/interface/wifi'
  const stem = isNew ? 'wifi' : root === '/caps-man' ? 'cap' : 'wlan'
  if (row['name'] === undefined) {
    let number = 1
    while (router.interfaceNamed(`${stem}${number}`)) number += 1
    row['name'] = `${stem}${number}`
  }
  const master = router.interfaceNamed(row['master-interface'] ?? 'none')?.row
  if (master && (master['master-interface'] ?? 'none') !== 'none') {
    throw new Trap('failure: master interface can not be a virtual interface')
  }
  const number = router.interfaceTables().reduce((sum, menu) => sum + router.table(menu).rows.length, 0)
  row['mac-address'] ??= master
    ? `${((number % 60) * 4 + 2).toString(16).padStart(2, '0').toUpperCase()}${(master['mac-address'] ?? '').slice(2)}`
    : macOf(router.seed, `made ${row['name']}`)
  const virtual: Row = { master: 'false', bound: 'false', inactive: 'true' }
  if (root === '/interface/wireless')
    Object.assign(row, { mode: row['mode'] ?? 'ap-bridge', 'interface-type': 'virtual' })
  else Object.assign(row, master ? virtual : { master: 'true', bound: 'false', inactive: 'true' })
  if (isNew && master) row['radio-mac'] = master['radio-mac'] ?? ''
  if (root === '/caps-man') {
    row['master-interface'] ??= 'none'
    Object.assign(row, { 'current-state': '', 'current-registered-clients': '0', 'current-authorized-clients': '0' })
    if (master) row['radio-mac'] = '00:00:00:00:00:00'
  }
}

type Checked = Parameters<NonNullable<Rule['check']>>[2]

/** A managed radio rejects local settings. */
function checkLocal(router: RouterState, row: Row, { before, given }: Checked): void {
  if (before === undefined) completeInterface(router, '/interface/wifi', row)
  checkRadio('/interface/wifi')(router, row)
  if (before === undefined || !isManagedElsewhere(router, before)) return
  const own = [...given].find((name) => /^(configuration|security|channel|datapath)(\.|$)/.test(name))
  if (own !== undefined && own !== 'configuration.manager') throw new Trap('failure: managed by CAPsMAN')
}

/** Properties of the legacy system's local radios: country name, mode of a network. */
function checkOldRadio(router: RouterState, row: Row, { before }: Checked): void {
  if (before === undefined) completeInterface(router, '/interface/wireless', row)
  checkSsid(row)
  checkTag(row)
  checkWords(row, 'country', smallRegions)
  const frequency = row['frequency'] ?? 'auto'
  if (frequency !== 'auto' && !/^\d{4}$/.test(frequency)) throw new Trap('invalid value for argument frequency', 1)
}

function checkOldProfile(_router: RouterState, row: Row): void {
  checkWords(row, 'authentication-types', oldModes)
  for (const name of ['wpa-pre-shared-key', 'wpa2-pre-shared-key']) {
    const key = row[name] ?? ''
    if (key !== '' && (key.length < 8 || key.length > 64))
      throw new Trap(`failure: ${name} must be from 8 to 64 characters`)
  }
}

/** In the new system an empty list of modes means no security, not the security of the profile. */
const explicit = (root: string): Rule =>
  root === '/interface/wifi' ? { explicit: ['security.authentication-types', 'security.encryption'] } : {}

function profiles(root: string): Record<string, Rule> {
  const named = (name: string): { menu: string } => ({ menu: `${root}/${name}` })
  return {
    [`${root}/configuration`]: {
      defaults: root === '/caps-man' ? {} : { disabled: 'false' },
      required: ['name'],
      references: { security: named('security'), channel: named('channel'), datapath: named('datapath') },
      ...explicit(root),
      check: checkRadio(root),
    },
    [`${root}/security`]: {
      defaults: root === '/caps-man' ? {} : { disabled: 'false' },
      required: ['name'],
      check: checkRadio(root),
    },
    [`${root}/channel`]: {
      defaults: root === '/caps-man' ? {} : { disabled: 'false' },
      required: ['name'],
      check: checkRadio(root),
    },
    [`${root}/datapath`]: {
      defaults: root === '/caps-man' ? {} : { disabled: 'false' },
      required: ['name'],
      references: { bridge: { menu: '/interface', also: ['none'] } },
      check: checkRadio(root),
    },
    [`${root}/access-list`]: {
      defaults: { disabled: 'false' },
      references: { interface: interfaceReference },
      check: checkAccess,
    },
    [`${root}/provisioning`]: {
      defaults: { disabled: 'false' },
      required: root === '/caps-man' ? [] : ['action'],
      references: {
        'master-configuration': named('configuration'),
        'slave-configurations': named('configuration'),
      },
    },
  }
}

function interfaces(root: string, check: NonNullable<Rule['check']>): Rule {
  return {
    defaults: { 'arp-timeout': 'auto', disabled: 'false', running: 'false' },
    ...explicit(root),
    check,
    references: {
      'master-interface': interfaceReference,
      configuration: { menu: `${root}/configuration` },
      security: { menu: `${root}/security` },
      channel: { menu: `${root}/channel` },
      datapath: { menu: `${root}/datapath` },
    },
  }
}

/** A client that is removed from the table is disconnected. */
const kick: Rule = {
  dropsDynamic: true,
  changed: (router, row, before) => {
    if (!row && before?.['mac-address'] !== undefined)
      router.notes.set(`kicked ${before['mac-address']}`, router.monotonic())
  },
}

/** Profiles, access lists and provisioning of both systems. */
export const wirelessRules: Readonly<Record<string, Rule>> = {
  ...profiles('/interface/wifi'),
  ...profiles('/caps-man'),
  '/interface/wifi': interfaces('/interface/wifi', checkLocal),
  '/caps-man/interface': interfaces('/caps-man', (router, row, { before }) => {
    if (before === undefined) completeInterface(router, '/caps-man', row)
    checkRadio('/caps-man')(router, row)
  }),
  '/interface/wifi/radio': { references: { interface: interfaceReference } },
  '/caps-man/radio': { references: { interface: interfaceReference } },
  '/interface/wifi/registration-table': kick,
  '/caps-man/registration-table': kick,
  '/interface/wireless/registration-table': kick,
  '/interface/wifi/capsman': {
    defaults: {
      enabled: 'no',
      interfaces: 'any',
      'ca-certificate': 'none',
      certificate: 'none',
      'require-peer-certificate': 'false',
      'package-path': '',
      'upgrade-policy': 'none',
    },
    yesNo: ['enabled'],
  },
  '/interface/wifi/cap': { defaults: { enabled: 'no' }, yesNo: ['enabled'] },
  '/caps-man/manager': {
    defaults: {
      enabled: 'false',
      certificate: 'none',
      'ca-certificate': 'none',
      'package-path': '',
      'upgrade-policy': 'none',
      'require-peer-certificate': 'false',
    },
  },
  '/interface/wireless/access-list': {
    defaults: { authentication: 'true', forwarding: 'true', disabled: 'false', 'signal-range': '-120..120' },
    references: { interface: interfaceReference },
    check: checkAccess,
  },
  '/interface/wireless': {
    defaults: {
      disabled: 'false',
      running: 'false',
      'hide-ssid': 'false',
      'default-authentication': 'true',
      'default-forwarding': 'true',
      'vlan-mode': 'no-tag',
      'vlan-id': '1',
      'security-profile': 'default',
    },
    references: {
      'master-interface': interfaceReference,
      'security-profile': { menu: '/interface/wireless/security-profiles' },
    },
    check: checkOldRadio,
  },
  '/interface/wireless/security-profiles': {
    defaults: { mode: 'none', 'wpa-pre-shared-key': '', 'wpa2-pre-shared-key': '' },
    required: ['name'],
    check: checkOldProfile,
  },
}
