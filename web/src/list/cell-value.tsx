import type { FieldType } from '@trunkline/contract/endpoint'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { NotSet } from '../ui/fact-list.tsx'
import { plainText } from '../ui/plain-text.ts'
import { Time } from '../ui/time.tsx'
import { regional } from '../ui/zone.ts'

/** The label of an enum value: `${room}:value.<field>.<value>`, else the value itself. */
export function useValueLabel(
  namespace: string,
  given: ((field: string, value: string) => string) | undefined,
): (field: string, value: string) => string {
  const { t } = useTranslation()
  return (field, value) => given?.(field, value) ?? t(`${namespace}:value.${field}.${value}`, { defaultValue: value })
}

/** The default rendering of a cell. */
export function CellValue({
  value,
  type,
  field,
  valueLabel,
}: {
  value: unknown
  type: FieldType | undefined
  field: string
  valueLabel: (field: string, value: string) => string
}): ReactNode {
  const { t, i18n } = useTranslation()
  if (value === null || value === undefined || value === '') return <NotSet label={t('ui:notSet')} />
  if (typeof value === 'boolean') return t(value ? 'ui:yes' : 'ui:no')
  if (type === 'time' || type === 'day') return <Time value={plainText(value)} day={type === 'day'} />
  if (typeof value === 'number' && type !== 'id' && field !== 'id') return value.toLocaleString(regional(i18n.language))
  if (Array.isArray(type)) return valueLabel(field, plainText(value))
  return plainText(value)
}
