import { hardware } from '@trunkline/contract/resources/hardware'
import { nas } from '@trunkline/contract/resources/nas'
import { nasPurposes, vendors } from '@trunkline/contract/resources/radius-words'
import { subnets } from '@trunkline/contract/resources/subnet'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useRowCan } from '../../access/can.ts'
import { call } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { ChecksField } from '../../form/checks-field.tsx'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, NumberField, SelectField, SwitchField, TextField } from '../../form/fields.tsx'
import { FormScreen, useReturn } from '../../form/form-screen.tsx'
import { RemotePicksField } from '../../form/remote-picks-field.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { LazyAttributeLines } from '../extra-attributes/lazy-lines.tsx'
import { IpoeFields } from './ipoe-fields.tsx'
import { nasBody, nasChanges, nasValues, type NasValues } from './nas-values.ts'
import './refusals.ts'
import { RegionField } from './region-field.tsx'
import { SecretField } from './secret-field.tsx'

/** A new NAS, or with an id in the path a known one. */
export default function NasForm() {
  const { t } = useTranslation()
  const { id: given } = useParams({ strict: false }) as { id?: string }
  const id = given === undefined ? undefined : Number(given)
  // A link from the unknown senders names the address.
  const { address } = useSearch({ strict: false }) as { address?: unknown }
  const suggested = typeof address === 'string' ? address.slice(0, 64) : ''
  const can = useCan()
  const canOn = useRowCan()
  const navigate = useNavigate()
  const returnTo = useReturn()
  const shown = useCall(nas.show, { params: { id: id ?? 0 } }, { enabled: id !== undefined })
  const makers = useCall(nas.vendors, {}, { staleTime: 5 * 60_000 })
  const store = useCommand(nas.store)
  // Services carry the name of the NAS that they are bound to.
  const update = useCommand(nas.update, { subjects: ['nas', 'services', 'vpn-dialups'] })
  const device = shown.data?.data
  const initial = useMemo(
    () => (id === undefined ? nasValues(undefined, suggested) : device && nasValues(device)),
    [id, device, suggested],
  )

  const submit = async (values: NasValues) => {
    if (id === undefined) {
      const { data } = await store.run({ body: nasBody(values) })
      notify.success(t('nas:created', { name: values.name.trim() }))
      // The router has to be told now: that is the next step.
      return navigate({ to: paths.nas.details(data.id) as never, search: { tab: 'setup' } as never })
    }
    const body = device && nasChanges(nasValues(device), values)
    if (body) await update.run({ params: { id }, body })
    notify.success(t('nas:saved', { name: values.name.trim() }))
    return returnTo(paths.nas.list)
  }
  const crumbs = [
    { label: t('nas:title'), to: paths.nas.list },
    ...(id === undefined
      ? [{ label: t('nas:create') }]
      : [{ label: device?.name ?? '…', to: paths.nas.details(id) }, { label: t('nas:action.edit') }]),
  ]

  if (device && id !== undefined && (device.from_above || !canOn(nas.update, device)))
    return (
      <>
        <PageHeader title={device.name} crumbs={crumbs} />
        <EmptyState title={t('nas:notYours.title')} text={t('nas:notYours.text')}>
          <LinkButton variant="default" to={paths.nas.details(id)}>
            {t('nas:action.open')}
          </LinkButton>
        </EmptyState>
      </>
    )
  return (
    <FormScreen<NasValues>
      title={
        id === undefined
          ? t('nas:create')
          : device
            ? t('nas:updateTitle', { name: device.name })
            : t('panel:title.nasUpdate')
      }
      crumbs={crumbs}
      loading={id !== undefined && shown.isPending}
      error={shown.error}
      retry={() => void shown.refetch()}
      initial={initial}
      validate={(values) => schemaErrors(nas.store.body, nasBody(values))}
      onSubmit={submit}
      {...(id === undefined
        ? { submitLabel: t('nas:submit') }
        : { reload: async () => nasValues((await call(nas.show, { params: { id } })).data) })}
      cancelTo={paths.nas.list}
    >
      {({ values }) => {
        const changesRate = makers.data?.data.find((maker) => maker.id === values.vendor)?.changes_rate
        return (
          <>
            <FieldGroup title={t('nas:form.router')}>
              <TextField name="name" label={t('nas:field.name')} maxLength={191} required />
              <TextField
                name="address"
                label={t('nas:field.address')}
                help={t('nas:form.addressHelp')}
                maxLength={64}
                autoComplete="off"
                required
              />
              <SelectField
                name="vendor"
                label={t('nas:field.vendor')}
                options={vendors.map((vendor) => ({ id: vendor, name: t(`nas:value.vendor.${vendor}`) }))}
                {...(changesRate === undefined
                  ? {}
                  : { help: t(changesRate ? 'nas:form.changesRate' : 'nas:form.endsSessions') })}
              />
              <RegionField />
              {id === undefined ? (
                <RemoteSelectField
                  name="company_id"
                  label={t('nas:field.company_name')}
                  help={t('nas:form.ownerHelp')}
                  endpoint={nas.companies}
                  clearable
                />
              ) : null}
              <ChecksField
                name="purposes"
                label={t('nas:field.purposes')}
                help={t('nas:form.purposesHelp')}
                options={nasPurposes.map((purpose) => ({ id: purpose, name: t(`nas:value.purposes.${purpose}`) }))}
              />
              <SwitchField name="is_active" label={t('nas:field.is_active')} help={t('nas:form.activeHelp')} whole />
            </FieldGroup>
            <FieldGroup title={t('nas:form.secretTitle')}>
              <SecretField isNew={id === undefined} />
              <SwitchField
                name="require_message_authenticator"
                label={t('nas:field.require_message_authenticator')}
                help={t('nas:form.authenticatorHelp')}
                whole
              />
            </FieldGroup>
            {values.purposes.includes('ipoe') ? (
              <IpoeFields values={values} stored={device?.has_ipoe_password ?? false} />
            ) : null}
            <FieldGroup title={t('nas:field.pools')} text={t('nas:form.poolsText')}>
              {can(subnets.lookup) ? (
                <RemotePicksField
                  name="pool_ids"
                  label={t('nas:form.addPool')}
                  endpoint={subnets.lookup}
                  query={{ type: 'pool', ip_version: 'ipv4', hosts: 'true' }}
                  known={(device?.pools ?? []).map(({ id: pool, net, name }) => ({
                    id: pool,
                    name: name === '' ? net : `${net} ${name}`,
                  }))}
                  ordered
                  none={t('nas:form.noPools')}
                  words={(key, of) => t(`nas:picks.${key}`, of)}
                />
              ) : null}
            </FieldGroup>
            <FieldGroup title={t('nas:form.more')}>
              {can(hardware.lookup) ? (
                <RemoteSelectField
                  name="hardware_id"
                  label={t('nas:field.hardware_name')}
                  help={t('nas:form.hardwareHelp')}
                  endpoint={hardware.lookup}
                  selected={
                    device?.hardware_id
                      ? { id: device.hardware_id, name: device.hardware_name ?? t('nas:hiddenDevice') }
                      : null
                  }
                  clearable
                />
              ) : null}
              <NumberField
                name="coa_port"
                label={t('nas:field.coa_port')}
                help={t('nas:form.coaPortHelp')}
                min={1}
                max={65_535}
              />
              <SwitchField
                name="input_is_download"
                label={t('nas:field.input_is_download')}
                help={t('nas:form.inputHelp')}
                whole
              />
            </FieldGroup>
            <LazyAttributeLines of="nas" restricted={false} />
          </>
        )
      }}
    </FormScreen>
  )
}
