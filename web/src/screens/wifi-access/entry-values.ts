import type { BodyInput } from '@trunkline/contract/endpoint'
import { accessControl, type AccessEntry } from '@trunkline/contract/resources/access-control'
import type { AccessAction } from '@trunkline/contract/resources/wifi-enums'
import { changesBy } from '../../record/changes.ts'
import { formOf, type FormValues } from '../../record/form-of.ts'
import { scheduleValues, type ScheduleValues } from '../wifi/schedule.ts'

type StoreBody = BodyInput<typeof accessControl.store>
type UpdateBody = BodyInput<typeof accessControl.update>

const form = formOf(accessControl.store.body)

/** An entry in its form. An empty passphrase keeps the stored one. */
export type EntryValues = Omit<FormValues<typeof accessControl.store.body>, 'action' | 'schedule'> &
  ScheduleValues & { action: AccessAction; remove_passphrase: boolean }

/** The values of an entry, or of a new one with the given fields. */
export const entryValues = (entry: Partial<AccessEntry>): EntryValues => ({
  ...form.values({ is_enabled: true, ...entry }),
  action: entry.action ?? 'block',
  ...scheduleValues(entry.schedule),
  remove_passphrase: false,
})

/** Blocked devices have no rate, VLAN or passphrase. */
export function entryBody(values: EntryValues): StoreBody {
  const isAllowed = values.action === 'allow'
  const { passphrase: _trimmed, ...body } = form.body({
    ...values,
    schedule: values.scheduled ? values.schedule : null,
    ...(isAllowed ? {} : { rate_down_kbps: null, rate_up_kbps: null, vlan_id: null }),
  } as unknown as FormValues<typeof accessControl.store.body>)
  return { ...body, ...(isAllowed && values.passphrase !== '' ? { passphrase: values.passphrase } : {}) }
}

/** The body of an update; undefined if nothing was changed. */
export function entryChanges(entry: AccessEntry, values: EntryValues): UpdateBody | undefined {
  const removesPassphrase = entry.has_passphrase && (values.action === 'block' || values.remove_passphrase)
  const before = entryValues(entry)
  const bodyOf = (of: EntryValues): object =>
    of !== before && removesPassphrase ? { ...entryBody(of), passphrase: null } : entryBody(of)
  const changes = changesBy(bodyOf)(before, values)
  return changes && ({ ...changes, id: entry.id, version: entry.version } as UpdateBody)
}
