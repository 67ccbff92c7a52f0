import { isSince, readVersion, type WifiStack } from '@trunkline/routeros'
import type { Difference, Schedule } from '@trunkline/contract/resources/wifi-shapes'
import { markKey, markText } from './access-mark.ts'
import { hoursLabel, seenKey, spanKey, spansOf, type Span } from './access-times.ts'
import type { RowMark, SeenAccessRow, WantedAccess } from './shapes.ts'

/** The features of a system's access list. */
export interface AccessCan {
  private_passphrase: boolean
  rate: boolean
  days: boolean
}

/**
 * Features of access list entries: the old system has a rate limit per client, both have a passphrase per entry and
 * days. https://help.mikrotik.com/docs/spaces/ROS/pages/7962638/AP+Controller+CAPsMAN and /pages/224559120/WiFi
 */
export const accessCan = (stack: WifiStack): AccessCan => ({
  private_passphrase: true,
  rate: stack === 'caps-man' || stack === 'local-wireless',
  days: true,
})

/** From this version the new system writes days separately from the hours. */
export const hasDaysApart = (version: string | null | undefined): boolean => isSince(readVersion(version), '7.21')

/** A wanted entry, its passphrase compared by digest. */
export type DesiredAccess = Omit<WantedAccess, 'passphrase'> & { passphrase_digest: string | null }

/** The hours during which clients may join a guest network. */
export interface WantedHours {
  id: number
  ssid: string
  schedule: Schedule
}

/** The content of an access list row, in one notation for all systems: unset fields are null or empty. */
export interface AccessLine {
  mac: string | null
  mac_mask: string | null
  interface: string | null
  /** `-120..-85` */
  signal: string | null
  ssid_regexp: string | null
  /** See `spanKey`. */
  hours: string
  action: SeenAccessRow['action']
  vlan_id: number | null
  /** Digest; `hidden`: there is a passphrase, and the login cannot read it. */
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
  /** The hours in RouterOS notation; null: always. */
  span: Span | null
}

export const hidden = 'hidden'

/** Fields of an entry that a system does not support and that are omitted. */
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

/** Limits are 32-bit integers in bit/s. */
const maxBits = 4_294_967_295
const bitsOf = (kbps: number | null) => (kbps === null ? null : Math.min(kbps * 1000, maxBits))

const spansFor = (schedule: Schedule | null, can: AccessCan): (Span | null)[] => {
  if (schedule === null) return [null]
  return spansOf(schedule).map((span) => {
    const one = can.days ? span : { ...span, days: [] }
    return spanKey(one) === '' ? null : one
  })
}

/** The rows of an entry: one, or two for hours across midnight. */
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

/** POSIX extended regular expressions (IEEE 1003.1, 9.4.3): these characters are special. */
const escapeRegex = (ssid: string) => `^${ssid.replace(/[.[\](){}*+?|^$\\]/g, '\\$&')}$`

/**
 * The rows of a guest network: within its hours any client not matched before may join, otherwise none.
 * @param interfaces the network's interfaces, for a system whose list cannot match SSIDs; undefined: match by SSID
 */
export function rowsOfHours(
  { id, ssid, schedule }: WantedHours,
  can: AccessCan,
  interfaces?: readonly string[],
): WantedRow[] {
  const mark: RowMark = { kind: 'hours', id }
  const base = { ...nothing, disabled: false, comment: markText(mark, ssid) }
  const places =
    interfaces === undefined ? [{ ssid_regexp: escapeRegex(ssid) }] : interfaces.map((name) => ({ interface: name }))
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

/** The content of a row of a reading. */
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

/** The fields in which a device's row differs from the wanted one. A passphrase that cannot be read counts as equal. */
export const differingFields = (wanted: AccessLine, seen: AccessLine): LineField[] =>
  fields.filter((field) => {
    if (field === 'passphrase' && wanted.passphrase !== null && seen.passphrase === hidden) return false
    return wanted[field] !== seen[field]
  })

/** Row fields to entry fields, as screens name them. */
const named: Partial<Record<LineField, string>> = {
  hours: 'schedule',
  ap_tx_limit: 'rate_down_kbps',
  client_tx_limit: 'rate_up_kbps',
  disabled: 'is_enabled',
  comment: 'name',
}

/** A value for display; a passphrase as dots. */
function words(field: LineField, line: AccessLine): string | null {
  const value = line[field]
  switch (field) {
    case 'hours':
      return hoursLabel(line.hours)
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
