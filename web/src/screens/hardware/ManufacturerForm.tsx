import { hardwareManufacturers } from '@trunkline/contract/resources/hardware-manufacturer'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { call } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, TextArea, TextField } from '../../form/fields.tsx'
import { FormScreen, useReturn } from '../../form/form-screen.tsx'
import { paths } from '../../paths.ts'
import { notify } from '../../ui/notify.ts'
import { changesOf, manufacturerBody, manufacturerValues, type ManufacturerValues } from './catalogue-values.ts'

/** A new manufacturer, or with an id in the path a known one. */
export default function ManufacturerForm() {
  const { t } = useTranslation()
  const { id: given } = useParams({ strict: false }) as { id?: string }
  const id = given === undefined ? undefined : Number(given)
  const returnTo = useReturn()
  const shown = useCall(hardwareManufacturers.show, { params: { id: id ?? 0 } }, { enabled: id !== undefined })
  const store = useCommand(hardwareManufacturers.store)
  const update = useCommand(hardwareManufacturers.update, {
    subjects: ['hardware-manufacturers', 'hardware-models', 'hardware'],
  })
  const maker = shown.data?.data
  const initial = useMemo(
    () => (id === undefined ? manufacturerValues() : maker && manufacturerValues(maker)),
    [id, maker],
  )

  const submit = async (values: ManufacturerValues) => {
    const name = values.name.trim()
    if (id === undefined) await store.run({ body: manufacturerBody(values) })
    else if (maker) {
      const body = changesOf(manufacturerBody(manufacturerValues(maker)), manufacturerBody(values), values.version)
      if (body) await update.run({ params: { id }, body })
    }
    notify.success(t(id === undefined ? 'hardware:created' : 'hardware:saved', { name }))
    return returnTo(paths.hardware.manufacturers.list)
  }
  return (
    <FormScreen<ManufacturerValues>
      title={
        id === undefined
          ? t('hardware:manufacturers.create')
          : maker
            ? t('hardware:updateTitle', { name: maker.name })
            : t('panel:title.hardwareManufacturerUpdate')
      }
      crumbs={[
        { label: t('hardware:manufacturers.title'), to: paths.hardware.manufacturers.list },
        { label: id === undefined ? t('hardware:manufacturers.create') : (maker?.name ?? '…') },
      ]}
      loading={id !== undefined && shown.isPending}
      error={shown.error}
      retry={() => void shown.refetch()}
      initial={initial}
      validate={(values) => schemaErrors(hardwareManufacturers.store.body, manufacturerBody(values))}
      onSubmit={submit}
      {...(id === undefined
        ? { submitLabel: t('hardware:manufacturers.submit') }
        : {
            reload: async () => manufacturerValues((await call(hardwareManufacturers.show, { params: { id } })).data),
          })}
      cancelTo={paths.hardware.manufacturers.list}
    >
      <FieldGroup>
        <TextField name="name" label={t('hardware:field.name')} maxLength={128} required />
        <TextField
          name="website"
          label={t('hardware:field.website')}
          type="url"
          placeholder="https://"
          maxLength={500}
          autoComplete="off"
        />
        <TextField
          name="support_email"
          label={t('hardware:field.support_email')}
          type="email"
          maxLength={254}
          autoComplete="off"
        />
        <TextField
          name="support_phone"
          label={t('hardware:field.support_phone')}
          type="tel"
          maxLength={64}
          autoComplete="off"
        />
        <TextArea name="notes" label={t('hardware:field.notes')} rows={3} maxLength={5000} whole />
      </FieldGroup>
    </FormScreen>
  )
}
