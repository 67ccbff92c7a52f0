import type { ReactNode } from 'react'
import type { TFunction } from '../../i18n/translations.ts'
import type { Fact } from '../../ui/fact-list.tsx'

/**
 * The label of a field of a device: the feature's own, that of the LAN pages, or the common one.
 * @param feature a feature, or a part of its texts after a colon
 */
export const deviceFieldLabel = (t: TFunction, feature: string, field: string): string =>
  t([`${feature}${feature.includes(':') ? '.' : ':'}field.${field}`, `lan:field.${field}`, `common:field.${field}`])

/** Facts of the values that are known, with the labels of their fields. */
export const knownFacts = (t: TFunction, values: Record<string, ReactNode>): Fact[] =>
  Object.entries(values).flatMap(([field, value]) =>
    value === null || value === '' ? [] : [{ label: deviceFieldLabel(t, 'lan', field), value }],
  )
