import type { UseFormReturnType } from '@mantine/form'
import { companies } from '@trunkline/contract/resources/company'
import { licenceLevels, licenceParts, licenceTypes } from '@trunkline/contract/resources/licence-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ChecksField } from '../../form/checks-field.tsx'
import { DateField, FieldGroup, NumberField, SelectField, SwitchField, TextArea } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import type { LookupRow } from '../../form/use-lookup.ts'
import { maxAtOnce, type LicenceValues } from './licence-values.ts'

/** Company, scope and term of a licence. `bulk` adds the number of licences. */
export function LicenceFields({
  form,
  company,
  bulk = false,
  isNew,
}: {
  form: UseFormReturnType<LicenceValues>
  company: LookupRow | undefined
  bulk?: boolean
  isNew: boolean
}) {
  const { t } = useTranslation()
  const { values } = form
  const choices = <T extends string>(field: string, of: readonly T[]) =>
    of.map((id) => ({ id, name: t(`licences:value.${field}.${id}`) }))
  const others = licenceParts.filter((part) => part !== values.category)
  return (
    <>
      <FieldGroup title={t('licences:form.who')}>
        <RemoteSelectField
          name="company_id"
          label={t('licences:field.company_name')}
          help={t('licences:form.companyHelp')}
          endpoint={companies.lookup}
          selected={company}
          required
        />
        {bulk ? (
          <NumberField
            name="amount"
            label={t('licences:form.amount')}
            help={t('licences:form.amountHelp', { max: maxAtOnce.toLocaleString() })}
            min={1}
            max={maxAtOnce}
            step={1}
            required
          />
        ) : null}
      </FieldGroup>
      <FieldGroup title={t('licences:form.what')}>
        <SelectField
          name="category"
          label={t('licences:field.category')}
          help={t('licences:form.categoryHelp')}
          options={choices('category', licenceParts)}
        />
        <SelectField name="level" label={t('licences:field.level')} options={choices('level', licenceLevels)} />
        <NumberField
          name="quantity"
          label={t('licences:field.quantity')}
          help={t('licences:form.quantityHelp')}
          min={1}
          max={1_000_000}
          step={1}
          required
        />
        <ChecksField
          name="permissions"
          label={t('licences:form.permissions')}
          help={t('licences:form.permissionsHelp', { part: t(`licences:value.category.${values.category}`) })}
          options={choices('category', others)}
        />
      </FieldGroup>
      <FieldGroup title={t('licences:form.term')}>
        <SelectField name="type" label={t('licences:field.type')} options={choices('type', licenceTypes)} />
        <DateField name="starts_on" label={t('licences:field.starts_on')} required />
        {values.type === 'perpetual' ? null : (
          <DateField
            name="expires_on"
            label={t('licences:field.expires_on')}
            help={t('licences:form.endHelp')}
            {...(values.starts_on ? { min: values.starts_on } : {})}
            required
          />
        )}
        {isNew ? (
          <SwitchField name="active" label={t('licences:form.active')} help={t('licences:form.activeHelp')} whole />
        ) : null}
      </FieldGroup>
      <FieldGroup>
        <TextArea
          name="notes"
          label={t('common:field.notes')}
          help={t('licences:form.notesHelp')}
          rows={3}
          maxLength={2000}
          whole
        />
      </FieldGroup>
    </>
  )
}
