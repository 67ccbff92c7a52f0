import { message, type Message } from '@trunkline/contract/errors'
import type { SettingDifference } from '@trunkline/contract/resources/change-item'
import type { Row } from '@trunkline/routeros'
import type { Step } from '../devices.ts'
import { isHidden, sameProperty } from '../same-value.ts'
import type { DesiredRow, DesiredState, DesiredValue } from './rows.ts'

export interface Comparison {
  /** The writes that remain, in order. */
  steps: Step[]
  /** What they change, for display. */
  differences: SettingDifference[]
  /** Why the wanted state is impossible on this router; nothing is written then. */
  problem?: Message
}

const isSecret = (value: DesiredValue): value is { secret: string } => typeof value === 'object'
const isOn = (row: Row, flag: string) => row[flag] === 'true' || row[flag] === 'yes'
/** Rows that RouterOS creates itself cannot be written. */
const isOwn = (row: Row) => !isOn(row, 'dynamic') && !isOn(row, 'builtin') && !isOn(row, 'default')

/** How a row is named in a difference: `name=ssh`. */
export const textOfKey = (key: Readonly<Record<string, string>> | null): string =>
  Object.entries(key ?? {})
    .map(([property, value]) => `${property}=${value}`)
    .join(' ')
const textOf = (value: DesiredValue): string | null => (isSecret(value) ? null : String(value))

/**
 * Compares the rows of a router with the wanted ones.
 *
 * Only named properties are compared. A secret cannot be read back by every login: on a row that exists it is always
 * written. Dynamic rows are neither found nor changed. Several rows with the same key are a problem, since a write
 * could change the wrong one.
 * @param rows of each menu, as read now; undefined: the router does not have the menu
 */
export function compareDesired(
  rows: ReadonlyMap<string, readonly Row[] | undefined>,
  { rows: wanted, exclusions }: DesiredState,
): Comparison {
  const steps: Step[] = []
  const differences: SettingDifference[] = []
  for (const one of wanted) {
    const menu = rows.get(one.menu)
    if (menu === undefined)
      return { steps: [], differences: [], problem: message('change.menu_missing', { menu: one.menu }) }
    const found =
      one.key === null ? menu.slice(0, 1) : menu.filter((row) => hasAll(row, one.key ?? {}) && !isOn(row, 'dynamic'))
    if (found.length > 1)
      return {
        steps: [],
        differences: [],
        problem: message('change.row_ambiguous', { menu: one.menu, row: textOfKey(one.key) }),
      }
    const part = compareRow(one, found[0])
    if ('problem' in part) return { steps: [], differences: [], problem: part.problem }
    steps.push(...part.steps)
    differences.push(...part.differences)
  }
  for (const { menu, where, by, keep } of exclusions)
    for (const row of (rows.get(menu) ?? []).filter((one) => hasAll(one, where) && isOwn(one))) {
      if (keep.some((value) => sameProperty(value, row[by]))) continue
      steps.push({
        menu,
        verb: 'remove',
        id: row['.id'] ?? null,
        expected: expectedOf(row, [...Object.keys(where), by]),
      })
      differences.push({
        menu,
        row: textOfKey({ ...where, [by]: row[by] ?? '' }),
        verb: 'remove',
        field: null,
        is: row[by] ?? null,
        wanted: null,
      })
    }
  return { steps, differences }
}

const hasAll = (row: Row, of: Readonly<Record<string, string>>) =>
  Object.entries(of).every(([property, value]) => sameProperty(value, row[property]))

const expectedOf = (row: Row, properties: readonly string[]): Record<string, string> =>
  Object.fromEntries(properties.flatMap((one) => (row[one] === undefined ? [] : [[one, row[one] as string]])))

function compareRow(
  one: DesiredRow,
  row: Row | undefined,
): { steps: Step[]; differences: SettingDifference[] } | { problem: Message } {
  const { menu, key } = one
  const named = textOfKey(key)
  if (one.state === 'absent') {
    if (row === undefined) return { steps: [], differences: [] }
    if (!isOwn(row)) return { problem: message('change.row_built_in', { menu, row: named }) }
    return {
      steps: [{ menu, verb: 'remove', id: row['.id'] ?? null, expected: expectedOf(row, Object.keys(key ?? {})) }],
      differences: [{ menu, row: named, verb: 'remove', field: null, is: named, wanted: null }],
    }
  }
  if (row === undefined) {
    const missing = one.needs?.filter((property) => one.values[property] === undefined) ?? []
    return missing.length > 0
      ? { problem: message('change.value_missing', { menu, row: named, fields: missing.join(', ') }) }
      : added(one)
  }
  const changed = Object.entries(one.values).filter(
    ([property, value]) => isSecret(value) || !sameProperty(value, row[property]),
  )
  if (changed.length === 0) return { steps: [], differences: [] }
  const secretValues = changed.flatMap(([property, value]) => (isSecret(value) ? [property] : []))
  return {
    steps: [
      {
        menu,
        verb: 'set',
        id: key === null ? null : (row['.id'] ?? null),
        values: Object.fromEntries(changed),
        expected: expectedOf(row, [
          ...Object.keys(key ?? {}),
          ...changed.flatMap(([property]) =>
            secretValues.includes(property) || isHidden(row[property]) ? [] : [property],
          ),
        ]),
        ...(secretValues.length > 0 && { secretValues }),
      },
    ],
    differences: changed.map(([property, value]) => ({
      menu,
      row: named,
      verb: 'set' as const,
      field: property,
      is: isSecret(value) ? null : (row[property] ?? null),
      wanted: textOf(value),
    })),
  }
}

function added({ menu, key, values }: DesiredRow): { steps: Step[]; differences: SettingDifference[] } {
  const all = { ...key, ...values }
  const secretValues = Object.entries(all).flatMap(([property, value]) => (isSecret(value) ? [property] : []))
  return {
    steps: [
      {
        menu,
        verb: 'add',
        values: all,
        ...(key !== null && { identifies: key }),
        ...(secretValues.length > 0 && { secretValues }),
      },
    ],
    differences: [
      {
        menu,
        row: textOfKey(key),
        verb: 'add',
        field: null,
        is: null,
        wanted: Object.entries(values)
          .map(([property, value]) => `${property}=${textOf(value) ?? '…'}`)
          .join(' '),
      },
    ],
  }
}
