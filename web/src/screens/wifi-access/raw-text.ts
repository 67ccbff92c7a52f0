import type { RawAccessRow } from '@trunkline/contract/resources/access-control'
import type { TFunction } from '../../i18n/translations.ts'
import { scheduleText } from '../wifi/schedule.ts'

/** The comments of the panel's own rows: an entry of the site's list, or the hours of a guest network. */
const markPattern = /^trunkline:([ah])\d+ ?/

/** Who created a row. Only those of the device's owner can be changed here; `router` rows cannot be changed at all. */
export function ownerOf(row: RawAccessRow): 'entry' | 'hours' | 'router' | 'owner' {
  if (row.dynamic) return 'router'
  if (row.access_control_id !== null) return 'entry'
  const mark = markPattern.exec(row.comment ?? '')?.[1]
  return mark === undefined ? 'owner' : mark === 'h' ? 'hours' : 'entry'
}

/** A comment without the panel's mark. */
export const plainComment = ({ comment }: Pick<RawAccessRow, 'comment'>): string =>
  (comment ?? '').replace(markPattern, '')

const fullMask = /^(ff[:-]?){5}ff$/i

/** The conditions of a row; empty if it matches every device. */
function conditionsOf(row: RawAccessRow, t: TFunction, language: string): string[] {
  const masked = row.mac_mask !== null && !fullMask.test(row.mac_mask)
  const { signal_from: from, signal_to: to } = row
  const anySignal = (from === null || from <= -120) && (to === null || to >= 120)
  return [
    row.mac === null
      ? undefined
      : masked
        ? t('wifi-access:raw.if.mask', { mac: row.mac, mask: row.mac_mask })
        : row.mac,
    !row.interface || row.interface === 'any' || row.interface === 'all'
      ? undefined
      : t('wifi-access:raw.if.interface', { name: row.interface }),
    anySignal ? undefined : t('wifi-access:raw.if.signal', { from: from ?? -120, to: to ?? 120 }),
    row.ssid_regexp ? t('wifi-access:raw.if.ssid', { text: row.ssid_regexp }) : undefined,
    row.schedule ? scheduleText(row.schedule, t, language) : (row.time ?? undefined),
  ].filter((text) => text !== undefined)
}

/** A row in one line: "4C:5E:0C:01:02:03, interface wlan1: accept, VLAN 20". */
export function rowText(row: RawAccessRow, t: TFunction, language: string): string {
  const conditions = conditionsOf(row, t, language)
  const extras = [
    row.vlan_id === null ? undefined : t('wifi-access:raw.then.vlan', { id: row.vlan_id }),
    row.has_passphrase ? t('wifi-access:raw.then.passphrase') : undefined,
    row.ap_tx_limit !== null || row.client_tx_limit !== null ? t('wifi-access:raw.then.rate') : undefined,
    row.client_isolation ? t('wifi-access:raw.then.isolation') : undefined,
  ].filter((text) => text !== undefined)
  const text = t('wifi-access:raw.summary', {
    match: conditions.length === 0 ? t('wifi-access:raw.if.all') : conditions.join(', '),
    action: [t(`wifi-access:raw.then.${row.action}`), ...extras].join(', '),
  })
  return row.disabled ? t('wifi-access:raw.disabled', { text }) : text
}

/** For each row that is never reached: the enabled row above it that matches every device. */
export function shadowsOf(rows: readonly RawAccessRow[]): Map<string, RawAccessRow> {
  const shadows = new Map<string, RawAccessRow>()
  const general = new Map<RawAccessRow['stack'], RawAccessRow>()
  for (const row of rows) {
    const above = general.get(row.stack)
    if (above) shadows.set(rawKey(row), above)
    else if (!row.disabled && matchesAll(row)) general.set(row.stack, row)
  }
  return shadows
}

const matchesAll = (row: RawAccessRow): boolean => conditionsOf(row, String, 'en').length === 0

/** Ids are unique within a Wi-Fi system of a device. */
export const rawKey = (row: Pick<RawAccessRow, 'stack' | 'id'>): string => `${row.stack}${row.id}`
