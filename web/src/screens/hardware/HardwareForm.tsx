import type { UseFormReturnType } from '@mantine/form'
import { hardware, type HardwareDevice } from '@trunkline/contract/resources/hardware'
import { hardwareModels } from '@trunkline/contract/resources/hardware-model'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useMemo, useRef, type RefObject } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { call } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { schemaErrors, type FieldErrors } from '../../form/field-errors.ts'
import { DateField, FieldGroup } from '../../form/fields.tsx'
import { FormScreen, useReturn } from '../../form/form-screen.tsx'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { formatDay } from '../../ui/time-format.ts'
import { regional } from '../../ui/zone.ts'
import { DeviceFields } from './device-fields.tsx'
import { hardwareBody, hardwareChanges, hardwareValues, type HardwareValues } from './hardware-values.ts'
import { ManagementFields } from './management-fields.tsx'
import { OwnerFields } from './owner-fields.tsx'
import { latestWarranty, today } from './warranty.ts'

const anyDay = { action: 'select', subject: 'any-warranty-expiry-date' } as const

/** All fields; the chosen model is read here, since the warranty depends on it. */
function Fields({
  form,
  device,
  latest,
}: {
  form: UseFormReturnType<HardwareValues>
  device: HardwareDevice | undefined
  /** Told the last day that may be chosen, for the check before anything is sent. */
  latest: RefObject<string | undefined>
}) {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const { values } = form
  const read = useCall(
    hardwareModels.show,
    { params: { id: values.model ?? 0 } },
    { enabled: values.model !== null, staleTime: 60_000 },
  )
  const model = values.model === null ? undefined : read.data?.data
  const free = can(anyDay)
  const end = latestWarranty(free, model?.warranty_months, today())
  latest.current = end
  const rule = free
    ? t('hardware:form.warrantyAny')
    : model && end
      ? t('hardware:form.warrantyUntil', {
          count: model.warranty_months,
          model: model.name,
          day: formatDay(end, regional(i18n.language), 'UTC'),
        })
      : t('hardware:form.warrantyByModel')
  return (
    <>
      <DeviceFields
        form={form}
        model={model}
        known={
          device && {
            model: { id: device.model, name: device.model_name },
            manufacturer: { id: device.manufacturer, name: device.manufacturer_name },
          }
        }
      />
      <FieldGroup title={t('hardware:warranty.title')}>
        <DateField
          name="warranty_expiry_at"
          label={t('hardware:field.warranty_expiry_at')}
          help={rule}
          {...(end === undefined ? {} : { max: end })}
        />
      </FieldGroup>
      <OwnerFields
        company={device && { id: device.company_id, name: device.company_name }}
        site={device?.site_id ? { id: device.site_id, name: device.site_name ?? String(device.site_id) } : undefined}
        chosenSite={values.site_id !== null && values.site_id !== device?.site_id}
      />
      <ManagementFields
        form={form}
        id={device?.id}
        hasPassword={device?.management?.has_password ?? false}
        dialup={
          device?.management?.vpn_dialup_id
            ? { id: device.management.vpn_dialup_id, name: device.management.vpn_dialup_name ?? '' }
            : undefined
        }
      />
    </>
  )
}

/** A new device, or with an id in the path a known one. */
export default function HardwareForm() {
  const { t, i18n } = useTranslation()
  const { id: given } = useParams({ strict: false }) as { id?: string }
  const id = given === undefined ? undefined : Number(given)
  const canOn = useRowCan()
  const navigate = useNavigate()
  const returnTo = useReturn()
  const latest = useRef<string | undefined>(undefined)
  const shown = useCall(hardware.show, { params: { id: id ?? 0 } }, { enabled: id !== undefined })
  const store = useCommand(hardware.store, { subjects: ['hardware', 'sites'] })
  // NAS devices and dial-ups show the device that they are linked to.
  const update = useCommand(hardware.update, { subjects: ['hardware', 'sites', 'nas', 'vpn-dialups'] })
  const device = shown.data?.data
  const initial = useMemo(() => (id === undefined ? hardwareValues() : device && hardwareValues(device)), [id, device])

  const validate = (values: HardwareValues): FieldErrors => {
    const errors = schemaErrors(hardware.store.body, hardwareBody(values))
    const end = values.warranty_expiry_at
    // A later day that somebody above has given stays as it is.
    if (end && latest.current && end > latest.current && end !== initial?.warranty_expiry_at)
      errors.warranty_expiry_at = t('hardware:form.warrantyTooLate', {
        day: formatDay(latest.current, regional(i18n.language), 'UTC'),
      })
    if (values.model === null) errors.model = t('hardware:form.needsModel')
    return errors
  }
  const submit = async (values: HardwareValues) => {
    const name = values.name.trim()
    if (id === undefined) {
      const { data } = await store.run({ body: hardwareBody(values) })
      notify.success(t('hardware:created', { name }))
      return navigate({ to: paths.hardware.detail(data.id) as never })
    }
    const body = device && hardwareChanges(hardwareValues(device), values)
    if (body) await update.run({ params: { id }, body })
    notify.success(t('hardware:saved', { name }))
    return returnTo(paths.hardware.list)
  }
  const crumbs = [
    { label: t('hardware:title'), to: paths.hardware.list },
    ...(id === undefined
      ? [{ label: t('hardware:create') }]
      : [{ label: device?.name ?? '…', to: paths.hardware.detail(id) }, { label: t('hardware:action.edit') }]),
  ]

  if (device && id !== undefined && !canOn(hardware.update, device))
    return (
      <>
        <PageHeader title={device.name} crumbs={crumbs} />
        <EmptyState title={t('hardware:notYours.title')} text={t('hardware:notYours.text')}>
          <LinkButton variant="default" to={paths.hardware.detail(id)}>
            {t('hardware:action.open')}
          </LinkButton>
        </EmptyState>
      </>
    )
  return (
    <FormScreen<HardwareValues>
      title={
        id === undefined
          ? t('hardware:create')
          : device
            ? t('hardware:updateTitle', { name: device.name })
            : t('panel:title.hardwareUpdate')
      }
      crumbs={crumbs}
      loading={id !== undefined && shown.isPending}
      error={shown.error}
      retry={() => void shown.refetch()}
      initial={initial}
      validate={validate}
      onSubmit={submit}
      {...(id === undefined
        ? { submitLabel: t('hardware:submit') }
        : { reload: async () => hardwareValues((await call(hardware.show, { params: { id } })).data) })}
      cancelTo={paths.hardware.list}
    >
      {(form) => <Fields form={form} device={device} latest={latest} />}
    </FormScreen>
  )
}
