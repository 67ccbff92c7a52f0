import type { UseFormReturnType } from '@mantine/form'
import type { HardwareKind } from '@trunkline/contract/resources/hardware-enums'
import { hardwareManufacturers } from '@trunkline/contract/resources/hardware-manufacturer'
import { hardwareModels, type HardwareModel } from '@trunkline/contract/resources/hardware-model'
import { Select } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { FieldGroup, inputProps, TextArea, TextField } from '../../form/fields.tsx'
import { useField } from '../../form/form-context.ts'
import { PhoneField } from '../../form/phone-field.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import type { LookupRow } from '../../form/use-lookup.ts'
import { limits, type HardwareValues } from './hardware-values.ts'
import { KindIcon } from './kind-label.tsx'

/** Selecting a type clears the model. */
function TypeField({ onPick }: { onPick: () => void }) {
  const { t } = useTranslation()
  const label = t('hardware:field.type_name')
  const field = useField<number | null>('type', label)
  const options = useCall(hardwareModels.options, {}, { staleTime: 5 * 60_000 })
  const types = options.data?.data.types ?? []
  return (
    <Select
      {...inputProps({ name: 'type', label, help: t('hardware:form.filtersModels') }, field)}
      data={types.map(({ id, name }) => ({ value: String(id), label: name }))}
      placeholder={t('form:select')}
      clearable
      clearButtonProps={{ 'aria-label': t('form:remote.clear', { label }) }}
      value={field.value === null ? null : String(field.value)}
      onChange={(value) => {
        field.change(value === null ? null : Number(value))
        onPick()
      }}
      onBlur={field.leave}
    />
  )
}

/** Model, name and identifiers. Type and manufacturer filter the models, and are set by a model that is selected first. */
export function DeviceFields({
  form,
  model,
  known,
}: {
  form: UseFormReturnType<HardwareValues>
  /** The selected model, once it was read. */
  model: HardwareModel | undefined
  /** The names of the initial values. */
  known: { model: LookupRow; manufacturer: LookupRow } | undefined
}) {
  const { t } = useTranslation()
  const { values } = form
  const fill = form.setFieldValue
  const selected = model && model.id === values.model ? model : undefined
  const { type, manufacturer } = selected ?? {}
  const fillFilters = useEffectEvent((type_id: number, manufacturer_id: number) => {
    fill('type', type_id)
    fill('manufacturer', manufacturer_id)
  })
  useEffect(() => {
    if (type === undefined || manufacturer === undefined) return
    fillFilters(type, manufacturer)
    // Only when another model is selected: later choices stay.
  }, [type, manufacturer, selected?.id])
  const clearModel = () => fill('model', null)
  return (
    <>
      <FieldGroup title={t('hardware:form.model')} text={t('hardware:form.modelText')}>
        <RemoteSelectField
          name="manufacturer"
          label={t('hardware:field.manufacturer_name')}
          help={t('hardware:form.filtersModels')}
          endpoint={hardwareManufacturers.lookup}
          selected={selected ? { id: selected.manufacturer, name: selected.manufacturer_name } : known?.manufacturer}
          onPick={clearModel}
          clearable
        />
        <TypeField onPick={clearModel} />
        <RemoteSelectField
          name="model"
          label={t('hardware:field.model_name')}
          endpoint={hardwareModels.lookup}
          query={{
            ...(values.manufacturer === null ? {} : { manufacturer_id: values.manufacturer }),
            ...(values.type === null ? {} : { type_id: values.type }),
          }}
          selected={selected ? { id: selected.id, name: selected.name } : known?.model}
          mark={(row) => (
            <KindIcon kind={(row as LookupRow & { kind?: HardwareKind }).kind ?? selected?.kind ?? 'other'} />
          )}
          required
          whole
        />
      </FieldGroup>
      <FieldGroup title={t('hardware:form.device')}>
        <TextField name="name" label={t('common:field.name')} {...limits.name} required />
        <TextField
          name="serial_number"
          label={t('hardware:field.serial_number')}
          help={t('hardware:form.serialHelp')}
          {...limits.serial_number}
          autoComplete="off"
        />
        <TextField
          name="mac"
          label={t('hardware:field.mac')}
          help={t('hardware:form.macHelp')}
          format="mac"
          {...limits.mac}
          autoComplete="off"
        />
        <PhoneField
          name="telephone"
          label={t('hardware:field.telephone')}
          help={t(selected && !selected.has_lte ? 'hardware:form.noSim' : 'hardware:form.simHelp')}
        />
        <TextArea name="comment" label={t('hardware:field.comment')} rows={2} {...limits.comment} whole />
      </FieldGroup>
    </>
  )
}
