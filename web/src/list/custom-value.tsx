import type { CustomValue } from '@trunkline/contract/labels'
import type { CustomFieldDefinition } from '@trunkline/contract/resources/custom-field'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { NotSet } from '../ui/fact-list.tsx'
import { Time } from '../ui/time.tsx'
import { regional } from '../ui/zone.ts'

/** The label of a custom field in the language of the page. */
export const customFieldLabel = (field: Pick<CustomFieldDefinition, 'label' | 'label_de'>, language: string): string =>
  (language.startsWith('de') ? field.label_de : null) ?? field.label

/** The value of a custom field. An address is a link, which tells the other site nothing about the panel. */
export function CustomFieldValue({
  field,
  value,
}: {
  field: Pick<CustomFieldDefinition, 'type'>
  value: CustomValue | null | undefined
}): ReactNode {
  const { t, i18n } = useTranslation()
  if (value === undefined || value === null || value === '') return <NotSet label={t('ui:notSet')} />
  if (typeof value === 'boolean') return t(value ? 'ui:yes' : 'ui:no')
  if (typeof value === 'number') return value.toLocaleString(regional(i18n.language), { maximumFractionDigits: 10 })
  if (field.type === 'date') return <Time value={value} day />
  if (field.type === 'url' && /^https?:\/\//i.test(value))
    return (
      <a href={value} target="_blank" rel="noopener noreferrer nofollow">
        {value}
      </a>
    )
  return value
}
