import {
  changeKinds,
  type logTopics,
  type routerServices,
  type ChangeItem,
  type ChangeKind,
} from '@trunkline/contract/resources/change-item'
import type { FieldErrors } from '../../form/field-errors.ts'

/** The values of the form for each kind of setting; lists are texts with one value per line. */
export interface ItemValues {
  kinds: ChangeKind[]
  dns: { servers: string; remote_requests: 'keep' | 'yes' | 'no' }
  ntp: { servers: string }
  snmp: { enabled: boolean; contact: string; location: string; community: string; sources: string }
  syslog: { address: string; port: number | null; topics: (typeof logTopics)[number][] }
  user: { name: string; state: 'present' | 'absent'; group: string; password: string; sources: string }
  service: {
    service: (typeof routerServices)[number]
    enabled: boolean
    port: number | null
    sources: string
    limits: boolean
  }
  address_list: { list: string; addresses: string; mode: 'add' | 'exact' | 'remove' }
}

export const startItems: ItemValues = {
  kinds: [],
  dns: { servers: '', remote_requests: 'keep' },
  ntp: { servers: '' },
  snmp: { enabled: true, contact: '', location: '', community: '', sources: '' },
  syslog: { address: '', port: 514, topics: ['critical', 'error', 'warning'] },
  user: { name: '', state: 'present', group: 'read', password: '', sources: '' },
  service: { service: 'telnet', enabled: false, port: null, sources: '', limits: false },
  address_list: { list: '', addresses: '', mode: 'add' },
}

const listOf = (text: string): string[] => text.split(/[\s,;]+/).filter((one) => one !== '')
const textOrNull = (text: string): string | null => text.trim() || null

function itemOf(kind: ChangeKind, values: ItemValues): ChangeItem {
  switch (kind) {
    case 'dns': {
      const { servers, remote_requests } = values.dns
      return {
        kind,
        servers: listOf(servers),
        remote_requests: remote_requests === 'keep' ? null : remote_requests === 'yes',
      }
    }
    case 'ntp':
      return { kind, servers: listOf(values.ntp.servers) }
    case 'snmp': {
      const { enabled, contact, location, community, sources } = values.snmp
      return {
        kind,
        enabled,
        contact: textOrNull(contact),
        location: textOrNull(location),
        community: textOrNull(community),
        sources: listOf(sources),
      }
    }
    case 'syslog':
      return {
        kind,
        address: values.syslog.address.trim(),
        port: values.syslog.port ?? 514,
        topics: values.syslog.topics,
      }
    case 'user': {
      const { name, state, group, password, sources } = values.user
      return {
        kind,
        name: name.trim(),
        state,
        group: group.trim(),
        password: password || null,
        sources: listOf(sources),
      }
    }
    case 'service': {
      const { service, enabled, port, sources, limits } = values.service
      return { kind, service, enabled, port, sources: limits ? listOf(sources) : null }
    }
    case 'address_list': {
      const { list, addresses, mode } = values.address_list
      return { kind, list: list.trim(), addresses: listOf(addresses), mode }
    }
  }
}

/** The selected kinds in their order, as the API takes them. */
export const itemsOf = (values: ItemValues): ChangeItem[] =>
  changeKinds.filter((kind) => values.kinds.includes(kind)).map((kind) => itemOf(kind, values))

const lines = (list: readonly string[] | null): string => (list ?? []).join('\n')

/** The values of the form for an item of the API. */
function valuesOf(item: ChangeItem): Partial<ItemValues> {
  switch (item.kind) {
    case 'dns':
      return {
        dns: {
          servers: lines(item.servers),
          remote_requests: item.remote_requests === null ? 'keep' : item.remote_requests ? 'yes' : 'no',
        },
      }
    case 'ntp':
      return { ntp: { servers: lines(item.servers) } }
    case 'snmp': {
      const { enabled, contact, location, community, sources } = item
      return {
        snmp: {
          enabled,
          contact: contact ?? '',
          location: location ?? '',
          community: community ?? '',
          sources: lines(sources),
        },
      }
    }
    case 'syslog':
      return { syslog: { address: item.address, port: item.port, topics: item.topics } }
    case 'user': {
      const { name, state, group, password, sources } = item
      return { user: { name, state, group, password: password ?? '', sources: lines(sources) } }
    }
    case 'service': {
      const { service, enabled, port, sources } = item
      return { service: { service, enabled, port, sources: lines(sources), limits: sources !== null } }
    }
    case 'address_list':
      return { address_list: { list: item.list, addresses: lines(item.addresses), mode: item.mode } }
  }
}

/** The values of the form for items of the API: of each kind the first; `others` are not in the form. */
export function valuesOfItems(items: readonly ChangeItem[]): { values: ItemValues; others: ChangeItem[] } {
  const first = changeKinds.flatMap((kind) => items.find((item) => item.kind === kind) ?? [])
  return {
    values: Object.assign({ ...startItems }, ...first.map(valuesOf), {
      kinds: first.map(({ kind }) => kind),
    }) as ItemValues,
    others: items.filter((item) => !first.includes(item)),
  }
}

/** Errors at the paths of the API, `items.0.servers`, at those of the form, `dns.servers`. */
export const formPaths = (errors: FieldErrors, values: ItemValues): FieldErrors => {
  const kinds = changeKinds.filter((kind) => values.kinds.includes(kind))
  return Object.fromEntries(
    Object.entries(errors).map(([path, text]) => [
      path
        .replace(/^items\.(\d+)/, (whole, index: string) => kinds[Number(index)] ?? whole)
        .replace(/^items$/, 'kinds'),
      text,
    ]),
  )
}
