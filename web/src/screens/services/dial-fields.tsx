import { hardware } from '@trunkline/contract/resources/hardware'
import { nas } from '@trunkline/contract/resources/nas'
import { paymentPeriods, serviceStatuses } from '@trunkline/contract/resources/radius-enums'
import type { Service } from '@trunkline/contract/resources/service-shapes'
import { sites } from '@trunkline/contract/resources/site'
import { tariffs } from '@trunkline/contract/resources/tariff'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { DateField, FieldGroup, SelectField, TextArea, TextField } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import type { DialValues } from './dial-values.ts'
import type { Dial } from './kinds.ts'

/** Whose line it is, what it may do, and where it dials in. */
export function WhoFields({
  dial,
  values,
  record,
  company,
  onNas,
}: {
  dial: Dial
  values: DialValues
  record: Service | undefined
  company: { id: number; name: string } | undefined
  onNas: (row: { name: string } | null) => void
}) {
  const { t } = useTranslation()
  const of = values.company_id === null ? {} : { company_id: values.company_id }
  const can = useCan()
  const isService = dial.kind === 'service'
  return (
    <FieldGroup title={t('services:form.who')}>
      {record === undefined ? (
        <RemoteSelectField
          name="company_id"
          label={t(`services:kind.${dial.kind}.company`)}
          help={t(`services:kind.${dial.kind}.companyHelp`)}
          endpoint={dial.calls.companies}
          selected={company}
          required={isService}
          clearable={!isService}
        />
      ) : null}
      <TextField name="name" label={t('services:field.name')} help={t('services:form.nameHelp')} maxLength={191} />
      <RemoteSelectField
        name="tariff_id"
        label={t('services:field.tariff_name')}
        help={record && t('services:form.tariffHelp')}
        endpoint={tariffs.lookup}
        query={of}
        selected={record && { id: record.tariff_id, name: record.tariff_name ?? t('services:notOffered') }}
        required
      />
      <RemoteSelectField
        name="nas_id"
        label={t('services:field.nas_name')}
        help={t(`services:kind.${dial.kind}.nasHelp`)}
        endpoint={nas.lookup}
        query={{
          ...of,
          ...(isService ? (values.auth_method === 'password' ? {} : { purpose: 'ipoe' }) : { purpose: 'vpn' }),
        }}
        selected={record?.nas_id ? { id: record.nas_id, name: record.nas_name ?? t('services:hidden') } : null}
        clearable
        onPick={onNas}
      />
      {isService ? (
        can(sites.lookup) ? (
          <RemoteSelectField
            // Another company has other sites.
            key={`site of ${values.company_id}`}
            name="site_id"
            label={t('services:field.site_name')}
            help={t(values.company_id === null ? 'services:form.siteFirst' : 'services:form.siteHelp')}
            endpoint={sites.lookup}
            query={of}
            selected={record?.site_id ? { id: record.site_id, name: record.site_name ?? t('services:hidden') } : null}
            disabled={values.company_id === null}
            clearable
          />
        ) : null
      ) : can(hardware.lookup) ? (
        <RemoteSelectField
          key={`device of ${values.company_id}`}
          name="hardware_id"
          label={t('services:field.hardware_name')}
          help={t('services:form.hardwareHelp')}
          endpoint={hardware.lookup}
          query={values.company_id === null ? {} : { for_company_id: values.company_id }}
          selected={
            record?.hardware_id ? { id: record.hardware_id, name: record.hardware_name ?? t('services:hidden') } : null
          }
          clearable
        />
      ) : null}
    </FieldGroup>
  )
}

/** Whether it may go online, and from when until when. */
export function TermFields({ dial, record }: { dial: Dial; record: Service | undefined }) {
  const { t } = useTranslation()
  const canOn = useRowCan()
  const manages = record === undefined || canOn(dial.calls.changeStatus, record)
  const statuses = record === undefined ? serviceStatuses.filter((status) => status !== 'terminated') : serviceStatuses
  return (
    <FieldGroup title={t('services:form.term')}>
      <SelectField
        name="status"
        label={t('services:field.status')}
        help={manages ? t('services:form.statusHelp') : t('services:why.status')}
        disabled={!manages}
        options={statuses.map((id) => ({ id, name: t(`services:value.status.${id}`) }))}
      />
      <SelectField
        name="payment_period"
        label={t('services:field.payment_period')}
        options={paymentPeriods.map((id) => ({ id, name: t(`services:value.payment_period.${id}`) }))}
      />
      <DateField name="starts_on" label={t('services:field.starts_on')} help={t('services:form.startsHelp')} />
      <DateField name="ends_on" label={t('services:field.ends_on')} help={t('services:form.endsHelp')} />
    </FieldGroup>
  )
}

export function NotesFields() {
  const { t } = useTranslation()
  return (
    <FieldGroup>
      <TextArea name="notes" label={t('services:field.notes')} help={t('services:form.notesHelp')} rows={3} whole />
    </FieldGroup>
  )
}
