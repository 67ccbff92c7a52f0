import type { UseFormReturnType } from '@mantine/form'
import type { HardwareKind } from '@trunkline/contract/resources/hardware-enums'
import { hardwareManufacturers } from '@trunkline/contract/resources/hardware-manufacturer'
import { hardwareModels, type HardwareModel } from '@trunkline/contract/resources/hardware-model'
import { Select } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { FieldGroup, inputProps, TextArea, TextField } from '../../form/fields.tsx'
import { useField } from '../../form/form-context.ts'
import { PhoneField } from '../../form/phone-field.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import type { LookupRow } from '../../form/use-lookup.ts'
import type { HardwareValues } from './hardware-values.ts'
import { KindIcon } from './kind-icon.tsx'

/** The types that there are; another than that of the chosen model takes the model back. */
function TypeField({ onPick }: { onPick: () => void }) {
  const { t } = useTranslation()
  const label = t('hardware:field.type_name')
  const field = useField<number | null>('type', label)
  const options = useCall(hardwareModels.options, {}, { staleTime: 5 * 60_000 })
  const types = options.data?.data.types ?? []
  return (
    <Select
      {...inputProps({ name: 'type', label, help: t('hardware:form.typeHelp') }, field)}
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

/**
 * What a device is. Type and manufacturer narrow the choice of models, and follow from the model where that is chosen
 * first.
 */
export function DeviceFields({
  form,
  model,
  known,
}: {
  form: UseFormReturnType<HardwareValues>
  /** The chosen model, as soon as it was read. */
  model: HardwareModel | undefined
  /** Names of what the form starts with. */
  known: { model: LookupRow; manufacturer: LookupRow } | undefined
}) {
  const { t } = useTranslation()
  const { values } = form
  const fill = form.setFieldValue
  const chosen = model && model.id === values.model ? model : undefined
  const { type, manufacturer } = chosen ?? {}
  useEffect(() => {
    if (type === undefined || manufacturer === undefined) return
    fill('type', type)
    fill('manufacturer', manufacturer)
    // Only when another model comes in: what is chosen afterwards stands.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `fill` is new with each render
  }, [type, manufacturer, chosen?.id])
  const takeBack = () => fill('model', null)
  return (
    <>
      <FieldGroup title={t('hardware:form.what')} text={t('hardware:form.whatText')}>
        <RemoteSelectField
          name="manufacturer"
          label={t('hardware:field.manufacturer_name')}
          help={t('hardware:form.manufacturerHelp')}
          endpoint={hardwareManufacturers.lookup}
          selected={chosen ? { id: chosen.manufacturer, name: chosen.manufacturer_name } : known?.manufacturer}
          onPick={takeBack}
          clearable
        />
        <TypeField onPick={takeBack} />
        <RemoteSelectField
          name="model"
          label={t('hardware:field.model_name')}
          endpoint={hardwareModels.lookup}
          query={{
            ...(values.manufacturer === null ? {} : { manufacturer_id: values.manufacturer }),
            ...(values.type === null ? {} : { type_id: values.type }),
          }}
          selected={chosen ? { id: chosen.id, name: chosen.name } : known?.model}
          mark={(row) => (
            <KindIcon kind={(row as LookupRow & { kind?: HardwareKind }).kind ?? chosen?.kind ?? 'other'} />
          )}
          required
          whole
        />
      </FieldGroup>
      <FieldGroup title={t('hardware:form.device')}>
        <TextField name="name" label={t('hardware:field.name')} maxLength={191} required />
        <TextField
          name="serial_number"
          label={t('hardware:field.serial_number')}
          help={t('hardware:form.serialHelp')}
          maxLength={64}
          autoComplete="off"
        />
        <TextField
          name="mac"
          label={t('hardware:field.mac')}
          help={t('hardware:form.macHelp')}
          maxLength={24}
          autoComplete="off"
        />
        <PhoneField
          name="telephone"
          label={t('hardware:field.telephone')}
          help={t(chosen && !chosen.has_lte ? 'hardware:form.noSim' : 'hardware:form.simHelp')}
        />
        <TextArea name="comment" label={t('hardware:field.comment')} rows={2} maxLength={2000} whole />
      </FieldGroup>
    </>
  )
}
