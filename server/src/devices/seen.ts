import { message, type Message } from '@trunkline/contract/errors'
import type { PortForward } from '@trunkline/contract/resources/firewall'
import type { WifiStack } from '@trunkline/routeros'
import { inOneLine } from './faults.ts'
import { accessMenus } from './wifi/access-menus.ts'
import { wifiMenus } from './wifi/shapes.ts'

/** What a caller saw of one row of a reading, in the fields of the panel. */
export interface SeenRow {
  /** Key of the reading: `switch-port`. */
  menu: string
  /** Null where the reading is one record, as DNS settings are. */
  id: string | null
  /** Of a row of `wifi/access-list`: each system of a device has a list of its own. */
  stack?: WifiStack
  /** None: the caller did not say what it saw. */
  fields: Record<string, unknown>
}

/** A field that has another value than the caller saw. */
export interface ChangedField {
  field: string
  seen: unknown
  now: unknown
}

/** Seconds by which a time that is counted down may seem to grow: routers round, and answer late. */
const countdownTolerance = 5

type Fields = Record<string, unknown>

const find = (rows: unknown, id: string | null): Fields | undefined =>
  (rows as Fields[] | undefined)?.find((row) => row['id'] === id)

/** The row of a reading in the fields in which it is written; undefined where it is not there. */
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
      // In the words of a forward, unless the rule itself was seen.
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

/** The controller and the radios of the new system have one list in common. */
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
    // Power of a port was seen with its volts: what is written is `out`.
    if (!isRecord(seen)) return false
    return Object.entries(seen).every(([name, value]) => !(name in now) || isSame(name, value, now[name]))
  }
  if (isRecord(seen)) return 'out' in seen && isSame(field, seen['out'], now)
  if (field === 'expires_in_seconds') return Number(now) <= Number(seen) + countdownTolerance
  return String(seen) === String(now)
}

/**
 * Fields in which a reading differs from what the caller saw. A field that the reading lacks is not compared.
 * @param reading rows as of `readers[seen.menu]`
 * @returns undefined where the row is not in the reading
 */
export function changedFields(reading: unknown, seen: SeenRow): ChangedField[] | undefined {
  const row = rowOf(reading, seen)
  if (row === undefined) return undefined
  return Object.entries(seen.fields).flatMap(([field, value]) =>
    !(field in row) || isSame(field, value, row[field]) ? [] : [{ field, seen: value, now: row[field] ?? null }],
  )
}

/** Fields that a message names. */
const maxNotes = 20

/** Why a command is rejected that is about something which others have changed since its caller looked. */
export const changedConcurrently = (changes: readonly ChangedField[]): Message<'command.changed_meanwhile'> =>
  message('command.changed_meanwhile', {
    notes: changes
      .slice(0, maxNotes)
      .map(({ field, seen, now }) =>
        message('command.field_changed', { field, seen: textOfValue(seen), now: textOfValue(now) }),
      ),
  })

/** A value of a field as a message names it; empty where there is none. */
export function textOfValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(textOfValue).join(', ')
  return inOneLine(isRecord(value) ? JSON.stringify(value) : String(value))
}
