import type { RawAccessRow } from '@trunkline/contract/resources/access-control'
import type { TFunction } from '../../i18n/translations.ts'
import { scheduleText } from './schedule-text.ts'

/** Comments by which the panel knows its own rows: an entry of the site's list, or the hours of a guest network. */
const markPattern = /^trunkline:([ah])\d+ ?/

/** Whose a row is. The panel's are changed where they come from, and what the router has made is nobody's to change. */
export function ownerOf(row: RawAccessRow): 'entry' | 'hours' | 'router' | 'owner' {
  if (row.dynamic) return 'router'
  if (row.access_control_id !== null) return 'entry'
  const mark = markPattern.exec(row.comment ?? '')?.[1]
  return mark === undefined ? 'owner' : mark === 'h' ? 'hours' : 'entry'
}

/** What a comment says to people, without the panel's mark. */
export const plainComment = ({ comment }: Pick<RawAccessRow, 'comment'>): string =>
  (comment ?? '').replace(markPattern, '')

const wholeMask = /^(ff[:-]?){5}ff$/i

/** Everything that has to be so for a row to decide, in words; empty: it fits whoever comes. */
export function conditionsOf(row: RawAccessRow, t: TFunction, language: string): string[] {
  const masked = row.mac_mask !== null && !wholeMask.test(row.mac_mask)
  const { signal_from: from, signal_to: to } = row
  const anySignal = (from === null || from <= -120) && (to === null || to >= 120)
  return [
    row.mac === null
      ? undefined
      : masked
        ? t('wifi-access:raw.if.mask', { mac: row.mac, mask: row.mac_mask })
        : t('wifi-access:raw.if.mac', { mac: row.mac }),
    row.interface === null || row.interface === 'any' || row.interface === 'all'
      ? undefined
      : t('wifi-access:raw.if.interface', { name: row.interface }),
    anySignal ? undefined : t('wifi-access:raw.if.signal', { from: from ?? -120, to: to ?? 120 }),
    row.ssid_regexp ? t('wifi-access:raw.if.ssid', { text: row.ssid_regexp }) : undefined,
    row.schedule
      ? t('wifi-access:raw.if.hours', { text: scheduleText(row.schedule, t, language) })
      : row.time
        ? t('wifi-access:raw.if.hours', { text: row.time })
        : undefined,
  ].filter((one) => one !== undefined)
}

/** What a row does, in a dry sentence: "4C:5E:0C:01:02:03, on wlan1: may join, VLAN 20". */
export function rowWords(row: RawAccessRow, t: TFunction, language: string): string {
  const conditions = conditionsOf(row, t, language)
  const extras = [
    row.vlan_id === null ? undefined : t('wifi-access:raw.then.vlan', { id: row.vlan_id }),
    row.has_passphrase ? t('wifi-access:raw.then.passphrase') : undefined,
    row.ap_tx_limit !== null || row.client_tx_limit !== null ? t('wifi-access:raw.then.rate') : undefined,
    row.client_isolation ? t('wifi-access:raw.then.isolation') : undefined,
  ].filter((one) => one !== undefined)
  const words = t('wifi-access:raw.words', {
    who: conditions.length === 0 ? t('wifi-access:raw.if.all') : conditions.join(', '),
    what: [t(`wifi-access:raw.then.${row.action}`), ...extras].join(', '),
  })
  return row.disabled ? t('wifi-access:raw.off', { words }) : words
}

/**
 * For each row that no device ever gets to: the one above it that decides for everybody. Rows that are switched off
 * decide nothing.
 */
export function shadowsOf(rows: readonly RawAccessRow[]): Map<string, RawAccessRow> {
  const shadows = new Map<string, RawAccessRow>()
  const general = new Map<RawAccessRow['stack'], RawAccessRow>()
  for (const row of rows) {
    const above = general.get(row.stack)
    if (above) shadows.set(rawKey(row), above)
    else if (!row.disabled && fitsAll(row)) general.set(row.stack, row)
  }
  return shadows
}

/** A row without any condition. A signal range is one, and so are hours that the panel can not read. */
function fitsAll(row: RawAccessRow): boolean {
  const open = (name: string | null) => name === null || name === '' || name === 'any' || name === 'all'
  return (
    row.mac === null &&
    open(row.interface) &&
    (row.signal_from ?? -120) <= -120 &&
    (row.signal_to ?? 120) >= 120 &&
    !row.ssid_regexp &&
    row.schedule === null &&
    row.time === null
  )
}

/** Two systems of one device may give the same id. */
export const rawKey = (row: Pick<RawAccessRow, 'stack' | 'id'>): string => `${row.stack}${row.id}`
