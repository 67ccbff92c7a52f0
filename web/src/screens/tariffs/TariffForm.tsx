import { tariffs } from '@trunkline/contract/resources/tariff'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useSession } from '../../access/session.ts'
import { schemaErrors } from '../../form/field-errors.ts'
import { FieldGroup, SelectField, TextArea, TextField } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { textOf } from '../../i18n/messages.ts'
import { paths } from '../../paths.ts'
import { RecordForm } from '../../record/record-form.tsx'
import { useRecordFields } from '../../record/use-record-fields.ts'
import { useRecordForm } from '../../record/use-record-form.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { LazyAttributeLines } from '../extra-attributes/lazy-lines.tsx'
import { CiscoFields, OfferFields, QuotaFields, SessionFields, SpeedFields } from './tariff-fields.tsx'
import { TariffSummary } from './tariff-summary.tsx'
import type { TariffTerms } from './tariff-terms.ts'
import {
  tariffBody,
  tariffChanges,
  tariffErrors,
  tariffLimits,
  tariffValues,
  type TariffValues,
} from './tariff-values.ts'

/** The terms that the values make, for the summary. */
function termsOf(values: TariffValues): TariffTerms {
  const { quota_period, quota_action } = values
  const { download_rate = null, upload_rate = null, quota_bytes = null, ...body } = tariffBody(values)
  const { slow_download_rate = null, slow_upload_rate = null, ...bursts } = body
  return {
    ...bursts,
    download_rate,
    upload_rate,
    quota_bytes,
    quota_period,
    quota_action,
    slow_download_rate,
    slow_upload_rate,
  }
}

/** Errors of the contract in fields that have no other rules. */
const contractErrors = (values: TariffValues) =>
  Object.fromEntries(
    Object.entries(schemaErrors(tariffs.store.body, tariffBody(values))).filter(([path]) =>
      /^(name|extra_attributes|cisco_policy)/.test(path),
    ),
  )

/** A new tariff, or with an id in the path a known one. */
export default function TariffForm() {
  const { t } = useTranslation()
  const session = useSession()
  const { input } = useRecordFields('tariffs', tariffLimits)
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
        <PageHeader title={tariff.name} subtitle={t('tariffs:readOnly')} crumbs={tariff.props.crumbs} />
        <TariffSummary terms={tariff.record} price={tariff.record.price} currency={tariff.record.currency} />
      </>
    )
  return (
    <RecordForm
      of={tariff}
      subtitle={tariff.isNew ? undefined : t('tariffs:form.running')}
      validate={(values) => ({
        ...contractErrors(values),
        ...Object.fromEntries(
          Object.entries(tariffErrors(values)).map(([field, error]) => [
            field,
            error === 'rate' ? t('tariffs:form.rateRange') : textOf(error),
          ]),
        ),
      })}
    >
      {({ values, choices, record, isNew }) => (
        <>
          <FieldGroup title={t('tariffs:form.tariff')}>
            <TextField {...input('name')} maxLength={191} required whole />
            <TextField {...input('price')} inputMode="decimal" maxLength={13} />
            <SelectField {...input('currency')} options={choices.currencies} />
            {isNew ? (
              <RemoteSelectField
                {...input('company_id')}
                label={t('tariffs:field.company_name')}
                endpoint={tariffs.companies}
                clearable
              />
            ) : null}
            <TextArea {...input('description')} rows={2} whole />
          </FieldGroup>
          <SpeedFields values={values} priorities={choices.priorities} />
          <QuotaFields values={values} />
          <TariffSummary terms={termsOf(values)} price={values.price} currency={values.currency} />
          <OfferFields values={values} offers={record?.offers ?? []} />
          <SessionFields />
          <CiscoFields />
          <LazyAttributeLines of="tariff" restricted={session?.user.company.type !== 'simrush'} />
        </>
      )}
    </RecordForm>
  )
}
