import type { BodyInput } from '@trunkline/contract/endpoint'
import { customFields, type CustomField } from '@trunkline/contract/resources/custom-field'
import { changesBy } from '../../record/changes.ts'
import { formOf, type FormValues } from '../../record/form-of.ts'

const form = formOf(customFields.store.body)
export const fieldLimits = form.limits

/** The form of a field, with its choices as lines of text. */
export type FieldValues = Omit<FormValues<typeof customFields.store.body>, 'choices'> & { choices: string }

export const fieldValues = (of: Partial<CustomField> = {}): FieldValues => ({
  ...form.values(of),
  choices: (of.choices ?? []).join('\n'),
})

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The body of a new field; properties that its type does not have are left out. */
export function fieldBody(values: FieldValues): BodyInput<typeof customFields.store> {
  const { type } = values
  const { choices: _choices, max_length: _max, ...body } = form.body({ ...values, choices: [] })
  return {
    ...body,
    ...(type === 'choice' && { choices: linesOf(values.choices) }),
    ...(type === 'text' && { max_length: values.max_length }),
  }
}

const changes = changesBy<FieldValues, BodyInput<typeof customFields.store>>(fieldBody)

/** The changed properties; kind, key and type never change. */
export const fieldChanges = (before: FieldValues, after: FieldValues) =>
  changes(before, after) as BodyInput<typeof customFields.update> | undefined

/** A key for a label, as long as the user has typed none: `Contract no.` becomes `contract_no`. */
export const keyOfLabel = (label: string): string =>
  label
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
    .slice(0, 40)
