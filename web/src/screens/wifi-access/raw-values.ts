import type { BodyInput } from '@trunkline/contract/endpoint'
import type { capsmanAccessList, RawAccessRow } from '@trunkline/contract/resources/access-control'
import type { Schedule } from '@trunkline/contract/resources/wifi-shapes'
import { weekDays } from '@trunkline/contract/resources/wifi-enums'
import { sameValues } from '../../form/normalise.ts'

/** A row as its form holds it, under the names of the contract. */
export interface RawValues extends Record<string, unknown> {
  stack: RawAccessRow['stack']
  mac: string
  mac_mask: string
  interface: string
  signal_from: number | null
  signal_to: number | null
  ssid_regexp: string
  /** Whether `schedule` counts. */
  scheduled: boolean
  schedule: Schedule
  action: RawAccessRow['action']
  vlan_id: number | null
  disabled: boolean
  comment: string
  /** Id of the row that it goes before; `end`: last. */
  before: string
}

const allDay: Schedule = { days: [...weekDays], from: '08:00', until: '20:00' }

export const emptyRaw = (stack: RawAccessRow['stack']): RawValues => ({
  stack,
  mac: '',
  mac_mask: '',
  interface: '',
  signal_from: null,
  signal_to: null,
  ssid_regexp: '',
  scheduled: false,
  schedule: allDay,
  action: 'reject',
  vlan_id: null,
  disabled: false,
  comment: '',
  before: 'end',
})

/** @param before the row behind it, or `end` */
export const rawValues = (row: RawAccessRow, before: string): RawValues => ({
  stack: row.stack,
  mac: row.mac ?? '',
  mac_mask: row.mac_mask ?? '',
  interface: row.interface ?? '',
  signal_from: row.signal_from,
  signal_to: row.signal_to,
  ssid_regexp: row.ssid_regexp ?? '',
  scheduled: row.schedule !== null,
  schedule: row.schedule ?? allDay,
  action: row.action,
  vlan_id: row.vlan_id,
  disabled: row.disabled,
  comment: row.comment ?? '',
  before,
})

const textOrNull = (text: string) => text.trim() || null

/** What of the values the device keeps. */
const stored = (values: RawValues) => ({
  mac: textOrNull(values.mac),
  mac_mask: textOrNull(values.mac_mask),
  interface: textOrNull(values.interface),
  signal_from: values.signal_from,
  signal_to: values.signal_to,
  ssid_regexp: textOrNull(values.ssid_regexp),
  schedule: values.scheduled ? values.schedule : null,
  action: values.action,
  vlan_id: values.action === 'accept' ? values.vlan_id : null,
  disabled: values.disabled,
  comment: textOrNull(values.comment),
})

/** What is left empty is left out. */
export function rawBody(values: RawValues): BodyInput<typeof capsmanAccessList.store> {
  const stated = Object.fromEntries(Object.entries(stored(values)).filter(([, value]) => value !== null))
  return {
    ...stated,
    action: values.action,
    stack: values.stack,
    ...(values.before === 'end' ? {} : { before: values.before }),
  }
}

type Change = BodyInput<typeof capsmanAccessList.update>

/** What has changed of a row, with what was seen of it; undefined where nothing has. */
export function rawChange(id: string, base: RawValues, values: RawValues): Change | undefined {
  const [before, now] = [stored(base) as Record<string, unknown>, stored(values) as Record<string, unknown>]
  const changed = Object.fromEntries(Object.entries(now).filter(([field, value]) => !sameValues(before[field], value)))
  const moved = values.before !== base.before
  if (Object.keys(changed).length === 0 && !moved) return undefined
  const reported = Object.keys(changed)
  return {
    ...changed,
    id,
    stack: values.stack,
    ...(moved ? { before: values.before === 'end' ? null : values.before } : {}),
    // The address and what it does tell the row from others, of which one may have got its id.
    seen: Object.fromEntries([...new Set(['mac', 'action', ...reported])].map((field) => [field, before[field]])),
  } as Change
}

/** Places that a row may have: before each of its owner's rows, and at the end. The panel's rows stay above. */
export const placesFor = (rows: readonly RawAccessRow[], isOwners: (row: RawAccessRow) => boolean, self?: string) =>
  rows.filter((row) => row.id !== self && isOwners(row))
