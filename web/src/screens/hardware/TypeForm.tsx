import { hardwareTypes } from '@trunkline/contract/resources/hardware-type'
import { hardwareKinds } from '@trunkline/contract/resources/hardware-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, SelectField, TextArea, TextField } from '../../form/fields.tsx'
import { paths } from '../../paths.ts'
import { RecordForm } from '../../record/record-form.tsx'
import { useRecordForm } from '../../record/use-record-form.ts'
import { typeForm } from './catalogue-values.ts'

/** A new type of hardware, or with an id in the path an existing one. */
export default function TypeForm() {
  const { t } = useTranslation()
  const { values, body, limits } = typeForm
  const type = useRecordForm({
    calls: hardwareTypes,
    subjects: ['hardware-types', 'hardware-models', 'hardware'],
    texts: 'hardware:types',
    list: paths.hardware.types.list,
    start: () => values({ kind: 'other' }),
    values,
    body,
  })
  return (
    <RecordForm of={type} validate={(entered) => schemaErrors(hardwareTypes.store.body, body(entered))}>
      {() => (
        <FieldGroup>
          <TextField name="name" label={t('common:field.name')} {...limits.name} required />
          <SelectField
            name="kind"
            label={t('hardware:field.kind')}
            help={t('hardware:types.kindHelp')}
            options={hardwareKinds.map((kind) => ({ id: kind, name: t(`hardware:value.kind.${kind}`) }))}
            required
          />
          <TextArea name="description" label={t('hardware:field.description')} rows={2} {...limits.description} whole />
        </FieldGroup>
      )}
    </RecordForm>
  )
}
