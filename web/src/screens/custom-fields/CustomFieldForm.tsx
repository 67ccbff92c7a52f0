import { labelKinds } from '@trunkline/contract/label-kind'
import { customFieldTypes } from '@trunkline/contract/labels'
import { companies } from '@trunkline/contract/resources/company'
import { customFields } from '@trunkline/contract/resources/custom-field'
import { useCan } from '../../access/can.ts'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, NumberField, SelectField, SwitchField, TextArea, TextField } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { customFieldLabel } from '../../list/custom-value.tsx'
import { paths } from '../../paths.ts'
import { ClosedRecord, RecordForm } from '../../record/record-form.tsx'
import { useRecordFields } from '../../record/use-record-fields.ts'
import { useRecordForm } from '../../record/use-record-form.ts'
import { fieldBody, fieldChanges, fieldLimits, fieldValues, keyOfLabel } from './custom-field-values.ts'

/** A new custom field, or with an id in the path an existing one. */
export default function CustomFieldForm() {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const { input, number, choice } = useRecordFields('custom-fields', fieldLimits)
  const field = useRecordForm({
    calls: customFields,
    texts: 'custom-fields',
    list: paths.customFields.list,
    nameOf: (record) => customFieldLabel(record, i18n.language),
    typedName: (values) => values.label.trim(),
    start: () => fieldValues({ kind: 'company', type: 'text' }),
    values: fieldValues,
    body: (values) => ({ ...fieldBody(values), key: values.key.trim() || keyOfLabel(values.label) }),
    changes: fieldChanges,
  })
  if (field.record?.company_name === null)
    return <ClosedRecord of={field} title={t('custom-fields:closed.title')} text={t('custom-fields:closed.text')} />
  return (
    <RecordForm
      of={field}
      validate={(values) =>
        schemaErrors(customFields.store.body, {
          ...fieldBody(values),
          key: values.key.trim() || keyOfLabel(values.label),
        })
      }
    >
      {({ values, isNew }) => (
        <>
          <FieldGroup title={t('custom-fields:form.field')}>
            <SelectField {...choice('kind', labelKinds)} disabled={!isNew} required />
            {isNew && can(companies.lookup) ? (
              <RemoteSelectField {...input('company_id')} endpoint={companies.lookup} clearable />
            ) : null}
            <TextField {...input('label')} autoComplete="off" required />
            <TextField {...input('label_de')} autoComplete="off" />
            <TextField
              {...input('key')}
              maxLength={40}
              disabled={!isNew}
              autoComplete="off"
              {...(keyOfLabel(values.label) ? { placeholder: keyOfLabel(values.label) } : {})}
            />
            <NumberField {...number('position')} step={1} />
          </FieldGroup>
          <FieldGroup title={t('custom-fields:form.value')}>
            <SelectField {...choice('type', customFieldTypes)} disabled={!isNew} required />
            {values.type === 'text' ? <NumberField {...number('max_length')} step={1} /> : null}
            {values.type === 'choice' ? <TextArea {...input('choices')} rows={5} required /> : null}
            <TextField {...input('default_value')} autoComplete="off" />
            <SwitchField {...input('required')} />
            <TextArea {...input('help')} rows={2} whole />
          </FieldGroup>
        </>
      )}
    </RecordForm>
  )
}
