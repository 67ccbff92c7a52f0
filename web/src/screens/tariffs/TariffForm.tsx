import { tariffs } from '@trunkline/contract/resources/tariff'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../access/session.ts'
import { call } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, SelectField, TextArea, TextField } from '../../form/fields.tsx'
import { FormScreen, useReturn } from '../../form/form-screen.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { paths } from '../../paths.ts'
import { notify } from '../../ui/notify.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { LazyAttributeLines } from '../extra-attributes/lazy-lines.tsx'
import './refusals.ts'
import { CiscoFields, OfferFields, QuotaFields, SessionFields, SpeedFields } from './tariff-fields.tsx'
import { TariffLine } from './tariff-line.tsx'
import {
  sentTariff,
  tariffBody,
  tariffChanges,
  tariffFaults,
  tariffValues,
  type TariffValues,
} from './tariff-values.ts'

/** The line that the values make, for its sentences. */
const lineOf = (values: TariffValues) => {
  const sent = sentTariff(values)
  return {
    ...sent,
    download_rate: sent.download_rate ?? null,
    upload_rate: sent.upload_rate ?? null,
    quota_bytes: sent.quota_bytes ?? null,
    quota_period: values.quota_period,
    quota_action: values.quota_action,
    slow_download_rate: sent.slow_download_rate ?? null,
    slow_upload_rate: sent.slow_upload_rate ?? null,
  }
}

/** What the contract rejects in the fields whose rules stand there alone. */
const contractErrors = (values: TariffValues) =>
  Object.fromEntries(
    Object.entries(schemaErrors(tariffs.store.body, tariffBody(values))).filter(([path]) =>
      /^(extra_attributes|cisco_policy)/.test(path),
    ),
  )

/** A new tariff, or with an id in the path a known one. */
export default function TariffForm() {
  const { t } = useTranslation()
  const session = useSession()
  const { id: given } = useParams({ strict: false }) as { id?: string }
  const id = given === undefined ? undefined : Number(given)
  const returnTo = useReturn()
  const shown = useCall(tariffs.show, { params: { id: id ?? 0 } }, { enabled: id !== undefined })
  const options = useCall(tariffs.options, {}, { staleTime: 5 * 60_000 })
  const store = useCommand(tariffs.store)
  // Services carry the name and the rates.
  const update = useCommand(tariffs.update, { subjects: ['tariffs', 'services', 'vpn-dialups'] })
  const tariff = shown.data?.data
  const choices = options.data?.data
  const initial = useMemo(() => {
    if (id !== undefined) return tariff && tariffValues(tariff)
    return choices && tariffValues({ currency: choices.default_currency })
  }, [id, tariff, choices])

  const submit = async (values: TariffValues) => {
    if (id === undefined) await store.run({ body: tariffBody(values) })
    else if (tariff) {
      const body = tariffChanges(tariffValues(tariff), values)
      if (body) await update.run({ params: { id }, body })
    }
    notify.success(t(id === undefined ? 'tariffs:created' : 'tariffs:saved', { name: values.name }))
    await returnTo(paths.tariffs.list)
  }
  const crumbs = [
    { label: t('tariffs:title'), to: paths.tariffs.list },
    { label: id === undefined ? t('tariffs:create') : (tariff?.name ?? '…') },
  ]

  if (tariff?.from_above)
    return (
      <>
        <PageHeader title={tariff.name} subtitle={t('tariffs:notYours')} crumbs={crumbs} />
        <TariffLine line={tariff} price={tariff.price} currency={tariff.currency} />
      </>
    )
  return (
    <FormScreen<TariffValues>
      title={
        id === undefined
          ? t('tariffs:create')
          : tariff
            ? t('tariffs:updateTitle', { name: tariff.name })
            : t('tariffs:action.edit')
      }
      subtitle={id === undefined ? undefined : t('tariffs:form.running')}
      crumbs={crumbs}
      loading={(id !== undefined && shown.isPending) || options.isPending}
      error={shown.error ?? options.error}
      retry={() => void Promise.all([id !== undefined && shown.refetch(), options.refetch()])}
      initial={choices ? initial : undefined}
      validate={(values) => ({
        ...contractErrors(values),
        ...(values.name.trim() === '' ? { name: t('tariffs:fault.needed') } : {}),
        ...Object.fromEntries(
          Object.entries(tariffFaults(values)).map(([field, key]) => [field, t(`tariffs:fault.${key}`)]),
        ),
      })}
      onSubmit={submit}
      {...(id === undefined
        ? { submitLabel: t('tariffs:submit') }
        : { reload: async () => tariffValues((await call(tariffs.show, { params: { id } })).data) })}
      cancelTo={paths.tariffs.list}
    >
      {({ values }) =>
        choices ? (
          <>
            <FieldGroup title={t('tariffs:form.what')}>
              <TextField name="name" label={t('tariffs:field.name')} maxLength={191} required whole />
              <TextField
                name="price"
                label={t('tariffs:field.price')}
                help={t('tariffs:form.priceHelp')}
                inputMode="decimal"
                maxLength={13}
              />
              <SelectField name="currency" label={t('tariffs:field.currency')} options={choices.currencies} />
              {id === undefined ? (
                <RemoteSelectField
                  name="company_id"
                  label={t('tariffs:form.owner')}
                  help={t('tariffs:form.ownerHelp')}
                  endpoint={tariffs.companies}
                  clearable
                />
              ) : null}
              <TextArea name="description" label={t('tariffs:field.description')} rows={2} maxLength={1000} whole />
            </FieldGroup>
            <SpeedFields values={values} priorities={choices.priorities} />
            <QuotaFields values={values} />
            <TariffLine line={lineOf(values)} price={values.price} currency={values.currency} />
            <OfferFields values={values} offers={tariff?.offers ?? []} />
            <SessionFields />
            <CiscoFields />
            <LazyAttributeLines of="tariff" restricted={session?.user.company.type !== 'simrush'} />
          </>
        ) : null
      }
    </FormScreen>
  )
}
