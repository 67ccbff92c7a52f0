import { ethernet, interfaces, lte, poe } from '../../menus/interface.ts'
import { dhcpLease, dhcpNetwork, dhcpServer, ipAddress, ipDns, ipPool } from '../../menus/ip.ts'
import { proplistOf, readRow, type Field, type Menu } from '../../menus/menu.ts'
import {
  certificate,
  file,
  ipService,
  systemClock,
  systemIdentity,
  systemLicense,
  systemPackage,
  systemResource,
  systemRouterboard,
  user,
  userGroup,
} from '../../menus/system.ts'
import type { Row, Where } from '../../session.ts'
import type { Check } from '../check.ts'
import { requestedMenus } from '../requested-properties.ts'
import { NotApplicable, verify } from '../result.ts'

type AnyMenu = Menu<Record<string, Field<unknown>>>

/** A menu that the panel reads. */
interface ReadMenu {
  path: string
  /** Properties without which the panel cannot use a row: each row must have them. */
  always: readonly string[]
  /** Further properties that the panel requests. */
  also?: readonly string[]
  /** The client's description of the menu: values that a router sends must be parsable. */
  typed?: AnyMenu
  /** The query of the panel, for menus that may have very many rows. */
  where?: Where
  usedBy: string
}

const network = 'server/src/devices/readings/network-tables.ts'
const identity = 'server/src/devices/readings/identity.ts'
const lan = 'server/src/devices/readings/lan.ts'
const firewall = 'server/src/devices/readings/firewall.ts'
const wifi = 'server/src/devices/wifi/raw.ts'

const profiles = (root: string): ReadMenu[] =>
  ['configuration', 'security', 'channel', 'datapath'].map((profile) => ({
    path: `${root}/${profile}`,
    always: ['name'],
    also: ['comment'],
    usedBy: wifi,
  }))

/** Menus of which reading depends on the version, the packages or the hardware are not applicable where missing. */
const menus: readonly ReadMenu[] = [
  {
    path: systemResource.path,
    always: [
      'uptime',
      'version',
      'cpu-load',
      'cpu-count',
      'total-memory',
      'free-memory',
      'total-hdd-space',
      'free-hdd-space',
      'architecture-name',
      'board-name',
    ],
    typed: systemResource,
    usedBy: identity,
  },
  { path: systemIdentity.path, always: ['name'], typed: systemIdentity, usedBy: identity },
  { path: systemRouterboard.path, always: ['routerboard'], typed: systemRouterboard, usedBy: identity },
  { path: systemLicense.path, always: [], typed: systemLicense, usedBy: identity },
  { path: systemPackage.path, always: ['name', 'version'], typed: systemPackage, usedBy: identity },
  {
    path: systemClock.path,
    always: ['time', 'date', 'gmt-offset'],
    typed: systemClock,
    usedBy: 'routeros/src/actions/rollback.ts',
  },
  {
    path: 'system/scheduler',
    always: ['name', 'interval', 'on-event'],
    also: ['start-date', 'start-time', 'disabled', 'run-count', 'next-run'],
    usedBy: 'routeros/src/actions/rollback.ts',
  },
  { path: user.path, always: ['name', 'group'], typed: user, usedBy: 'server/src/devices/contact.ts' },
  { path: userGroup.path, always: ['name', 'policy'], typed: userGroup, usedBy: 'server/src/devices/contact.ts' },
  { path: 'user/active', always: ['name', 'via'], also: ['address'], usedBy: network },
  { path: ipService.path, always: ['name', 'port'], typed: ipService, usedBy: 'routeros/src/menus/system.ts' },
  { path: certificate.path, always: ['name'], typed: certificate, usedBy: 'routeros/src/menus/system.ts' },
  { path: file.path, always: ['name', 'type'], typed: file, usedBy: 'routeros/src/actions/export.ts' },
  {
    path: interfaces.path,
    always: ['name', 'type', 'running', 'disabled', 'rx-byte', 'tx-byte'],
    typed: interfaces,
    usedBy: 'server/src/devices/readings/interfaces.ts',
  },
  {
    path: ethernet.path,
    always: ['name', 'default-name', 'running', 'disabled'],
    typed: ethernet,
    usedBy: 'routeros/src/actions/ports.ts',
  },
  { path: poe.path, always: ['name', 'poe-out'], typed: poe, usedBy: 'routeros/src/actions/ports.ts' },
  { path: lte.path, always: ['name'], typed: lte, usedBy: 'routeros/src/actions/cell.ts' },
  { path: 'interface/vlan', always: ['name', 'vlan-id', 'interface'], also: ['disabled'], usedBy: network },
  { path: 'interface/bridge', always: ['name'], also: ['vlan-filtering', 'pvid'], usedBy: network },
  {
    path: 'interface/bridge/port',
    always: ['interface', 'bridge'],
    also: ['pvid', 'frame-types', 'dynamic', 'disabled'],
    usedBy: network,
  },
  {
    path: 'interface/bridge/vlan',
    always: ['bridge', 'vlan-ids'],
    also: ['tagged', 'untagged', 'dynamic', 'disabled', 'comment'],
    usedBy: network,
  },
  { path: 'interface/bridge/host', always: ['mac-address'], also: ['on-interface', 'interface'], usedBy: network },
  { path: 'interface/bonding', always: ['slaves'], usedBy: network },
  { path: 'interface/ethernet/switch/vlan', always: ['vlan-id'], also: ['disabled'], usedBy: network },
  { path: 'interface/ethernet/switch/port', always: ['name'], also: ['vlan-mode'], usedBy: network },
  { path: 'interface/list', always: ['name'], usedBy: network },
  { path: 'interface/list/member', always: ['list', 'interface'], also: ['disabled', 'dynamic'], usedBy: network },
  { path: ipAddress.path, always: ['address', 'network', 'interface'], typed: ipAddress, usedBy: lan },
  { path: ipDns.path, always: ['allow-remote-requests', 'cache-size'], typed: ipDns, usedBy: lan },
  { path: dhcpServer.path, always: ['name', 'interface'], typed: dhcpServer, usedBy: lan },
  { path: dhcpNetwork.path, always: ['address'], typed: dhcpNetwork, usedBy: lan },
  { path: dhcpLease.path, always: [], typed: dhcpLease, usedBy: lan },
  { path: ipPool.path, always: ['name', 'ranges'], typed: ipPool, usedBy: lan },
  { path: 'ip/arp', always: ['address'], also: ['mac-address', 'interface'], usedBy: network },
  {
    path: 'ip/route',
    always: ['dst-address'],
    also: ['gateway', 'immediate-gw', 'gateway-status', 'distance', 'routing-table', 'active', 'disabled'],
    where: { 'dst-address': '0.0.0.0/0' },
    usedBy: 'server/src/devices/readings/default-route.ts',
  },
  ...['filter', 'nat', 'mangle', 'raw'].map((table) => ({
    path: `ip/firewall/${table}`,
    always: ['chain', 'action'],
    usedBy: firewall,
  })),
  {
    path: 'ip/firewall/address-list',
    always: ['list', 'address'],
    also: ['timeout', 'disabled', 'dynamic', 'comment', 'creation-time'],
    usedBy: firewall,
  },
  { path: 'interface/wifi', always: ['name'], also: ['radio-mac', 'master-interface', 'cap', '.about'], usedBy: wifi },
  { path: 'interface/wifi/radio', always: ['radio-mac'], also: ['cap', 'bands', 'interface'], usedBy: wifi },
  { path: 'interface/wifi/capsman', always: ['enabled'], usedBy: wifi },
  {
    path: 'interface/wifi/capsman/remote-cap',
    always: ['identity'],
    also: ['address', 'board-name', 'serial', 'version', 'base-mac', 'state'],
    usedBy: wifi,
  },
  { path: 'interface/wifi/provisioning', always: ['action'], usedBy: wifi },
  ...profiles('interface/wifi'),
  {
    path: 'interface/wifi/registration-table',
    always: ['interface', 'mac-address'],
    also: ['ssid', 'signal', 'band', 'tx-rate', 'rx-rate', 'bytes', 'uptime', 'authorized'],
    usedBy: 'server/src/devices/wifi/read-registrations.ts',
  },
  {
    path: 'interface/wifi/access-list',
    always: [],
    also: ['mac-address', 'interface', 'action', 'signal-range', 'time', 'days', 'comment'],
    usedBy: 'server/src/devices/wifi/access-menus.ts',
  },
  { path: 'caps-man/manager', always: ['enabled'], usedBy: wifi },
  {
    path: 'caps-man/remote-cap',
    always: ['identity'],
    also: ['address', 'board', 'serial', 'version', 'base-mac', 'state'],
    usedBy: wifi,
  },
  { path: 'caps-man/radio', always: ['radio-mac'], also: ['remote-cap-identity', 'interface'], usedBy: wifi },
  {
    path: 'caps-man/interface',
    always: ['name'],
    also: ['radio-mac', 'master-interface', 'current-state'],
    usedBy: wifi,
  },
  { path: 'caps-man/provisioning', always: ['action'], usedBy: wifi },
  ...profiles('caps-man'),
  {
    path: 'caps-man/registration-table',
    always: ['interface', 'mac-address'],
    also: ['ssid', 'rx-signal', 'tx-rate', 'rx-rate', 'bytes', 'uptime'],
    usedBy: 'server/src/devices/wifi/read-registrations.ts',
  },
  {
    path: 'caps-man/access-list',
    always: [],
    also: ['mac-address', 'interface', 'action', 'signal-range', 'time', 'comment'],
    usedBy: 'server/src/devices/wifi/access-menus.ts',
  },
  {
    path: 'interface/wireless',
    always: ['name', 'mode', 'ssid'],
    also: ['master-interface', 'frequency', 'band', 'security-profile'],
    usedBy: wifi,
  },
  { path: 'interface/wireless/security-profiles', always: ['name', 'mode'], usedBy: wifi },
  { path: 'interface/wireless/cap', always: ['enabled'], also: ['interfaces'], usedBy: wifi },
  {
    path: 'interface/wireless/registration-table',
    always: ['interface', 'mac-address'],
    also: ['signal-strength', 'tx-rate', 'rx-rate', 'bytes', 'uptime'],
    usedBy: 'server/src/devices/wifi/read-registrations.ts',
  },
  {
    path: 'interface/wireless/access-list',
    always: [],
    also: ['mac-address', 'interface', 'authentication', 'signal-range', 'time', 'comment'],
    usedBy: 'server/src/devices/wifi/access-menus.ts',
  },
]

/** Values that stand for the absence of a number, a time or an address. */
const withoutValue = /^(|none|auto|never|any|unlimited|disabled|default|unknown)$/

/** Properties of a row that the client cannot parse, as `name=value`. */
function unparsable(typed: AnyMenu, row: Row): string[] {
  const parsed: Record<string, unknown> = readRow(typed, row)
  return Object.entries(typed.fields).flatMap(([key, field]) => {
    const property = field.property ?? key.replaceAll('_', '-')
    const value = row[property]
    return value === undefined || withoutValue.test(value) || parsed[key] !== null ? [] : [`${property}=${value}`]
  })
}

const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

const menuCheck = ({ path, always, also = [], typed, where, usedBy }: ReadMenu): Check => ({
  name: `menu-${path.replaceAll('/', '-')}`,
  subject: 'Menus',
  assumes:
    always.length === 0
      ? `/${path} can be printed with the properties that the panel requests.`
      : `Each row of /${path} has ${quoted(always)}.`,
  usedBy: [usedBy],
  steps: [`Prints /${path}.`],
  async run(context) {
    const requested = requestedMenus[path]?.read ?? []
    const proplist = [...new Set([...always, ...also, ...(typed === undefined ? [] : proplistOf(typed)), ...requested])]
    const rows = await context.ifPresent(
      path,
      context.session.print(path, { proplist, ...(where === undefined ? {} : { where }) }),
    )
    context.note(`${rows.length} rows`)
    if (rows.length === 0) throw new NotApplicable('The menu has no rows.')
    for (const row of rows) {
      const missing = always.filter((property) => row[property] === undefined)
      verify(missing.length === 0, `A row has no ${quoted(missing)}; it has ${quoted(Object.keys(row))}.`)
      const wrong = typed === undefined ? [] : unparsable(typed, row)
      verify(wrong.length === 0, `The panel cannot parse ${wrong.join(', ')}.`)
    }
    const absent = proplist.filter((property) => rows.every((row) => row[property] === undefined))
    if (absent.length > 0) context.note(`In no row: ${absent.join(', ')}`)
  },
})

/** Menus without properties that each row must have. */
const others: ReadMenu[] = Object.keys(requestedMenus)
  .filter((path) => requestedMenus[path]?.read !== undefined && menus.every((one) => one.path !== path))
  .map((path) => ({ path, always: [], usedBy: 'routeros/src/conformance/requested-properties.ts' }))

export const menuChecks: readonly Check[] = [...menus, ...others].map(menuCheck)
