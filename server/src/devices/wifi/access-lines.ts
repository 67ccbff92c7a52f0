import { isSince, readVersion, type WifiStack } from '@trunkline/routeros'
import type { Difference, Schedule } from '@trunkline/contract/resources/wifi-shapes'
import { markKey, markText } from './access-mark.ts'
import { hoursWords, seenKey, spanKey, spansOf, type Span } from './access-times.ts'
import type { RowMark, SeenAccessRow, WantedAccess } from './shapes.ts'

/** What a system can do in its access list. */
export interface AccessCan {
  private_passphrase: boolean
  rate: boolean
  days: boolean
}

/**
 * What entries of an access list can hold: the old system a rate a client, both a passphrase of its own and days.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/7962638/AP+Controller+CAPsMAN and /pages/224559120/WiFi
 */
export const accessCan = (stack: WifiStack): AccessCan => ({
  private_passphrase: true,
  rate: stack === 'caps-man' || stack === 'local-wireless',
  days: true,
})

/** The new system writes days apart from the hours from this version on. */
export const hasDaysApart = (version: string | null | undefined): boolean => isSince(readVersion(version), '7.21')

/** An entry as a device is to hold it, its passphrase told by its digest. */
export type DesiredAccess = Omit<WantedAccess, 'passphrase'> & { passphrase_digest: string | null }

/** When a guests' network may be joined. */
export interface WantedHours {
  id: number
  ssid: string
  schedule: Schedule
}

/** What a row of an access list says, in one notation for all systems: null and empty where it says nothing. */
export interface AccessLine {
  mac: string | null
  mac_mask: string | null
  interface: string | null
  /** `-120..-85` */
  signal: string | null
  ssid_regexp: string | null
  /** As of `spanKey`. */
  hours: string
  action: SeenAccessRow['action']
  vlan_id: number | null
  /** Digest; `hidden`: there is one, and nobody can see which. */
  passphrase: string | null
  /** bit/s */
  ap_tx_limit: number | null
  client_tx_limit: number | null
  disabled: boolean
  comment: string | null
}
export type LineField = keyof AccessLine

/** A row that the panel wants on a device. */
export interface WantedRow {
  mark: RowMark
  key: string
  line: AccessLine
  /** The hours as they are written; null: always. */
  span: Span | null
}

export const hidden = 'hidden'

/** Names of fields of an entry that a system can't do, and that are left out there. */
export function leftOut(_stack: WifiStack, can: AccessCan, entry: DesiredAccess): string[] {
  const fields: string[] = []
  if (entry.action === 'allow' && !can.rate) {
    if (entry.rate_down_kbps !== null) fields.push('rate_down_kbps')
    if (entry.rate_up_kbps !== null) fields.push('rate_up_kbps')
  }
  if (entry.action === 'allow' && !can.private_passphrase && entry.passphrase_digest !== null) fields.push('passphrase')
  if (!can.days && entry.schedule !== null && entry.schedule.days.length < 7) fields.push('days')
  return fields
}

const nothing: Omit<AccessLine, 'action' | 'hours' | 'disabled' | 'comment'> = {
  mac: null,
  mac_mask: null,
  interface: null,
  signal: null,
  ssid_regexp: null,
  vlan_id: null,
  passphrase: null,
  ap_tx_limit: null,
  client_tx_limit: null,
}

/** Limits are 32 bits of bit/s. */
const maxBits = 4_294_967_295
const bitsOf = (kbps: number | null) => (kbps === null ? null : Math.min(kbps * 1000, maxBits))

const spansFor = (schedule: Schedule | null, can: AccessCan): (Span | null)[] => {
  if (schedule === null) return [null]
  return spansOf(schedule).map((span) => {
    const one = can.days ? span : { ...span, days: [] }
    return spanKey(one) === '' ? null : one
  })
}

/** The rows of an entry: one, and two for hours over midnight. */
export function rowsOfEntry(entry: DesiredAccess, can: AccessCan): WantedRow[] {
  const mark: RowMark = { kind: 'access', id: entry.id }
  const isAllowed = entry.action === 'allow'
  return spansFor(entry.schedule, can).map((span) => ({
    mark,
    key: markKey(mark),
    span,
    line: {
      ...nothing,
      mac: entry.mac.toUpperCase(),
      action: isAllowed ? 'accept' : 'reject',
      hours: spanKey(span),
      disabled: !entry.is_enabled,
      comment: markText(mark, entry.name),
      ...(isAllowed && {
        vlan_id: entry.vlan_id,
        passphrase: can.private_passphrase ? entry.passphrase_digest : null,
        ap_tx_limit: can.rate ? bitsOf(entry.rate_down_kbps) : null,
        client_tx_limit: can.rate ? bitsOf(entry.rate_up_kbps) : null,
      }),
    },
  }))
}

/** POSIX extended regular expressions (IEEE 1003.1, 9.4.3): these signs mean more than themselves. */
const exactly = (ssid: string) => `^${ssid.replace(/[.[\](){}*+?|^$\\]/g, '\\$&')}$`

/**
 * The rows of a guests' network: within its hours everybody who got so far may join, else nobody.
 * @param interfaces those that send it, for the system whose list knows no SSIDs; undefined: it is told by its SSID
 */
export function rowsOfHours(
  { id, ssid, schedule }: WantedHours,
  can: AccessCan,
  interfaces?: readonly string[],
): WantedRow[] {
  const mark: RowMark = { kind: 'hours', id }
  const base = { ...nothing, disabled: false, comment: markText(mark, ssid) }
  const places =
    interfaces === undefined ? [{ ssid_regexp: exactly(ssid) }] : interfaces.map((name) => ({ interface: name }))
  return places.flatMap((place): WantedRow[] => [
    ...spansFor(schedule, can).map((span) => ({
      mark,
      key: markKey(mark),
      span,
      line: { ...base, ...place, action: 'accept' as const, hours: spanKey(span) },
    })),
    { mark, key: markKey(mark), span: null, line: { ...base, ...place, action: 'reject', hours: '' } },
  ])
}

/** What a row of a reading says. */
export const lineOf = (row: SeenAccessRow): AccessLine => ({
  mac: row.mac,
  mac_mask: row.mac_mask,
  interface: row.interface,
  signal:
    row.signal_from === null && row.signal_to === null ? null : `${row.signal_from ?? -120}..${row.signal_to ?? 120}`,
  ssid_regexp: row.ssid_regexp,
  hours: seenKey(row),
  action: row.action,
  vlan_id: row.vlan_id,
  passphrase: row.passphrase_digest ?? (row.has_passphrase ? hidden : null),
  ap_tx_limit: row.ap_tx_limit,
  client_tx_limit: row.client_tx_limit,
  disabled: row.disabled,
  comment: row.comment,
})

const fields = [
  'mac',
  'mac_mask',
  'interface',
  'signal',
  'ssid_regexp',
  'hours',
  'action',
  'vlan_id',
  'passphrase',
  'ap_tx_limit',
  'client_tx_limit',
  'disabled',
  'comment',
] as const satisfies LineField[]

/** In what a row of a device is not what is wanted. A passphrase that can't be seen is taken for the right one. */
export const differingFields = (wanted: AccessLine, seen: AccessLine): LineField[] =>
  fields.filter((field) => {
    if (field === 'passphrase' && wanted.passphrase !== null && seen.passphrase === hidden) return false
    return wanted[field] !== seen[field]
  })

/** Fields of an entry by those of a row, as screens name them. */
const named: Partial<Record<LineField, string>> = {
  hours: 'schedule',
  ap_tx_limit: 'rate_down_kbps',
  client_tx_limit: 'rate_up_kbps',
  disabled: 'is_enabled',
  comment: 'name',
}

/** A value for people; a passphrase as dots. */
function words(field: LineField, line: AccessLine): string | null {
  const value = line[field]
  switch (field) {
    case 'hours':
      return hoursWords(line.hours)
    case 'passphrase':
      return value === null ? null : '••••••••'
    case 'comment':
      return line.comment?.replace(/^trunkline:\S+ ?/, '') ?? null
    case 'disabled':
      return value === true ? 'off' : 'on'
    case 'action':
      return value === 'accept' ? 'allow' : value === 'reject' ? 'block' : String(value)
    case 'ap_tx_limit':
    case 'client_tx_limit':
      return value === null ? null : `${Number(value) / 1000} kbit/s`
    default:
      return value === null ? null : String(value)
  }
}

export const differencesOfLine = (wanted: AccessLine, seen: AccessLine): Difference[] =>
  differingFields(wanted, seen).map((field) => ({
    field: named[field] ?? field,
    wanted: words(field, wanted),
    actual: words(field, seen),
  }))
