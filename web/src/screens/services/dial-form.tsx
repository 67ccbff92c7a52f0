import type { UseFormReturnType } from '@mantine/form'
import type { ServiceKind } from '@trunkline/contract/resources/radius-enums'
import type { Service } from '@trunkline/contract/resources/service-shapes'
import { nas } from '@trunkline/contract/resources/nas'
import { tariffs } from '@trunkline/contract/resources/tariff'
import { useDebouncedValue } from '@mantine/hooks'
import { useParams } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { useCompanyContext } from '../../access/company-context.ts'
import { call } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { FormScreen, useReturn } from '../../form/form-screen.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { textOf } from '../../i18n/messages.ts'
import { AddressFields } from './address-fields.tsx'
import { DialStatus } from './badges.tsx'
import { NotesFields, TermFields, WhoFields } from './dial-fields.tsx'
import {
  dialBody,
  dialChanges,
  dialFaults,
  dialValues,
  isStatic,
  type DialValues,
  type PickedNames,
} from './dial-values.ts'
import { IdentityFields } from './identity-fields.tsx'
import { DelegatedIpv6Fields, FramedIpv6Fields } from './ipv6-fields.tsx'
import { dials, type Dial } from './kinds.ts'
import { LineCard } from './line-card.tsx'

/** What else shows in answers when a service changes: its addresses are taken from subnets, and tariffs count it. */
const touched = ['services', 'vpn-dialups', 'subnets', 'tariffs'] as const

/** A new service or dial-up, or with an id in the path a known one. */
export function DialForm({ kind }: { kind: ServiceKind }) {
  const { t } = useTranslation()
  const dial = dials[kind]
  const { calls, paths } = dial
  const { id: given } = useParams({ strict: false }) as { id?: string }
  const id = given === undefined ? undefined : Number(given)
  const returnTo = useReturn()
  const canOn = useRowCan()
  const shown = useCall(calls.show, { params: { id: id ?? 0 } }, { enabled: id !== undefined })
  const store = useCommand(calls.store, { subjects: touched })
  const update = useCommand(calls.update, { subjects: touched })
  const context = useCompanyContext()
  // Whoever works for one client makes its services.
  const chosen = context.id === undefined ? undefined : context.path.at(-1)
  const company = chosen && (kind === 'vpn-dialup' || chosen.type === 'client') ? chosen : undefined
  const companyId = company?.id
  const record = shown.data?.data
  const initial = useMemo(() => {
    if (id === undefined) return dialValues(companyId === undefined ? {} : { company_id: companyId })
    return record && dialValues(record)
  }, [id, record, companyId])

  const words = `services:kind.${kind}`
  // A password that was typed is never laid beside the one that is kept.
  const typed = useRef('')
  const nasWithoutPools = useRef(false)
  const submit = async (values: DialValues) => {
    typed.current = values.password
    if (id === undefined) {
      const { data } = await store.run({ body: dialBody(values) })
      notify.success(t('services:done.created', { name: values.username }))
      return returnTo(paths.details(data.id))
    }
    const body = record && dialChanges(dialValues(record), values)
    if (body) await update.run({ params: { id }, body })
    notify.success(t('services:done.saved', { name: values.username }))
    return returnTo(paths.details(id))
  }
  const crumbs = [
    { label: t(`${words}.title`), to: paths.list },
    ...(id === undefined ? [] : [{ label: record?.username ?? '…', to: paths.details(id) }]),
    { label: t(id === undefined ? `${words}.create` : 'services:action.edit') },
  ]

  if (record && (record.deleted_at !== null || !canOn(calls.update, record)))
    return (
      <>
        <PageHeader title={record.username} crumbs={crumbs} />
        <EmptyState
          title={t('services:form.closed')}
          text={t(record.deleted_at === null ? 'services:form.notYours' : 'services:form.inTrash')}
        >
          <LinkButton to={paths.details(record.id)} variant="default">
            {t('services:action.open')}
          </LinkButton>
        </EmptyState>
      </>
    )
  return (
    <FormScreen<DialValues>
      title={
        id === undefined
          ? t(`${words}.create`)
          : record
            ? t('services:form.updateTitle', { name: record.username })
            : t('services:action.edit')
      }
      subtitle={id === undefined ? t(`${words}.createText`) : record?.path.map((step) => step.name).join(' / ')}
      status={record ? <DialStatus of={record} /> : null}
      crumbs={crumbs}
      loading={id !== undefined && shown.isPending}
      error={shown.error}
      retry={() => void shown.refetch()}
      initial={initial}
      validate={(values) =>
        Object.fromEntries(
          Object.entries(
            dialFaults(values, {
              isNew: id === undefined,
              needsCompany: kind === 'service',
              wasIpoe: record !== undefined && record.auth_method !== 'password',
              nasWithoutPools: nasWithoutPools.current,
            }),
          ).map(([field, error]) => [field, 'key' in error ? t(`services:fault.${error.key}`) : textOf(error)]),
        )
      }
      onSubmit={submit}
      {...(id === undefined
        ? { submitLabel: t(`${words}.create`) }
        : {
            reload: async () => ({
              ...dialValues((await call(calls.show, { params: { id } })).data),
              password: typed.current,
            }),
          })}
      cancelTo={id === undefined ? paths.list : paths.details(id)}
    >
      {(form) => (
        <DialFields
          form={form}
          dial={dial}
          record={record}
          company={company}
          onPools={(missing) => {
            nasWithoutPools.current = missing
          }}
        />
      )}
    </FormScreen>
  )
}

function DialFields({
  form,
  dial,
  record,
  company,
  onPools,
}: {
  form: UseFormReturnType<DialValues>
  dial: Dial
  record: Service | undefined
  company: { id: number; name: string } | undefined
  /** Told whether the chosen NAS is known to have no pools. */
  onPools: (missing: boolean) => void
}) {
  const can = useCan()
  const { values } = form
  const [names, setNames] = useState<PickedNames>({
    nas: record?.nas_name ?? '',
    subnet: record?.subnet_net ?? '',
    network_subnet: record?.network_subnet_net ?? '',
    ipv6_subnet: record?.ipv6_subnet_net ?? '',
    framed_ipv6_subnet: record?.framed_ipv6_subnet_net ?? '',
  })
  const named = (key: keyof PickedNames) => (row: { name: string } | null) =>
    setNames((before) => ({ ...before, [key]: row?.name ?? '' }))
  const tariff = useCall(
    tariffs.show,
    { params: { id: values.tariff_id ?? 0 } },
    { enabled: values.tariff_id !== null && can(tariffs.show) },
  )
  const known = tariff.data?.data
  const device = useCall(
    nas.show,
    { params: { id: values.nas_id ?? 0 } },
    { enabled: values.nas_id !== null && can(nas.show) },
  ).data?.data
  const noPools = device !== undefined && device.id === values.nas_id && device.pools.length === 0
  useEffect(() => onPools(noPools), [onPools, noPools])
  const [plan] = useDebouncedValue(
    {
      ...values,
      tariff: known && known.id === values.tariff_id ? known : undefined,
      tariff_name: values.tariff_id === record?.tariff_id ? record?.tariff_name : undefined,
      username: values.username.trim(),
      calling_station: values.calling_station.trim(),
      nas_name: values.nas_id === null ? '' : names.nas,
      subnet: values.subnet_id === null ? '' : names.subnet,
      ip: isStatic(values.ipv4_method) ? values.ip.trim() : '',
      network_subnet: values.network_subnet_id === null ? '' : names.network_subnet,
      network: values.network.trim(),
      ipv6_subnet: values.ipv6_subnet_id === null ? '' : names.ipv6_subnet,
      ipv6_network: values.ipv6_network.trim(),
      framed_ipv6_subnet: values.framed_ipv6_subnet_id === null ? '' : names.framed_ipv6_subnet,
      framed_ipv6: values.framed_ipv6.trim(),
      simultaneous_use: values.unlimited_use ? null : (values.simultaneous_use ?? undefined),
      mac: values.mac.trim(),
      circuit_id: values.circuit_id.trim(),
      remote_id: values.remote_id.trim(),
    },
    250,
  )
  return (
    <>
      <LineCard plan={plan} live />
      <WhoFields dial={dial} values={values} record={record} company={company} onNas={named('nas')} />
      <IdentityFields dial={dial} values={values} record={record} />
      <TermFields dial={dial} record={record} />
      <AddressFields form={form} record={record} onPick={named} noPools={noPools} />
      <FramedIpv6Fields form={form} record={record} onPick={named} />
      <DelegatedIpv6Fields form={form} record={record} onPick={named} />
      <NotesFields />
    </>
  )
}
