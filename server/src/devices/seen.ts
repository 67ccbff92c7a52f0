import { message, type Message } from '@trunkline/contract/errors'
import type { PortForward } from '@trunkline/contract/resources/firewall'
import type { WifiStack } from '@trunkline/routeros'
import { inOneLine } from './faults.ts'
import { accessMenus } from './wifi/access-menus.ts'
import { wifiMenus } from './wifi/shapes.ts'

/** The values of one row of a reading that a caller saw, in the panel's fields. */
export interface SeenRow {
  /** Key of the reading: `switch-port`. */
  menu: string
  /** Null if the reading is one record, such as DNS settings. */
  id: string | null
  /** For a row of `wifi/access-list`: each Wi-Fi system of a device has its own list. */
  stack?: WifiStack
  /** Undefined: the request does not contain what the caller saw. */
  fields: Record<string, unknown>
}

/** A field whose value differs from what the caller saw. */
export interface ChangedField {
  field: string
  seen: unknown
  now: unknown
}

/** Tolerance in seconds by which a countdown may seem to grow: routers round, and answer late. */
const countdownTolerance = 5

type Fields = Record<string, unknown>

const find = (rows: unknown, id: string | null): Fields | undefined =>
  (rows as Fields[] | undefined)?.find((row) => row['id'] === id)

/** The row of a reading in the fields that are written; undefined if it does not exist. */
function rowOf(reading: unknown, { menu, id, stack, fields }: SeenRow): Fields | undefined {
  switch (menu) {
    case 'ip/dns':
      return reading as Fields
    case 'network':
      return find((reading as { networks: unknown }).networks, id)
    case 'switch-port': {
      const port = find((reading as { ports: unknown }).ports, id)
      return port && { ...port, poe: (port['poe'] as { out: string } | null)?.out ?? null }
    }
    case 'ip/firewall/address-list':
      return find((reading as { entries: unknown }).entries, id)
    case 'ip/firewall/nat': {
      const rule = find(reading, id)
      const forward = rule?.['forward'] as PortForward | null | undefined
      // In the fields of a forward, unless the caller saw the rule itself.
      return rule && (forward == null || 'forward' in fields || 'chain' in fields ? rule : { ...rule, ...forward })
    }
    case wifiMenus.accessList:
      return (reading as (Fields & { stack: WifiStack })[]).find(
        (row) => row['id'] === id && (stack === undefined || sameList(row.stack, stack)),
      )
    default:
      return find(reading, id)
  }
}

/** The controller and the radios of the new system share one list. */
const sameList = (one: WifiStack, other: WifiStack) => accessMenus([one])[0]?.kind === accessMenus([other])[0]?.kind

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const orNull = (value: unknown) => (value === undefined || value === '' ? null : value)

function isSame(field: string, wasSeen: unknown, is: unknown): boolean {
  const [seen, now] = [orNull(wasSeen), orNull(is)]
  if (seen === null || now === null) return seen === now
  if (Array.isArray(seen) && Array.isArray(now))
    return seen.length === now.length && seen.every((value, at) => isSame('', value, now[at]))
  if (isRecord(now)) {
    // The reading shows the PoE status with its voltage; the written value is `out`.
    if (!isRecord(seen)) return false
    return Object.entries(seen).every(([name, value]) => !(name in now) || isSame(name, value, now[name]))
  }
  if (isRecord(seen)) return 'out' in seen && isSame(field, seen['out'], now)
  if (field === 'expires_in_seconds') return Number(now) <= Number(seen) + countdownTolerance
  return String(seen) === String(now)
}

/**
 * Fields in which a reading differs from what the caller saw. Fields missing in the reading are not compared.
 * @param reading rows of `readers[seen.menu]`
 * @returns undefined if the row is not in the reading
 */
export function changedFields(reading: unknown, seen: SeenRow): ChangedField[] | undefined {
  const row = rowOf(reading, seen)
  if (row === undefined) return undefined
  return Object.entries(seen.fields).flatMap(([field, value]) =>
    !(field in row) || isSame(field, value, row[field]) ? [] : [{ field, seen: value, now: row[field] ?? null }],
  )
}

/** Maximum number of fields that a message lists. */
const maxNotes = 20

/** Why a command is rejected if its row has changed since the caller saw it. */
export const changedConcurrently = (changes: readonly ChangedField[]): Message<'command.changed_meanwhile'> =>
  message('command.changed_meanwhile', {
    notes: changes
      .slice(0, maxNotes)
      .map(({ field, seen, now }) =>
        message('command.field_changed', { field, seen: textOfValue(seen), now: textOfValue(now) }),
      ),
  })

/** A field's value in a message; empty if there is none. */
export function textOfValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(textOfValue).join(', ')
  return inOneLine(isRecord(value) ? JSON.stringify(value) : String(value))
}
