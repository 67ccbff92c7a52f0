import type { UseFormReturnType } from '@mantine/form'
import type { Service } from '@trunkline/contract/resources/service-shapes'
import { nas } from '@trunkline/contract/resources/nas'
import { tariffs } from '@trunkline/contract/resources/tariff'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { useNewRecordCompany } from '../../access/company-context.ts'
import { useCall } from '../../api/query.ts'
import { FieldGroup, TextArea } from '../../form/fields.tsx'
import { textOf } from '../../i18n/messages.ts'
import { ClosedRecord, RecordForm } from '../../record/record-form.tsx'
import { useRecordFields } from '../../record/use-record-fields.ts'
import { useRecordForm } from '../../record/use-record-form.ts'
import { DelegatedIpv6Fields, FramedIpv6Fields, Ipv4Fields } from './address-fields.tsx'
import { ServiceStatusBadge } from './badges.tsx'
import { IdentityFields } from './identity-fields.tsx'
import { CustomerFields, TermFields } from './service-fields.tsx'
import { namesOf, summarySource, type ReferenceNames } from './service-summary.ts'
import { serviceBody, serviceChanges, serviceErrors, serviceValues, type ServiceValues } from './service-values.ts'
import { SummaryCard } from './summary-card.tsx'
import { useVariant, type ServiceVariant } from './variants.ts'

/** What else shows the service: its addresses are allocated from subnets, and tariffs count it. */
const subjects = ['services', 'vpn-dialups', 'subnets', 'tariffs'] as const

/** A new service or VPN dial-up, or with an id in the path a known one. */
export default function ServiceForm() {
  const { t } = useTranslation()
  const variant = useVariant()
  const { kind, calls, paths, texts } = variant
  const canOn = useRowCan()
  // A user who works in the context of a client creates its services.
  const { company: chosen, pending } = useNewRecordCompany()
  const company = chosen && (kind === 'vpn-dialup' || chosen.type === 'client') ? chosen : undefined
  // A typed password is never compared with the stored one.
  const password = useRef('')
  const nasWithoutPools = useRef(false)
  const service = useRecordForm({
    calls,
    subjects,
    texts,
    labels: 'service',
    list: paths.list,
    page: paths.details,
    back: (id) => (id === undefined ? paths.list : paths.details(id)),
    nameOf: (record) => record.username,
    typedName: ({ username, mac, circuit_id, remote_id }) => username || mac || circuit_id || remote_id,
    start: () => (pending ? undefined : serviceValues(company && { company_id: company.id })),
    values: serviceValues,
    body: serviceBody,
    changes: serviceChanges,
  })
  const { record, isNew } = service
  const { onSubmit, reload } = service.props

  if (record && (record.deleted_at !== null || !canOn(calls.update, record)))
    return (
      <ClosedRecord
        of={service}
        title={t('services:form.closed')}
        text={t(record.deleted_at === null ? 'services:form.notAllowed' : 'services:form.inTrash')}
      />
    )
  return (
    <RecordForm
      of={service}
      subtitle={isNew ? t(`${texts}.createText`) : record?.path.map((step) => step.name).join(' / ')}
      status={record ? <ServiceStatusBadge of={record} /> : null}
      validate={(values) =>
        Object.fromEntries(
          Object.entries(
            serviceErrors(values, {
              isNew,
              needsCompany: kind === 'service',
              wasIpoe: record !== undefined && record.auth_method !== 'password',
              nasWithoutPools: nasWithoutPools.current,
            }),
          ).map(([field, error]) => [field, textOf(error)]),
        )
      }
      onSubmit={(values) => {
        password.current = values.password
        return onSubmit(values)
      }}
      {...(reload && { reload: async () => ({ ...(await reload()), password: password.current }) })}
    >
      {({ form }) => (
        <ServiceFields
          form={form}
          variant={variant}
          record={record}
          company={company}
          onPools={(missing) => {
            nasWithoutPools.current = missing
          }}
        />
      )}
    </RecordForm>
  )
}

function ServiceFields({
  form,
  variant,
  record,
  company,
  onPools,
}: {
  form: UseFormReturnType<ServiceValues>
  variant: ServiceVariant
  record: Service | undefined
  company: { id: number; name: string } | undefined
  /** Called with whether the chosen NAS is known to have no pools. */
  onPools: (missing: boolean) => void
}) {
  const can = useCan()
  const { input } = useRecordFields('services')
  const { values } = form
  const [names, setNames] = useState<ReferenceNames>(namesOf(record))
  const onPick = (key: keyof ReferenceNames) => (row: { name: string } | null) =>
    setNames((before) => ({ ...before, [key]: row?.name ?? '' }))
  const tariff = useCall(
    tariffs.show,
    { params: { id: values.tariff_id ?? 0 } },
    { enabled: values.tariff_id !== null && can(tariffs.show) },
  ).data?.data
  const device = useCall(
    nas.show,
    { params: { id: values.nas_id ?? 0 } },
    { enabled: values.nas_id !== null && can(nas.show) },
  ).data?.data
  const noPools = device !== undefined && device.id === values.nas_id && device.pools.length === 0
  useEffect(() => onPools(noPools), [onPools, noPools])
  const [settled] = useDebouncedValue(values, 250)
  const address = { form, record, onPick }
  return (
    <>
      <SummaryCard
        of={summarySource(settled, names, {
          tariff: tariff?.id === settled.tariff_id ? tariff : undefined,
          tariff_name: settled.tariff_id === record?.tariff_id ? record.tariff_name : undefined,
        })}
        live
      />
      <CustomerFields variant={variant} values={values} record={record} company={company} onNas={onPick('nas_name')} />
      <IdentityFields variant={variant} values={values} record={record} />
      <TermFields variant={variant} record={record} />
      <Ipv4Fields {...address} noPools={noPools} />
      <FramedIpv6Fields {...address} />
      <DelegatedIpv6Fields {...address} />
      <FieldGroup>
        <TextArea {...input('notes')} rows={3} whole />
      </FieldGroup>
    </>
  )
}
