import type { TFunction } from '../i18n/translations.ts'

/** The label of a field: of the feature, else of `common:field`. */
export const fieldLabel = (t: TFunction, namespace: string, field: string, defaultValue: string = field): string =>
  t([`${namespace}:field.${field}`, `common:field.${field}`], { defaultValue })
