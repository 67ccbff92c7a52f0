import { hardwareTypes } from '@trunkline/contract/resources/hardware-type'
import { hardwareKinds } from '@trunkline/contract/resources/hardware-enums'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { call } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, SelectField, TextArea, TextField } from '../../form/fields.tsx'
import { FormScreen, useReturn } from '../../form/form-screen.tsx'
import { paths } from '../../paths.ts'
import { notify } from '../../ui/notify.ts'
import { changesOf, typeBody, typeValues, type TypeValues } from './catalogue-values.ts'

/** A new type of hardware, or with an id in the path a known one. */
export default function TypeForm() {
  const { t } = useTranslation()
  const { id: given } = useParams({ strict: false }) as { id?: string }
  const id = given === undefined ? undefined : Number(given)
  const returnTo = useReturn()
  const shown = useCall(hardwareTypes.show, { params: { id: id ?? 0 } }, { enabled: id !== undefined })
  const store = useCommand(hardwareTypes.store)
  const update = useCommand(hardwareTypes.update, { subjects: ['hardware-types', 'hardware-models', 'hardware'] })
  const type = shown.data?.data
  const initial = useMemo(() => (id === undefined ? typeValues() : type && typeValues(type)), [id, type])

  const submit = async (values: TypeValues) => {
    const name = values.name.trim()
    if (id === undefined) await store.run({ body: typeBody(values) })
    else if (type) {
      const body = changesOf(typeBody(typeValues(type)), typeBody(values), values.version)
      if (body) await update.run({ params: { id }, body })
    }
    notify.success(t(id === undefined ? 'hardware:created' : 'hardware:saved', { name }))
    return returnTo(paths.hardware.types.list)
  }
  return (
    <FormScreen<TypeValues>
      title={
        id === undefined
          ? t('hardware:types.create')
          : type
            ? t('hardware:updateTitle', { name: type.name })
            : t('panel:title.hardwareTypeUpdate')
      }
      crumbs={[
        { label: t('hardware:types.title'), to: paths.hardware.types.list },
        { label: id === undefined ? t('hardware:types.create') : (type?.name ?? '…') },
      ]}
      loading={id !== undefined && shown.isPending}
      error={shown.error}
      retry={() => void shown.refetch()}
      initial={initial}
      validate={(values) => schemaErrors(hardwareTypes.store.body, typeBody(values))}
      onSubmit={submit}
      {...(id === undefined
        ? { submitLabel: t('hardware:types.submit') }
        : { reload: async () => typeValues((await call(hardwareTypes.show, { params: { id } })).data) })}
      cancelTo={paths.hardware.types.list}
    >
      <FieldGroup>
        <TextField name="name" label={t('hardware:field.name')} maxLength={64} required />
        <SelectField
          name="kind"
          label={t('hardware:field.kind')}
          help={t('hardware:types.kindHelp')}
          options={hardwareKinds.map((kind) => ({ id: kind, name: t(`hardware:value.kind.${kind}`) }))}
          required
        />
        <TextArea name="description" label={t('hardware:field.description')} rows={2} maxLength={1000} whole />
      </FieldGroup>
    </FormScreen>
  )
}
