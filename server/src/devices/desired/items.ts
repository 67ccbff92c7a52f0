import { message, type Message } from '@trunkline/contract/errors'
import type { ChangeItem } from '@trunkline/contract/resources/change-item'
import { isSince, readVersion } from '@trunkline/routeros'
import type { DesiredExclusion, DesiredRow, DesiredState } from './rows.ts'

/** What a wanted state depends on beside its items. */
export interface RouterFacts {
  routeros_version: string
  /** The login of the panel, which a change must not remove or lock out. */
  user: string | null
  /** The service that the panel connects to. */
  service: 'api' | 'api-ssl' | 'www' | 'www-ssl'
}

const ipv4 = /^\d{1,3}(\.\d{1,3}){3}$/
/** Name of rows that the panel adds. */
const own = 'trunkline'

/** Names of secrets: the items of a rollout have theirs in its encrypted part. */
export const secretName = (index: number): string => `item.${index}`

/** The items with the secrets that are stored apart. */
export const withSecrets = (items: readonly ChangeItem[], secrets: Readonly<Record<string, string>>): ChangeItem[] =>
  items.map((item, index) => (item.kind === 'user' ? { ...item, password: secrets[secretName(index)] ?? null } : item))

/** What an item is about: two items about the same would contradict each other. */
export function subjectOf(item: ChangeItem): string {
  switch (item.kind) {
    case 'user':
      return `user ${item.name}`
    case 'service':
      return `service ${item.service}`
    case 'address_list':
      return `address_list ${item.list}`
    default:
      return item.kind
  }
}

/**
 * The rows of a router that items stand for.
 * @param nameOf the name of the secret of an item
 * @returns why an item is impossible on this router; nothing is written then
 */
export function desiredState(
  items: readonly ChangeItem[],
  of: RouterFacts,
  nameOf: (index: number) => string = secretName,
): DesiredState | { problem: Message } {
  const rows: DesiredRow[] = []
  const exclusions: DesiredExclusion[] = []
  for (const [index, item] of items.entries()) {
    const part = rowsOf(item, of, nameOf(index))
    if ('problem' in part) return part
    rows.push(...part.rows)
    exclusions.push(...part.exclusions)
  }
  return { rows, exclusions }
}

const only = (menu: string, values: DesiredRow['values']): DesiredState => ({
  rows: [{ menu, key: null, state: 'present', values }],
  exclusions: [],
})

function rowsOf(item: ChangeItem, of: RouterFacts, secret: string): DesiredState | { problem: Message } {
  switch (item.kind) {
    case 'dns':
      return only('ip/dns', {
        servers: item.servers.join(','),
        ...(item.remote_requests !== null && { 'allow-remote-requests': item.remote_requests }),
      })
    case 'ntp':
      return ntp(item, of)
    case 'snmp':
      return snmp(item)
    case 'syslog':
      return syslog(item)
    case 'user':
      return user(item, of, secret)
    case 'service':
      return service(item, of)
    case 'address_list':
      return addressList(item)
  }
}

/** https://help.mikrotik.com/docs/spaces/ROS/pages/40992869/NTP: version 7 has one list, version 6 two addresses and a list of names. */
function ntp({ servers }: ChangeItem & { kind: 'ntp' }, { routeros_version }: RouterFacts): ReturnType<typeof rowsOf> {
  if (isSince(readVersion(routeros_version), '7.0'))
    return only('system/ntp/client', { enabled: true, servers: servers.join(',') })
  const addresses = servers.filter((one) => ipv4.test(one))
  const names = servers.filter((one) => !ipv4.test(one))
  if (addresses.length > 2) return { problem: message('change.ntp_two_addresses') }
  return only('system/ntp/client', {
    enabled: true,
    'primary-ntp': addresses[0] ?? '0.0.0.0',
    'secondary-ntp': addresses[1] ?? '0.0.0.0',
    'server-dns-names': names.join(','),
  })
}

function snmp({ enabled, contact, location, community, sources }: ChangeItem & { kind: 'snmp' }): DesiredState {
  return {
    rows: [
      ...(community === null
        ? []
        : [
            {
              menu: 'snmp/community',
              key: { name: community },
              state: 'present' as const,
              values: {
                addresses: sources.length === 0 ? '0.0.0.0/0' : sources.join(','),
                'read-access': true,
                'write-access': false,
              },
            },
          ]),
      {
        menu: 'snmp',
        key: null,
        state: 'present',
        values: { enabled, ...(contact !== null && { contact }), ...(location !== null && { location }) },
      },
    ],
    exclusions: [],
  }
}

/** An action of the panel, and a rule for each topic that uses it. */
function syslog({ address, port, topics }: ChangeItem & { kind: 'syslog' }): DesiredState {
  return {
    rows: [
      {
        menu: 'system/logging/action',
        key: { name: own },
        state: 'present',
        values: { target: 'remote', remote: address, 'remote-port': port },
      },
      ...topics.map((topic): DesiredRow => ({
        menu: 'system/logging',
        key: { topics: topic, action: own },
        state: 'present',
        values: {},
      })),
    ],
    // Topics that the item does not name any more.
    exclusions: [{ menu: 'system/logging', where: { action: own }, by: 'topics', keep: topics }],
  }
}

function user(
  { name, state, group, password, sources }: ChangeItem & { kind: 'user' },
  of: RouterFacts,
  secret: string,
): ReturnType<typeof rowsOf> {
  if (name === of.user) return { problem: message('change.own_user', { name }) }
  return {
    rows: [
      {
        menu: 'user',
        key: { name },
        state,
        values: { group, address: sources.join(','), ...(password !== null && { password: { secret } }) },
        needs: ['password'],
      },
    ],
    exclusions: [],
  }
}

function service(
  { service: name, enabled, port, sources }: ChangeItem & { kind: 'service' },
  of: RouterFacts,
): ReturnType<typeof rowsOf> {
  // The rollback would revert it, after minutes without the router.
  if (name === of.service && (!enabled || port !== null))
    return { problem: message('change.own_service', { service: name }) }
  return {
    rows: [
      {
        menu: 'ip/service',
        key: { name },
        state: 'present',
        values: {
          disabled: !enabled,
          ...(port !== null && { port }),
          ...(sources !== null && { address: sources.join(',') }),
        },
      },
    ],
    exclusions: [],
  }
}

function addressList({ list, addresses, mode }: ChangeItem & { kind: 'address_list' }): DesiredState {
  const menu = 'ip/firewall/address-list'
  return {
    rows: addresses.map((address): DesiredRow => ({
      menu,
      key: { list, address },
      state: mode === 'remove' ? 'absent' : 'present',
      values: {},
    })),
    exclusions: mode === 'exact' ? [{ menu, where: { list }, by: 'address', keep: addresses }] : [],
  }
}
