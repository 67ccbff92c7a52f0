import { hardwareManufacturers } from '@trunkline/contract/resources/hardware-manufacturer'
import { hardwareModels } from '@trunkline/contract/resources/hardware-model'
import { radioBands } from '@trunkline/contract/resources/hardware-enums'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { call } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { ChecksField } from '../../form/checks-field.tsx'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, NumberField, SelectField, SwitchField, TextArea, TextField } from '../../form/fields.tsx'
import { FormScreen, useReturn } from '../../form/form-screen.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { paths } from '../../paths.ts'
import { notify } from '../../ui/notify.ts'
import { changesOf, modelBody, modelValues, type ModelValues } from './catalogue-values.ts'

/** A new model of hardware, or with an id in the path a known one. */
export default function ModelForm() {
  const { t } = useTranslation()
  const { id: given } = useParams({ strict: false }) as { id?: string }
  const id = given === undefined ? undefined : Number(given)
  const returnTo = useReturn()
  const shown = useCall(hardwareModels.show, { params: { id: id ?? 0 } }, { enabled: id !== undefined })
  const options = useCall(hardwareModels.options, {}, { subjects: ['hardware-types', 'hardware-manufacturers'] })
  const store = useCommand(hardwareModels.store, {
    subjects: ['hardware-models', 'hardware-manufacturers', 'hardware-types'],
  })
  // Devices carry the names of their model and what it is.
  const update = useCommand(hardwareModels.update, { subjects: ['hardware-models', 'hardware'] })
  const model = shown.data?.data
  const choices = options.data?.data
  const initial = useMemo(() => (id === undefined ? modelValues() : model && modelValues(model)), [id, model])

  const submit = async (values: ModelValues) => {
    const name = values.name.trim()
    if (id === undefined) await store.run({ body: modelBody(values) })
    else if (model) {
      const body = changesOf(modelBody(modelValues(model)), modelBody(values), values.version)
      if (body) await update.run({ params: { id }, body })
    }
    notify.success(t(id === undefined ? 'hardware:created' : 'hardware:saved', { name }))
    return returnTo(paths.hardware.models.list)
  }
  return (
    <FormScreen<ModelValues>
      title={
        id === undefined
          ? t('hardware:models.create')
          : model
            ? t('hardware:updateTitle', { name: model.name })
            : t('panel:title.hardwareModelUpdate')
      }
      crumbs={[
        { label: t('hardware:models.title'), to: paths.hardware.models.list },
        { label: id === undefined ? t('hardware:models.create') : (model?.name ?? '…') },
      ]}
      loading={(id !== undefined && shown.isPending) || options.isPending}
      error={shown.error ?? options.error}
      retry={() => void Promise.all([id !== undefined && shown.refetch(), options.refetch()])}
      initial={choices ? initial : undefined}
      validate={(values) => ({
        ...schemaErrors(hardwareModels.store.body, modelBody(values)),
        ...(values.type === null ? { type: t('hardware:form.needed') } : {}),
        ...(values.manufacturer === null ? { manufacturer: t('hardware:form.needed') } : {}),
      })}
      onSubmit={submit}
      {...(id === undefined
        ? { submitLabel: t('hardware:models.submit') }
        : { reload: async () => modelValues((await call(hardwareModels.show, { params: { id } })).data) })}
      cancelTo={paths.hardware.models.list}
    >
      {choices ? (
        <>
          <FieldGroup title={t('hardware:models.what')}>
            <TextField name="name" label={t('hardware:field.name')} maxLength={128} required />
            <TextField
              name="code"
              label={t('hardware:field.code')}
              help={t('hardware:models.codeHelp')}
              maxLength={64}
              autoComplete="off"
            />
            <RemoteSelectField
              name="manufacturer"
              label={t('hardware:field.manufacturer_name')}
              endpoint={hardwareManufacturers.lookup}
              selected={model && { id: model.manufacturer, name: model.manufacturer_name }}
              required
            />
            <SelectField name="type" label={t('hardware:field.type_name')} options={choices.types} required />
            <NumberField
              name="warranty_months"
              label={t('hardware:field.warranty_months')}
              help={t('hardware:models.warrantyHelp')}
              min={0}
              max={600}
            />
          </FieldGroup>
          <FieldGroup title={t('hardware:models.parts')}>
            <NumberField name="ethernet_ports" label={t('hardware:field.ethernet_ports')} min={0} max={512} />
            <NumberField name="sfp_ports" label={t('hardware:field.sfp_ports')} min={0} max={512} />
            <NumberField
              name="poe_out_ports"
              label={t('hardware:field.poe_out_ports')}
              help={t('hardware:models.poeHelp')}
              min={0}
              max={512}
            />
            <ChecksField
              name="radios"
              label={t('hardware:field.radios')}
              options={radioBands.map((band) => ({ id: band, name: t('hardware:band', { band }) }))}
            />
            <SwitchField name="has_lte" label={t('hardware:field.has_lte')} help={t('hardware:models.lteHelp')} whole />
            <TextArea name="notes" label={t('hardware:field.notes')} rows={3} maxLength={5000} whole />
          </FieldGroup>
        </>
      ) : null}
    </FormScreen>
  )
}
