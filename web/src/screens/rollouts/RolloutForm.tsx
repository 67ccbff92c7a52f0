import { companies } from '@trunkline/contract/resources/company'
import { rolloutStatuses, rollouts } from '@trunkline/contract/resources/rollout'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, NumberField, SelectField, TextArea, TextField } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { formOf } from '../../record/form-of.ts'
import { RecordForm } from '../../record/record-form.tsx'
import { useRecordForm } from '../../record/use-record-form.ts'

const form = formOf(rollouts.store.body)

/** Creates a rollout, or changes the one whose id is in the path. */
export default function RolloutForm() {
  const { t } = useTranslation()
  const rollout = useRecordForm({
    calls: rollouts,
    texts: 'rollouts',
    list: paths.rollouts.list,
    page: paths.rollouts.details,
    start: () => form.values({ status: 'planned' }),
    values: form.values,
    body: form.body,
    changes: form.changes,
  })
  return (
    <RecordForm of={rollout} validate={(values) => schemaErrors(rollouts.store.body, form.body(values))}>
      {({ isNew }) => (
        <FieldGroup>
          <TextField name="name" label={t('common:field.name')} {...form.limits.name} autoComplete="off" required />
          {isNew ? (
            <RemoteSelectField
              name="company_id"
              label={t('rollouts:field.company_id')}
              help={t('rollouts:form.companyHelp')}
              endpoint={companies.lookup}
              clearable
            />
          ) : null}
          <NumberField name="quantity" label={t('rollouts:field.quantity')} {...form.limits.quantity} step={1} />
          <SelectField
            name="status"
            label={t('rollouts:field.status')}
            options={rolloutStatuses.map((id) => ({ id, name: t(`rollouts:value.status.${id}`) }))}
            required
          />
          <TextArea name="notes" label={t('common:field.notes')} {...form.limits.notes} whole />
        </FieldGroup>
      )}
    </RecordForm>
  )
}
