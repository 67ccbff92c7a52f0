import { useTranslation } from '../i18n/use-translation.ts'
import { fieldLabel } from '../ui/field-label.ts'
import type { Limits } from './form-of.ts'

/** What an input takes from its field. */
export interface RecordInput {
  name: string
  label: string
  help?: string
  maxLength?: number
}

/**
 * What the inputs of a record take from their fields: the label `field.<name>` (of the feature, or of `common`), the help
 * `help.<name>` where the feature has one, and the limits of the contract.
 * @param feature the namespace of the texts: `tariffs`
 * @param limits of `formOf`
 */
export function useRecordFields(feature: string, limits: Partial<Record<string, Limits>> = {}) {
  const { t } = useTranslation()
  const optional = <K extends string>(key: K, path: string): Partial<Record<K, string>> => {
    const text = t(`${feature}:${path}`, { defaultValue: '' })
    return text === '' ? {} : ({ [key]: text } as Record<K, string>)
  }
  const input = (name: string): RecordInput => {
    const maxLength = limits[name]?.maxLength
    return {
      name,
      label: fieldLabel(t, feature, name),
      ...optional('help', `help.${name}`),
      ...(maxLength !== undefined && { maxLength }),
    }
  }
  return {
    input,
    /** For a number: with its range. */
    number: (name: string): RecordInput & Pick<Limits, 'min' | 'max'> => ({ ...limits[name], ...input(name) }),
    /** For one of several values: `value.<field>.<value>`, each with a text `about.<field>.<value>` where there is one. */
    choice: <T extends string>(name: string, values: readonly T[]) => ({
      ...input(name),
      options: values.map((id) => ({
        id,
        name: t(`${feature}:value.${name}.${id}`),
        ...optional('text', `about.${name}.${id}`),
      })),
    }),
  }
}
