import { hardware } from '@trunkline/contract/resources/hardware'
import { nas } from '@trunkline/contract/resources/nas'
import { paymentPeriods, serviceStatuses } from '@trunkline/contract/resources/radius-enums'
import type { Service } from '@trunkline/contract/resources/service-shapes'
import { sites } from '@trunkline/contract/resources/site'
import { tariffs } from '@trunkline/contract/resources/tariff'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { DateField, FieldGroup, SelectField, TextField } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { useRecordFields } from '../../record/use-record-fields.ts'
import { serviceLimits, type ServiceValues } from './service-values.ts'
import type { ServiceVariant } from './variants.ts'

/** The customer, the tariff, and where the service connects. */
export function CustomerFields({
  variant: { kind, calls, texts },
  values,
  record,
  company,
  onNas,
}: {
  variant: ServiceVariant
  values: ServiceValues
  record: Service | undefined
  company: { id: number; name: string } | undefined
  onNas: (row: { name: string } | null) => void
}) {
  const { t } = useTranslation()
  const { input } = useRecordFields('services', serviceLimits)
  const can = useCan()
  const of = values.company_id === null ? {} : { company_id: values.company_id }
  const isService = kind === 'service'
  const purpose = !isService ? { purpose: 'vpn' } : values.auth_method === 'password' ? {} : { purpose: 'ipoe' }
  const selected = (id: number | null | undefined, name: string | null | undefined, hidden = t('services:hidden')) =>
    id ? { id, name: name ?? hidden } : null
  return (
    <FieldGroup title={t('services:form.service')}>
      {record === undefined ? (
        <RemoteSelectField
          name="company_id"
          label={t(`${texts}.company`)}
          help={t(`${texts}.companyHelp`)}
          endpoint={calls.companies}
          selected={company}
          required={isService}
          clearable={!isService}
        />
      ) : null}
      <TextField {...input('name')} maxLength={191} />
      <RemoteSelectField
        {...input('tariff_id')}
        help={record && t('services:form.tariffOfSessions')}
        endpoint={tariffs.lookup}
        query={of}
        selected={selected(record?.tariff_id, record?.tariff_name, t('services:notOffered'))}
        required
      />
      <RemoteSelectField
        {...input('nas_id')}
        help={t(`${texts}.nasHelp`)}
        endpoint={nas.lookup}
        query={{ ...of, ...purpose }}
        selected={selected(record?.nas_id, record?.nas_name)}
        clearable
        onPick={onNas}
      />
      {isService && can(sites.lookup) ? (
        <RemoteSelectField
          // Another company has other sites.
          key={`site of ${values.company_id}`}
          name="site_id"
          label={t('services:field.site_name')}
          help={t(values.company_id === null ? 'services:form.clientFirst' : 'services:help.site_id')}
          endpoint={sites.lookup}
          query={of}
          selected={selected(record?.site_id, record?.site_name)}
          disabled={values.company_id === null}
          clearable
        />
      ) : null}
      {!isService && can(hardware.lookup) ? (
        <RemoteSelectField
          key={`device of ${values.company_id}`}
          name="hardware_id"
          label={t('services:field.hardware_name')}
          help={t('services:help.hardware_id')}
          endpoint={hardware.lookup}
          query={values.company_id === null ? {} : { for_company_id: values.company_id }}
          selected={selected(record?.hardware_id, record?.hardware_name)}
          clearable
        />
      ) : null}
    </FieldGroup>
  )
}

/** Whether the service may be online, and from when until when. */
export function TermFields({ variant, record }: { variant: ServiceVariant; record: Service | undefined }) {
  const { t } = useTranslation()
  const { input, choice } = useRecordFields('services')
  const canOn = useRowCan()
  const mayChangeStatus = record === undefined || canOn(variant.calls.changeStatus, record)
  const status = choice(
    'status',
    record === undefined ? serviceStatuses.filter((one) => one !== 'terminated') : serviceStatuses,
  )
  return (
    <FieldGroup title={t('services:form.term')}>
      <SelectField
        {...status}
        help={mayChangeStatus ? status.help : t('services:why.status')}
        disabled={!mayChangeStatus}
      />
      <SelectField {...choice('payment_period', paymentPeriods)} />
      <DateField {...input('starts_on')} />
      <DateField {...input('ends_on')} />
    </FieldGroup>
  )
}
