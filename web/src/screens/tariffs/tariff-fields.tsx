import { tariffs, type Tariff } from '@trunkline/contract/resources/tariff'
import { quotaPeriods } from '@trunkline/contract/resources/radius-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { FieldGroup, NumberField, SelectField, SwitchField, TextField } from '../../form/fields.tsx'
import { RemotePicksField } from '../../form/remote-picks-field.tsx'
import type { TariffValues } from './tariff-values.ts'

/** The finest rate that can be typed, in Mbit/s. */
const step = 0.001

/** How fast the line is, and for a short time. */
export function SpeedFields({
  values,
  priorities,
}: {
  values: TariffValues
  priorities: readonly { id: string | number; name: string }[]
}) {
  const { t } = useTranslation()
  return (
    <FieldGroup title={t('tariffs:form.speed')} text={t('tariffs:form.speedText')}>
      <NumberField name="download_rate" label={t('tariffs:form.download')} min={0} step={step} />
      <NumberField name="upload_rate" label={t('tariffs:form.upload')} min={0} step={step} />
      <SelectField
        name="priority"
        label={t('tariffs:form.priority')}
        help={t('tariffs:form.priorityHelp')}
        options={priorities.map(({ id, name }) => ({ id: Number(id), name }))}
      />
      <SwitchField name="bursts" label={t('tariffs:form.bursts')} help={t('tariffs:form.burstsHelp')} whole />
      {values.bursts ? (
        <>
          <NumberField
            name="burst_download_rate"
            label={t('tariffs:form.burstDownload')}
            min={0}
            step={step}
            required
          />
          <NumberField name="burst_upload_rate" label={t('tariffs:form.burstUpload')} min={0} step={step} required />
          <NumberField
            name="burst_seconds"
            label={t('tariffs:form.burstSeconds')}
            help={t('tariffs:form.burstSecondsHelp')}
            min={1}
            max={3600}
            required
            whole
          />
          <NumberField
            name="burst_download_threshold"
            label={t('tariffs:form.downloadThreshold')}
            help={t('tariffs:form.thresholdHelp')}
            min={0}
            step={step}
          />
          <NumberField
            name="burst_upload_threshold"
            label={t('tariffs:form.uploadThreshold')}
            help={t('tariffs:form.thresholdHelp')}
            min={0}
            step={step}
          />
        </>
      ) : null}
    </FieldGroup>
  )
}

/** How much may be used, and what happens past it. */
export function QuotaFields({ values }: { values: TariffValues }) {
  const { t } = useTranslation()
  return (
    <FieldGroup title={t('tariffs:form.quota')}>
      <SwitchField name="limited" label={t('tariffs:form.limited')} help={t('tariffs:form.limitedHelp')} whole />
      {values.limited ? (
        <>
          <NumberField name="quota_bytes" label={t('tariffs:form.quotaBytes')} min={0} step={0.1} required />
          <SelectField
            name="quota_period"
            label={t('tariffs:form.quotaPeriod')}
            options={quotaPeriods.map((id) => ({ id, name: t(`tariffs:value.quota_period.${id}`) }))}
          />
          <ChoiceField
            name="quota_action"
            label={t('tariffs:form.quotaAction')}
            options={(['slow', 'stop'] as const).map((id) => ({
              id,
              name: t(`tariffs:form.${id}Name`),
              text: t(`tariffs:form.${id}Text`),
            }))}
          />
          {values.quota_action === 'slow' ? (
            <>
              <NumberField
                name="slow_download_rate"
                label={t('tariffs:form.slowDownload')}
                min={0}
                step={step}
                required
              />
              <NumberField name="slow_upload_rate" label={t('tariffs:form.slowUpload')} min={0} step={step} required />
            </>
          ) : null}
        </>
      ) : null}
    </FieldGroup>
  )
}

/** Which companies below the owner may sell it. */
export function OfferFields({ values, offers }: { values: TariffValues; offers: Tariff['offers'] }) {
  const { t } = useTranslation()
  return (
    <FieldGroup title={t('tariffs:form.offer')}>
      <ChoiceField
        name="shared_with"
        label={t('tariffs:field.shared_with')}
        options={(['all', 'chosen'] as const).map((id) => ({
          id,
          name: t(`tariffs:form.${id}Name`),
          text: t(`tariffs:form.${id}Text`),
        }))}
      />
      {values.shared_with === 'chosen' ? (
        <RemotePicksField
          name="shared_company_ids"
          label={t('tariffs:form.addCompany')}
          endpoint={tariffs.companies}
          known={offers}
          none={t('tariffs:form.noneChosen')}
        />
      ) : null}
    </FieldGroup>
  )
}

/** How long sessions last, and what else the router is told. */
export function SessionFields() {
  const { t } = useTranslation()
  return (
    <FieldGroup title={t('tariffs:form.session')}>
      <NumberField
        name="session_timeout"
        label={t('tariffs:form.sessionTimeout')}
        help={t('tariffs:form.sessionTimeoutHelp')}
        min={0}
      />
      <NumberField
        name="idle_timeout"
        label={t('tariffs:form.idleTimeout')}
        help={t('tariffs:form.idleTimeoutHelp')}
        min={0}
      />
      <NumberField
        name="interim_seconds"
        label={t('tariffs:form.interim')}
        help={t('tariffs:form.interimHelp')}
        min={1}
        max={60}
      />
      <TextField
        name="address_list"
        label={t('tariffs:form.addressList')}
        help={t('tariffs:form.addressListHelp')}
        maxLength={64}
      />
    </FieldGroup>
  )
}

/** Policies that Cisco routers apply in place of the rates. */
export function CiscoFields() {
  const { t } = useTranslation()
  return (
    <FieldGroup title={t('tariffs:form.cisco')} text={t('tariffs:form.ciscoText')}>
      <TextField
        name="cisco_policy_in"
        label={t('tariffs:field.cisco_policy_in')}
        help={t('tariffs:form.ciscoInHelp')}
        maxLength={80}
        autoComplete="off"
      />
      <TextField
        name="cisco_policy_out"
        label={t('tariffs:field.cisco_policy_out')}
        help={t('tariffs:form.ciscoOutHelp')}
        maxLength={80}
        autoComplete="off"
      />
    </FieldGroup>
  )
}
