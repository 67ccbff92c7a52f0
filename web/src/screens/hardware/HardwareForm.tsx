import type { UseFormReturnType } from '@mantine/form'
import { hardware, type HardwareDevice } from '@trunkline/contract/resources/hardware'
import { hardwareModels } from '@trunkline/contract/resources/hardware-model'
import { useRef, type RefObject } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { useNewRecordCompany } from '../../access/company-context.ts'
import { useCall } from '../../api/query.ts'
import { schemaErrors, type FieldErrors } from '../../form/field-errors.ts'
import { DateField, FieldGroup } from '../../form/fields.tsx'
import { paths } from '../../paths.ts'
import { ClosedRecord, RecordForm } from '../../record/record-form.tsx'
import { useRecordForm } from '../../record/use-record-form.ts'
import { useGo } from '../../ui/navigation.ts'
import { formatDay } from '../../ui/time-format.ts'
import { regional } from '../../ui/zone.ts'
import { DeviceFields } from './device-fields.tsx'
import { hardwareBody, hardwareChanges, hardwareValues, type HardwareValues } from './hardware-values.ts'
import { ManagementFields } from './management-fields.tsx'
import { OwnerFields } from './owner-fields.tsx'
import { latestWarranty, today } from './warranty.ts'

const anyDay = { action: 'select', subject: 'any-warranty-expiry-date' } as const

/** All fields. Reads the selected model, which limits the warranty. */
function Fields({
  form,
  device,
  company,
  latest,
}: {
  form: UseFormReturnType<HardwareValues>
  device: HardwareDevice | undefined
  /** The company that a new device starts with. */
  company: { id: number; name: string } | undefined
  /** Set to the last day that may be selected, for `validate`. */
  latest: RefObject<string | undefined>
}) {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const { values } = form
  const shown = useCall(
    hardwareModels.show,
    { params: { id: values.model ?? 0 } },
    { enabled: values.model !== null, staleTime: 60_000 },
  )
  const model = values.model === null ? undefined : shown.data?.data
  const hasNoLimit = can(anyDay)
  const end = latestWarranty(hasNoLimit, model?.warranty_months, today())
  latest.current = end
  const rule = hasNoLimit
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
        company={device ? { id: device.company_id, name: device.company_name } : company}
        site={device?.site_id ? { id: device.site_id, name: device.site_name ?? String(device.site_id) } : undefined}
        isNew={device === undefined}
        movesToSite={values.site_id !== null && values.site_id !== device?.site_id}
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

/** A new device, or with an id in the path an existing one. */
export default function HardwareForm() {
  const { t, i18n } = useTranslation()
  const canOn = useRowCan()
  const go = useGo()
  const latest = useRef<string | undefined>(undefined)
  const { company, pending } = useNewRecordCompany()
  const device = useRecordForm({
    calls: hardware,
    // NAS devices and VPN users show the device that they are linked to.
    subjects: ['hardware', 'sites', 'nas', 'vpn-dialups'],
    texts: 'hardware',
    labels: 'hardware',
    list: paths.hardware.list,
    page: paths.hardware.detail,
    start: () => (pending ? undefined : hardwareValues(company && { company_id: company.id })),
    values: hardwareValues,
    body: hardwareBody,
    changes: hardwareChanges,
    onCreated: (id) => go(paths.hardware.detail(id)),
  })
  const known = device.record

  const validate = (values: HardwareValues): FieldErrors => {
    const errors = schemaErrors(hardware.store.body, hardwareBody(values))
    const end = values.warranty_expiry_at
    // A later day that a company above has set stays valid.
    if (end && latest.current && end > latest.current && end !== known?.warranty_expiry_at)
      errors.warranty_expiry_at = t('hardware:form.warrantyTooLate', {
        day: formatDay(latest.current, regional(i18n.language), 'UTC'),
      })
    if (values.model === null) errors.model = t('hardware:form.needsModel')
    return errors
  }

  if (known && !canOn(hardware.update, known))
    return <ClosedRecord of={device} title={t('hardware:notYours.title')} text={t('hardware:notYours.text')} />
  return (
    <RecordForm of={device} validate={validate}>
      {({ form, record }) => <Fields form={form} device={record} company={company} latest={latest} />}
    </RecordForm>
  )
}
