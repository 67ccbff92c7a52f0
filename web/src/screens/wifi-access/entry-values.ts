import type { BodyInput } from '@trunkline/contract/endpoint'
import type { AccessEntry, accessControl } from '@trunkline/contract/resources/access-control'
import type { Schedule } from '@trunkline/contract/resources/wifi-shapes'
import { weekDays, type AccessAction } from '@trunkline/contract/resources/wifi-enums'
import { sameValues } from '../../form/normalise.ts'
import type { EntryStart } from './access-paths.ts'

/** An entry as its form holds it: under the names of the contract, so that what the server refuses finds its field. */
export interface EntryValues extends Record<string, unknown> {
  mac: string
  name: string
  action: AccessAction
  /** Whether `schedule` counts. */
  scheduled: boolean
  schedule: Schedule
  rate_down_kbps: number | null
  rate_up_kbps: number | null
  vlan_id: number | null
  /** Typed anew; empty: as it is. */
  passphrase: string
  /** The one that is kept goes. */
  passphrase_away: boolean
  note: string
  is_enabled: boolean
}

const usualHours: Schedule = { days: [...weekDays], from: '08:00', until: '20:00' }

/** A new entry, with what the address of the form says of the device. */
export const emptyEntry = (start: EntryStart): EntryValues => ({
  mac: start.mac ?? '',
  name: start.name ?? '',
  action: start.action ?? 'block',
  scheduled: false,
  schedule: usualHours,
  rate_down_kbps: null,
  rate_up_kbps: null,
  vlan_id: null,
  passphrase: '',
  passphrase_away: false,
  note: '',
  is_enabled: true,
})

export const entryValues = (entry: AccessEntry): EntryValues => ({
  mac: entry.mac,
  name: entry.name,
  action: entry.action,
  scheduled: entry.schedule !== null,
  schedule: entry.schedule ?? usualHours,
  rate_down_kbps: entry.rate_down_kbps,
  rate_up_kbps: entry.rate_up_kbps,
  vlan_id: entry.vlan_id,
  passphrase: '',
  passphrase_away: false,
  note: entry.note ?? '',
  is_enabled: entry.is_enabled,
})

type Body = BodyInput<typeof accessControl.store>

/** What of the values is kept: of a blocked device there is neither rate nor network nor passphrase. */
function stored(values: EntryValues): Omit<Body, 'passphrase'> {
  const allowed = values.action === 'allow'
  return {
    mac: values.mac.trim(),
    name: values.name.trim(),
    action: values.action,
    schedule: values.scheduled ? values.schedule : null,
    rate_down_kbps: allowed ? values.rate_down_kbps : null,
    rate_up_kbps: allowed ? values.rate_up_kbps : null,
    vlan_id: allowed ? values.vlan_id : null,
    note: values.note.trim() || null,
    is_enabled: values.is_enabled,
  }
}

export const entryBody = (values: EntryValues): Body => ({
  ...stored(values),
  ...(values.action === 'allow' && values.passphrase !== '' ? { passphrase: values.passphrase } : {}),
})

type Change = BodyInput<typeof accessControl.update>

/** What has changed of a known entry; undefined where nothing has. */
export function entryChange(entry: AccessEntry, values: EntryValues): Change | undefined {
  const before = stored(entryValues(entry)) as Record<string, unknown>
  const changed = Object.fromEntries(
    Object.entries(stored(values)).filter(([field, value]) => !sameValues(before[field], value)),
  )
  const away = entry.has_passphrase && (values.action === 'block' || values.passphrase_away)
  if (away) changed['passphrase'] = null
  else if (values.action === 'allow' && values.passphrase !== '') changed['passphrase'] = values.passphrase
  if (Object.keys(changed).length === 0) return undefined
  return { ...changed, id: entry.id, version: entry.version } as Change
}
