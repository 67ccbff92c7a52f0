import { tariffs, type Tariff } from '@trunkline/contract/resources/tariff'
import { offers, quotaActions, quotaPeriods } from '@trunkline/contract/resources/radius-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { FieldGroup, NumberField, SelectField, SwitchField, TextField } from '../../form/fields.tsx'
import { RemotePicksField } from '../../form/remote-picks-field.tsx'
import { useRecordFields } from '../../record/use-record-fields.ts'
import { tariffLimits, type TariffValues } from './tariff-values.ts'

/** Rates are typed in Mbit/s, in steps of 1 kbit/s. */
const rate = { min: 0, step: 0.001 } as const

/** The inputs of a tariff. Their labels name the unit, other than those of columns. */
const useTariffFields = () => {
  const { t } = useTranslation()
  const fields = useRecordFields('tariffs', tariffLimits)
  const measured = (name: string) => ({ ...fields.input(name), label: t(`tariffs:measured.${name}`) })
  return { ...fields, measured, t }
}

/** The rates, and those of bursts. */
export function SpeedFields({
  values,
  priorities,
}: {
  values: TariffValues
  priorities: readonly { id: string | number; name: string }[]
}) {
  const { input, measured, t } = useTariffFields()
  return (
    <FieldGroup title={t('tariffs:form.speed')} text={t('tariffs:form.speedText')}>
      <NumberField {...measured('download_rate')} {...rate} />
      <NumberField {...measured('upload_rate')} {...rate} />
      <SelectField {...input('priority')} options={priorities.map(({ id, name }) => ({ id: Number(id), name }))} />
      <SwitchField {...input('bursts')} whole />
      {values.bursts ? (
        <>
          <NumberField {...measured('burst_download_rate')} {...rate} required />
          <NumberField {...measured('burst_upload_rate')} {...rate} required />
          <NumberField {...measured('burst_seconds')} min={1} max={3600} required whole />
          <NumberField {...measured('burst_download_threshold')} {...rate} />
          <NumberField {...measured('burst_upload_threshold')} {...rate} />
        </>
      ) : null}
    </FieldGroup>
  )
}

/** The data allowance, and what applies once it is used up. */
export function QuotaFields({ values }: { values: TariffValues }) {
  const { input, measured, choice, t } = useTariffFields()
  return (
    <FieldGroup title={t('tariffs:field.quota_bytes')}>
      <SwitchField {...input('limited')} whole />
      {values.limited ? (
        <>
          <NumberField {...measured('quota_bytes')} min={0} step={0.1} required />
          <SelectField {...choice('quota_period', quotaPeriods)} />
          <ChoiceField {...choice('quota_action', quotaActions)} />
          {values.quota_action === 'slow' ? (
            <>
              <NumberField {...measured('slow_download_rate')} {...rate} required />
              <NumberField {...measured('slow_upload_rate')} {...rate} required />
            </>
          ) : null}
        </>
      ) : null}
    </FieldGroup>
  )
}

/** The companies below the owner that may sell it. */
export function OfferFields({ values, offers: companies }: { values: TariffValues; offers: Tariff['offers'] }) {
  const { choice, t } = useTariffFields()
  return (
    <FieldGroup title={t('tariffs:form.offer')}>
      <ChoiceField {...choice('shared_with', offers)} />
      {values.shared_with === 'chosen' ? (
        <RemotePicksField
          name="shared_company_ids"
          label={t('tariffs:form.addCompany')}
          endpoint={tariffs.companies}
          known={companies}
          none={t('tariffs:form.noCompanies')}
        />
      ) : null}
    </FieldGroup>
  )
}

/** Timeouts, accounting and the address list. */
export function SessionFields() {
  const { input, measured, t } = useTariffFields()
  return (
    <FieldGroup title={t('tariffs:form.session')}>
      <NumberField {...measured('session_timeout')} min={0} />
      <NumberField {...measured('idle_timeout')} min={0} />
      <NumberField {...measured('interim_seconds')} min={1} max={60} />
      <TextField {...input('address_list')} />
    </FieldGroup>
  )
}

/** Policies that Cisco routers apply in place of the rates. */
export function CiscoFields() {
  const { input, t } = useTariffFields()
  return (
    <FieldGroup title="Cisco" text={t('tariffs:form.ciscoText')}>
      <TextField {...input('cisco_policy_in')} maxLength={80} autoComplete="off" />
      <TextField {...input('cisco_policy_out')} maxLength={80} autoComplete="off" />
    </FieldGroup>
  )
}
