import { tariffs } from '@trunkline/contract/resources/tariff'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useSession } from '../../access/session.ts'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, SelectField, TextArea, TextField } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { paths } from '../../paths.ts'
import { RecordForm } from '../../record/record-form.tsx'
import { useRecordForm } from '../../record/use-record-form.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { LazyAttributeLines } from '../extra-attributes/lazy-lines.tsx'
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
  const tariff = useRecordForm({
    calls: tariffs,
    options: tariffs.options,
    // Services carry the name and the rates.
    subjects: ['tariffs', 'services', 'vpn-dialups'],
    texts: 'tariffs',
    list: paths.tariffs.list,
    start: (choices) => tariffValues({ currency: choices.default_currency }),
    values: tariffValues,
    body: tariffBody,
    changes: tariffChanges,
  })

  if (tariff.record?.inherited)
    return (
      <>
        <PageHeader title={tariff.name} subtitle={t('tariffs:notYours')} crumbs={tariff.props.crumbs} />
        <TariffLine line={tariff.record} price={tariff.record.price} currency={tariff.record.currency} />
      </>
    )
  return (
    <RecordForm
      of={tariff}
      subtitle={tariff.isNew ? undefined : t('tariffs:form.running')}
      validate={(values) => ({
        ...contractErrors(values),
        ...(values.name.trim() === '' ? { name: t('tariffs:fault.needed') } : {}),
        ...Object.fromEntries(
          Object.entries(tariffFaults(values)).map(([field, key]) => [field, t(`tariffs:fault.${key}`)]),
        ),
      })}
    >
      {({ values, choices, record, isNew }) => (
        <>
          <FieldGroup title={t('tariffs:form.what')}>
            <TextField name="name" label={t('common:field.name')} maxLength={191} required whole />
            <TextField
              name="price"
              label={t('tariffs:field.price')}
              help={t('tariffs:form.priceHelp')}
              inputMode="decimal"
              maxLength={13}
            />
            <SelectField name="currency" label={t('tariffs:field.currency')} options={choices.currencies} />
            {isNew ? (
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
          <OfferFields values={values} offers={record?.offers ?? []} />
          <SessionFields />
          <CiscoFields />
          <LazyAttributeLines of="tariff" restricted={session?.user.company.type !== 'simrush'} />
        </>
      )}
    </RecordForm>
  )
}
