import type { BodyInput } from '@trunkline/contract/endpoint'
import { capsmanAccessList, type RawAccessRow } from '@trunkline/contract/resources/access-control'
import { sameValues } from '../../form/normalise.ts'
import { sentFields } from '../../record/changes.ts'
import { formOf, type FormValues } from '../../record/form-of.ts'
import { scheduleValues, type ScheduleValues } from '../wifi/schedule.ts'

type StoreBody = BodyInput<typeof capsmanAccessList.store>
type UpdateBody = BodyInput<typeof capsmanAccessList.update>

const form = formOf(capsmanAccessList.store.body)

/** A row in its form. `before` is the id of the row that follows it, or `end`. */
export type RawValues = Omit<FormValues<typeof capsmanAccessList.store.body>, 'schedule'> & ScheduleValues

/** The values of a row, or of a new one with the given fields. */
export const rawValues = (row: Partial<RawAccessRow>, before = 'end'): RawValues => ({
  ...form.values({ action: 'reject', ...row, before }),
  ...scheduleValues(row.schedule),
})

/** The fields that the device stores; empty ones are null. */
function storedFields({ stack: _stack, before: _before, scheduled, schedule, ...values }: RawValues) {
  const fields = Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])
  return sentFields({
    ...(Object.fromEntries(fields) as typeof values),
    schedule: scheduled ? schedule : null,
    vlan_id: values.action === 'accept' ? values.vlan_id : null,
  }) as Record<string, unknown>
}

/** The body of a new row, without empty fields. */
export const rawBody = (values: RawValues): StoreBody =>
  ({
    ...Object.fromEntries(Object.entries(storedFields(values)).filter(([, value]) => value !== null)),
    stack: values.stack,
    ...(values.before === 'end' ? {} : { before: values.before }),
  }) as StoreBody

/** The changed fields, with the values that they had when the form was opened; undefined if nothing was changed. */
export function rawChanges(id: string, opened: RawValues, values: RawValues): UpdateBody | undefined {
  const before = storedFields(opened)
  const changes = Object.entries(storedFields(values)).filter(([field, value]) => !sameValues(before[field], value))
  const moved = values.before !== opened.before
  if (changes.length === 0 && !moved) return undefined
  // The device may have given the id to another row: MAC address and action identify it.
  const seen = new Set(['mac', 'action', ...changes.map(([field]) => field)])
  return {
    ...Object.fromEntries(changes),
    id,
    stack: values.stack,
    ...(moved ? { before: values.before === 'end' ? null : values.before } : {}),
    seen: Object.fromEntries([...seen].map((field) => [field, before[field]])),
  } as UpdateBody
}
