import { hardwareManufacturers } from '@trunkline/contract/resources/hardware-manufacturer'
import { useTranslation } from '../../i18n/use-translation.ts'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, TextArea, TextField } from '../../form/fields.tsx'
import { paths } from '../../paths.ts'
import { RecordForm } from '../../record/record-form.tsx'
import { useRecordForm } from '../../record/use-record-form.ts'
import { manufacturerForm } from './catalogue-values.ts'

const contactFields = [
  { name: 'website', type: 'url', placeholder: 'https://', maxLength: 500 },
  { name: 'support_email', type: 'email', maxLength: 254 },
  { name: 'support_phone', type: 'tel', maxLength: 64 },
] as const

/** A new manufacturer, or with an id in the path an existing one. */
export default function ManufacturerForm() {
  const { t } = useTranslation()
  const { values, body, limits } = manufacturerForm
  const manufacturer = useRecordForm({
    calls: hardwareManufacturers,
    subjects: ['hardware-manufacturers', 'hardware-models', 'hardware'],
    texts: 'hardware:manufacturers',
    list: paths.hardware.manufacturers.list,
    start: () => values(),
    values,
    body,
  })
  return (
    <RecordForm of={manufacturer} validate={(entered) => schemaErrors(hardwareManufacturers.store.body, body(entered))}>
      {() => (
        <FieldGroup>
          <TextField name="name" label={t('common:field.name')} {...limits.name} required />
          {contactFields.map((field) => (
            <TextField key={field.name} {...field} label={t(`hardware:field.${field.name}`)} autoComplete="off" />
          ))}
          <TextArea name="notes" label={t('common:field.notes')} rows={3} {...limits.notes} whole />
        </FieldGroup>
      )}
    </RecordForm>
  )
}
