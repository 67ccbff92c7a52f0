import type { TFunction } from '../i18n/translations.ts'

/** The label of a field: of the feature, else of `common:field`. */
export const fieldLabel = (t: TFunction, namespace: string, field: string, defaultValue: string = field): string =>
  t([`${namespace}:field.${field}`, `common:field.${field}`], { defaultValue })

/** Fields by their columns, where the names differ. */
const fieldOf: Readonly<Record<string, string>> = {
  tag_ids: 'tags',
  county_iso_code: 'countyIsoCode',
  phone_number: 'telephone',
  phone_country_code: 'telephone',
}

/** The label of a column: of the record that it refers to, for an id. */
export function columnLabel(t: TFunction, namespace: string, column: string, defaultValue: string = column): string {
  const field = fieldOf[column] ?? column
  const names = field.endsWith('_id') ? [`${field.slice(0, -3)}_name`, field.slice(0, -3), field] : [field]
  return names.map((name) => fieldLabel(t, namespace, name, '')).find((label) => label !== '') ?? defaultValue
}
