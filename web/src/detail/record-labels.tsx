import type { LabelKind } from '@trunkline/contract/label-kind'
import { customFields } from '@trunkline/contract/resources/custom-field'
import { useCall } from '../api/query.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { customFieldLabel, CustomFieldValue } from '../list/custom-value.tsx'
import { Card } from '../ui/card.tsx'
import { FactList } from '../ui/fact-list.tsx'
import { TagBadges } from '../ui/tag-badge.tsx'
import type { LabelledRecord } from './labelled-record.ts'

/** Tags and custom fields of a record; nothing where it has neither. */
export default function RecordLabels({ kind, record }: { kind: LabelKind; record: LabelledRecord }) {
  const { t, i18n } = useTranslation()
  const company = kind === 'company' ? record.id : record.company_id
  const query = typeof company === 'number' ? { kind, company_id: company } : { kind }
  const defined = useCall(customFields.definitions, { query })
  const { tags = [], custom_fields: values = {} } = record
  // The card appears once, with all it shows.
  if (defined.isPending) return null
  const fields = defined.data?.data ?? []
  if (fields.length === 0)
    return tags.length === 0 ? null : (
      <Card title={t('tags:title')}>
        <TagBadges tags={tags} />
      </Card>
    )
  return (
    <Card title={t('tags:card.title')}>
      <FactList
        facts={[
          { label: t('tags:title'), value: tags.length > 0 ? <TagBadges tags={tags} /> : null, wide: true },
          ...fields.map((field) => ({
            label: customFieldLabel(field, i18n.language),
            value: <CustomFieldValue field={field} value={values[field.key]} />,
          })),
        ]}
      />
    </Card>
  )
}
