import type { UseFormReturnType } from '@mantine/form'
import { sites } from '@trunkline/contract/resources/site'
import type { Reply } from '@trunkline/contract/endpoint'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRowCan } from '../../access/can.ts'
import { useCompanyContext } from '../../access/company-context.ts'
import { call } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, SelectField, TextArea, TextField } from '../../form/fields.tsx'
import { FormScreen, useReturn } from '../../form/form-screen.tsx'
import { PhoneField } from '../../form/phone-field.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { PositionFields } from './position-fields.tsx'
import './refusals.ts'
import { SiteBadge } from './site-status.tsx'
import { siteBody, siteChanges, siteFaults, siteValues, type SiteValues } from './site-values.ts'

/** A site's name is shown with its hardware and services. */
const touched = ['sites', 'hardware', 'services'] as const

/** A new site, or with an id in the path a known one. */
export default function SiteForm() {
  const { t } = useTranslation()
  const { id: given } = useParams({ strict: false }) as { id?: string }
  const id = given === undefined ? undefined : Number(given)
  const canOn = useRowCan()
  const returnTo = useReturn()
  const context = useCompanyContext()
  const shown = useCall(sites.show, { params: { id: id ?? 0 } }, { enabled: id !== undefined })
  const options = useCall(sites.options, {}, { staleTime: 5 * 60_000 })
  const store = useCommand(sites.store, { subjects: touched })
  const update = useCommand(sites.update, { subjects: touched })
  const record = shown.data?.data
  const working = context.id === undefined ? undefined : context.path.at(-1)
  const client = working?.type === 'client' ? working : undefined
  const clientId = client?.id
  const initial = useMemo(() => {
    if (id !== undefined) return record && siteValues(record)
    return siteValues(clientId === undefined ? {} : { company_id: clientId })
  }, [id, record, clientId])

  const submit = async (values: SiteValues) => {
    const name = values.name.trim()
    if (id === undefined) {
      const { data } = await store.run({ body: siteBody(values) })
      notify.success(t('sites:done.created', { name }))
      return returnTo(paths.sites.summary(data.id))
    }
    const body = record && siteChanges(siteValues(record), values)
    if (body) await update.run({ params: { id }, body })
    notify.success(t('sites:done.saved', { name }))
    return returnTo(paths.sites.summary(id))
  }
  const crumbs = [
    { label: t('sites:title'), to: paths.sites.list },
    ...(id === undefined
      ? [{ label: t('sites:create') }]
      : [{ label: record?.name ?? '…', to: paths.sites.summary(id) }, { label: t('sites:action.edit') }]),
  ]

  if (record && (record.deleted_at !== null || !canOn(sites.update, record)))
    return (
      <>
        <PageHeader title={record.name} crumbs={crumbs} />
        <EmptyState
          title={t('sites:closed.title')}
          text={t(record.deleted_at === null ? 'sites:closed.text' : 'sites:closed.trash')}
        >
          <LinkButton variant="default" to={paths.sites.summary(record.id)}>
            {t('sites:action.open')}
          </LinkButton>
        </EmptyState>
      </>
    )
  return (
    <FormScreen<SiteValues>
      title={
        id === undefined
          ? t('sites:create')
          : record
            ? t('sites:updateTitle', { name: record.name })
            : t('panel:title.siteUpdate')
      }
      subtitle={record?.path.map((step) => step.name).join(' / ')}
      status={record ? <SiteBadge of={record} /> : null}
      crumbs={crumbs}
      loading={(id !== undefined && shown.isPending) || options.isPending}
      error={shown.error ?? options.error}
      retry={() => void Promise.all([options.refetch(), ...(id === undefined ? [] : [shown.refetch()])])}
      initial={options.data ? initial : undefined}
      validate={(values) => ({
        ...schemaErrors(sites.store.body, siteBody(values)),
        ...Object.fromEntries(
          Object.entries(siteFaults(values, id === undefined)).map(([field, fault]) => [
            field,
            t(`sites:fault.${fault}`),
          ]),
        ),
      })}
      onSubmit={submit}
      {...(id === undefined
        ? { submitLabel: t('sites:submit') }
        : { reload: async () => siteValues((await call(sites.show, { params: { id } })).data) })}
      cancelTo={id === undefined ? paths.sites.list : paths.sites.summary(id)}
    >
      {(form) =>
        options.data ? (
          <Fields form={form} choices={options.data.data} isNew={id === undefined} company={client} />
        ) : null
      }
    </FormScreen>
  )
}

function Fields({
  form,
  choices,
  isNew,
  company,
}: {
  form: UseFormReturnType<SiteValues>
  choices: Reply<typeof sites.options>['data']
  isNew: boolean
  company: { id: number; name: string } | undefined
}) {
  const { t } = useTranslation()
  const country = form.values.countyIsoCode
  return (
    <>
      <FieldGroup title={t('sites:form.what')}>
        <TextField name="name" label={t('sites:field.name')} maxLength={191} autoComplete="off" required />
        {isNew ? (
          <RemoteSelectField
            name="company_id"
            label={t('sites:form.client')}
            help={t('sites:form.clientHelp')}
            endpoint={sites.companies}
            selected={company}
            required
          />
        ) : null}
      </FieldGroup>
      <FieldGroup title={t('sites:form.contact')}>
        <TextField name="contact_name" label={t('sites:field.contact_name')} maxLength={191} autoComplete="off" />
        <PhoneField
          name="telephone"
          label={t('sites:field.telephone')}
          defaultCountry={country ?? choices.default_iso}
        />
        <TextField name="contact_email" label={t('sites:field.contact_email')} type="email" autoComplete="off" />
      </FieldGroup>
      <FieldGroup title={t('sites:form.address')}>
        <TextField name="address_line_1" label={t('sites:field.address_line_1')} maxLength={191} whole />
        <TextField name="address_line_2" label={t('sites:field.address_line_2')} maxLength={191} whole />
        <TextField name="postcode" label={t('sites:field.postcode')} maxLength={16} />
        <TextField name="city" label={t('sites:field.city')} maxLength={128} />
        <TextField name="region" label={t('sites:field.region')} maxLength={128} />
        <SelectField
          name="countyIsoCode"
          label={t('sites:field.countyIsoCode')}
          options={choices.countries}
          clearable
        />
        <SelectField
          name="time_zone"
          label={t('sites:field.time_zone')}
          options={choices.time_zones}
          {...(isNew ? { help: t('sites:form.zoneHelp'), clearable: true } : {})}
        />
      </FieldGroup>
      <PositionFields form={form} />
      <FieldGroup>
        <TextArea name="notes" label={t('sites:field.notes')} help={t('sites:form.notesHelp')} rows={3} whole />
      </FieldGroup>
    </>
  )
}
