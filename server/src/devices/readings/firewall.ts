import { forwardOf } from '@trunkline/contract/port-forward'
import {
  ruleMark,
  type AddressLists,
  type FilterRule,
  type ListEntry,
  type NatRule,
} from '@trunkline/contract/resources/firewall'
import { RouterError, type Row, type Session } from '@trunkline/routeros'
import { flagOf, numberOf, secondsOf, textOf } from './values.ts'

/*
 * The firewall in the panel's format. Keys of the stored readings: `ip/firewall/nat`, `ip/firewall/filter`,
 * `ip/firewall/address-list`. Rules are printed with all properties: any of them may narrow the rule, and without it
 * the rule would look wider than it is.
 */

const id = (row: Row) => row['.id'] ?? ''

/** Splits a comment into the panel's mark and the user's text. */
export function readMark(comment: string | null): { mark: string | null; comment: string | null } {
  if (comment === null || !comment.startsWith(ruleMark)) return { mark: null, comment }
  const [, mark = '', text = ''] = /^(\S*)\s*(.*)$/s.exec(comment.slice(ruleMark.length)) ?? []
  return { mark, comment: textOf(text) }
}

/** Properties that have a field of their own, and those without meaning. */
const known = new Set([
  'chain',
  'action',
  'protocol',
  'src-address',
  'dst-address',
  'src-port',
  'dst-port',
  'in-interface',
  'out-interface',
  'src-address-list',
  'dst-address-list',
  'to-addresses',
  'to-ports',
  'bytes',
  'packets',
  'disabled',
  'dynamic',
  'invalid',
  'comment',
])
const empty: Readonly<Record<string, string>> = { log: 'false', 'log-prefix': '' }

const moreOf = (row: Row): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name, value]) => !name.startsWith('.') && !known.has(name) && value !== '' && empty[name] !== value,
    ),
  )

function ruleOf(row: Row, at: number): FilterRule {
  const { mark, comment } = readMark(textOf(row['comment']))
  return {
    id: id(row),
    position: at + 1,
    chain: row['chain'] ?? '',
    // RouterOS omits properties with default values.
    action: row['action'] ?? 'accept',
    protocol: textOf(row['protocol']),
    src_address: textOf(row['src-address']),
    dst_address: textOf(row['dst-address']),
    src_port: textOf(row['src-port']),
    dst_port: textOf(row['dst-port']),
    in_interface: textOf(row['in-interface']),
    out_interface: textOf(row['out-interface']),
    src_address_list: textOf(row['src-address-list']),
    dst_address_list: textOf(row['dst-address-list']),
    more: moreOf(row),
    bytes: numberOf(row['bytes']),
    packets: numberOf(row['packets']),
    disabled: flagOf(row['disabled']),
    dynamic: flagOf(row['dynamic']),
    invalid: flagOf(row['invalid']),
    comment,
    is_ours: mark !== null,
  }
}

/** NAT rules in their order. @throws RouterError */
export async function readNat(session: Session): Promise<NatRule[]> {
  const rules = (await session.print('ip/firewall/nat')).map((row, at): Omit<NatRule, 'forward'> => ({
    ...ruleOf(row, at),
    to_addresses: textOf(row['to-addresses']),
    to_ports: textOf(row['to-ports']),
    mark: readMark(textOf(row['comment'])).mark,
  }))
  const forwards = rules.map((rule) => forwardOf(rule))
  return rules.map((rule, at) => {
    const forward = forwards[at] ?? null
    if (forward === null || !rule.mark) return { ...rule, forward }
    const twin = rules.some((other, place) => {
      const same = forwards[place]
      return (
        other.mark === rule.mark &&
        same != null &&
        same.protocol !== forward.protocol &&
        JSON.stringify({ ...same, protocol: '' }) === JSON.stringify({ ...forward, protocol: '' })
      )
    })
    return { ...rule, forward: twin ? { ...forward, protocol: 'tcp-udp' as const } : forward }
  })
}

/** Filter rules in their order. @throws RouterError */
export const readFilters = async (session: Session): Promise<FilterRule[]> =>
  (await session.print('ip/firewall/filter')).map(ruleOf)

const menus = ['filter', 'nat', 'mangle', 'raw'] as const

/**
 * Rows of a menu that some routers lack.
 * @throws RouterError
 */
async function rowsOf(session: Session, menu: (typeof menus)[number]): Promise<Row[]> {
  try {
    return await session.print(`ip/firewall/${menu}`, {
      proplist: ['chain', 'action', 'src-address-list', 'dst-address-list', 'address-list', 'disabled', 'comment'],
    })
  } catch (error) {
    if (error instanceof RouterError && error.kind === 'refused') return []
    throw error
  }
}

type ListUse = AddressLists['uses'][number]

/** Address lists that a rule matches, and the one that it fills. */
const usesOf = (menu: ListUse['menu'], row: Row): ListUse[] =>
  ['src-address-list', 'dst-address-list', 'address-list'].flatMap((property) => {
    const value = row[property]
    if (value === undefined || value === '') return []
    const { comment } = readMark(textOf(row['comment']))
    const words = `${row['chain'] ?? ''} ${row['action'] ?? 'accept'} ${property}=${value}`
    return [
      {
        list: value.replace(/^!/, ''),
        menu,
        rule_id: id(row),
        words: comment === null ? words : `${words} (${comment})`,
        disabled: flagOf(row['disabled']),
      },
    ]
  })

const entryOf = (row: Row): ListEntry => ({
  id: id(row),
  list: row['list'] ?? '',
  address: row['address'] ?? '',
  expires_in_seconds: secondsOf(row['timeout']),
  disabled: flagOf(row['disabled']),
  dynamic: flagOf(row['dynamic']),
  comment: textOf(row['comment']),
  created_at: textOf(row['creation-time']),
})

/** Address lists with the rules that use each. @throws RouterError */
export async function readLists(session: Session): Promise<AddressLists> {
  const entries = await session.print('ip/firewall/address-list', {
    proplist: ['list', 'address', 'timeout', 'disabled', 'dynamic', 'comment', 'creation-time'],
  })
  const uses: ListUse[] = []
  for (const menu of menus) for (const row of await rowsOf(session, menu)) uses.push(...usesOf(menu, row))
  return { entries: entries.map(entryOf), uses }
}
