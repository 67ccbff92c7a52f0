import type { CustomValues, LabelBody, TagLabel } from '@trunkline/contract/labels'
import { sameValues } from '../form/normalise.ts'

/** Tags and custom fields of a record, as show returns them. */
export interface RecordLabels {
  tags?: TagLabel[]
  custom_fields?: CustomValues
}

/** The same in a form. Fields that the user has not touched may be missing. */
interface LabelValues {
  tags: TagLabel[]
  custom_fields: CustomValues
}

export const labelValues = (of: RecordLabels | undefined): LabelValues => ({
  tags: [...(of?.tags ?? [])],
  custom_fields: { ...of?.custom_fields },
})

export function withoutLabels<V extends object>(values: V): V {
  const { tags: _tags, custom_fields: _fields, ...own } = values as V & Partial<LabelValues>
  return own as unknown as V
}

const labelsIn = (values: object) => values as unknown as LabelValues
const blankToNull = (value: CustomValues[string] | undefined) =>
  value === undefined || value === '' ? null : typeof value === 'string' ? value.trim() || null : value

/** The body of a new record: the fields that the user has touched; the others get their defaults. */
export function labelBody(values: object): LabelBody {
  const { tags, custom_fields: fields } = labelsIn(values)
  const given = Object.entries(fields).map(([key, value]) => [key, blankToNull(value)] as const)
  return {
    ...(tags.length > 0 && { tags: tags.map(({ id }) => id) }),
    ...(given.length > 0 && { custom_fields: Object.fromEntries(given) }),
  }
}

/** The changed tags and fields as a body; undefined without changes. */
export function labelChanges(before: object, after: object): LabelBody | undefined {
  const [old, now] = [labelsIn(before), labelsIn(after)]
  const ids = (tags: readonly TagLabel[]) => tags.map(({ id }) => id)
  const changed = Object.entries(now.custom_fields)
    .map(([key, value]) => [key, blankToNull(value)] as const)
    .filter(([key, value]) => !sameValues(value, blankToNull(old.custom_fields[key])))
  const retagged = !sameValues(ids(now.tags), ids(old.tags))
  if (!retagged && changed.length === 0) return undefined
  return {
    ...(retagged && { tags: ids(now.tags) }),
    ...(changed.length > 0 && { custom_fields: Object.fromEntries(changed) }),
  }
}
