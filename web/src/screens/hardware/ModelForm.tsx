import { hardwareManufacturers } from '@trunkline/contract/resources/hardware-manufacturer'
import { hardwareModels } from '@trunkline/contract/resources/hardware-model'
import { radioBands } from '@trunkline/contract/resources/hardware-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { ChecksField } from '../../form/checks-field.tsx'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, NumberField, SelectField, SwitchField, TextArea, TextField } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { paths } from '../../paths.ts'
import { RecordForm } from '../../record/record-form.tsx'
import { useRecordForm } from '../../record/use-record-form.ts'
import { modelBody, modelForm, newModel } from './catalogue-values.ts'

/** A new model of hardware, or with an id in the path an existing one. */
export default function ModelForm() {
  const { t } = useTranslation()
  const { values, limits } = modelForm
  const options = useCall(hardwareModels.options, {}, { subjects: ['hardware-types', 'hardware-manufacturers'] })
  const model = useRecordForm({
    calls: hardwareModels,
    // Devices carry the name of their model; types and manufacturers count their models.
    subjects: ['hardware-models', 'hardware-manufacturers', 'hardware-types', 'hardware'],
    texts: 'hardware:models',
    list: paths.hardware.models.list,
    start: newModel,
    values,
    body: modelBody,
  })
  return (
    <RecordForm
      of={model}
      loading={model.props.loading || options.isPending}
      error={model.props.error ?? options.error}
      retry={() => {
        model.props.retry?.()
        void options.refetch()
      }}
      validate={(entered) => schemaErrors(hardwareModels.store.body, modelBody(entered))}
    >
      {({ record }) => (
        <>
          <FieldGroup title={t('hardware:models.what')}>
            <TextField name="name" label={t('common:field.name')} {...limits.name} required />
            <TextField
              name="code"
              label={t('hardware:field.code')}
              help={t('hardware:models.codeHelp')}
              {...limits.code}
              autoComplete="off"
            />
            <RemoteSelectField
              name="manufacturer"
              label={t('hardware:field.manufacturer_name')}
              endpoint={hardwareManufacturers.lookup}
              selected={record && { id: record.manufacturer, name: record.manufacturer_name }}
              required
            />
            <SelectField
              name="type"
              label={t('hardware:field.type_name')}
              options={options.data?.data.types ?? []}
              required
            />
            <NumberField
              name="warranty_months"
              label={t('hardware:field.warranty_months')}
              help={t('hardware:models.warrantyHelp')}
              {...limits.warranty_months}
            />
          </FieldGroup>
          <FieldGroup title={t('hardware:models.parts')}>
            <NumberField name="ethernet_ports" label={t('hardware:field.ethernet_ports')} {...limits.ethernet_ports} />
            <NumberField name="sfp_ports" label={t('hardware:field.sfp_ports')} {...limits.sfp_ports} />
            <NumberField
              name="poe_out_ports"
              label={t('hardware:field.poe_out_ports')}
              help={t('hardware:models.poeHelp')}
              {...limits.poe_out_ports}
            />
            <ChecksField
              name="radios"
              label={t('hardware:field.radios')}
              options={radioBands.map((band) => ({ id: band, name: t('hardware:band', { band }) }))}
            />
            <SwitchField name="has_lte" label={t('hardware:field.has_lte')} help={t('hardware:models.lteHelp')} whole />
            <TextArea name="notes" label={t('common:field.notes')} rows={3} {...limits.notes} whole />
          </FieldGroup>
        </>
      )}
    </RecordForm>
  )
}
