import type { LabelKind } from '@trunkline/contract/label-kind'
import { customFields, type CustomFieldDefinition } from '@trunkline/contract/resources/custom-field'
import { useSession } from '../access/session.ts'
import { useCall } from '../api/query.ts'
import type { AnyValues } from '../form/form-context.ts'
import { DateField, FieldGroup, NumberField, SelectField, TextField } from '../form/fields.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { customFieldLabel } from '../list/custom-value.tsx'
import { TagsField } from './tags-field.tsx'

/** Definitions change rarely. Milliseconds. */
const fresh = 60_000

/** The company whose fields apply: the owner of the record, or the one that is chosen for a new one. */
function companyOf(kind: LabelKind, record: unknown, values: AnyValues, own: number | undefined): number | undefined {
  const { id, company_id } = (record ?? {}) as { id?: number; company_id?: number }
  if (record !== undefined) return kind === 'company' ? id : company_id
  const chosen: unknown = kind === 'company' ? values['parent_id'] : values['company_id']
  return typeof chosen === 'number' ? chosen : own
}

/** The part of a record's form with its tags and custom fields. */
export default function LabelFields({ kind, record, values }: { kind: LabelKind; record: unknown; values: AnyValues }) {
  const { t } = useTranslation()
  const own = useSession()?.user.company.id
  const company = companyOf(kind, record, values, own)
  const query = company === undefined ? { kind } : { kind, company_id: company }
  const fields = useCall(customFields.definitions, { query }, { staleTime: fresh }).data?.data ?? []
  return (
    <FieldGroup title={t(fields.length > 0 ? 'tags:form.titleFields' : 'tags:title')}>
      <TagsField name="tags" label={t('tags:title')} company={company} whole />
      {fields.map((field) => (
        <CustomField key={field.key} field={field} isNew={record === undefined} />
      ))}
    </FieldGroup>
  )
}

/** The input of a field, by its type. */
function CustomField({ field, isNew }: { field: CustomFieldDefinition; isNew: boolean }) {
  const { t, i18n } = useTranslation()
  const { type, default_value: preset } = field
  const presetText = type === 'boolean' ? (preset === null ? null : t(preset === 'true' ? 'ui:yes' : 'ui:no')) : preset
  const help = [field.help, isNew && presetText ? t('tags:form.preset', { value: presetText }) : null]
    .filter(Boolean)
    .join(' ')
  const props = {
    name: `custom_fields.${field.key}`,
    label: customFieldLabel(field, i18n.language),
    required: field.required,
    ...(help && { help }),
  }
  switch (type) {
    case 'number':
      return <NumberField {...props} />
    case 'date':
      return <DateField {...props} />
    case 'boolean':
      return <BooleanField {...props} />
    case 'choice':
      return <SelectField {...props} options={field.choices.map((id) => ({ id, name: id }))} clearable />
    default:
      return (
        <TextField
          {...props}
          maxLength={field.max_length ?? 1000}
          {...(type === 'url' ? { inputMode: 'url' as const, placeholder: 'https://' } : {})}
        />
      )
  }
}

/** Yes, no, or not set: a switch could not tell "no" from "not set". */
function BooleanField(props: { name: string; label: string; required: boolean; help?: string }) {
  const { t } = useTranslation()
  const options = [true, false].map((value) => ({ id: value as never, name: t(value ? 'ui:yes' : 'ui:no') }))
  return <SelectField {...props} options={options} clearable />
}
