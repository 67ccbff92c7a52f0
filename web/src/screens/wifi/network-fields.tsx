import { countries } from '@trunkline/contract/resources/auth'
import type { WifiController } from '@trunkline/contract/resources/wifi-shapes'
import { channelWidths, wifiBands, type Encryption } from '@trunkline/contract/resources/wifi-enums'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { ChecksField } from '../../form/checks-field.tsx'
import { ChoiceField } from '../../form/choice-field.tsx'
import { FieldGroup, NumberField, SelectField, SwitchField, TextField } from '../../form/fields.tsx'
import { regional } from '../../ui/zone.ts'
import { countryName } from '../companies/country.ts'
import { ChannelsField } from './channels-field.tsx'
import { needsPassphrase, type NetworkValues } from './network-values.ts'
import { PassphraseField } from './passphrase-field.tsx'
import { bytesOf } from './passphrase.ts'
import { ScheduleFields } from './schedule-fields.tsx'

/** IEEE 802.11, 9.4.2.2 */
const maxBytes = 32

/** The fields of a network. Only what the system supports can be selected, and the present value. */
export function NetworkFields({
  values,
  system,
  options,
  hasPassphrase,
}: {
  values: NetworkValues
  system: WifiController | undefined
  options: readonly Encryption[]
  /** One is stored, or known of the network that is adopted. */
  hasPassphrase: boolean
}) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const known = useCall(countries.countries, {}, { staleTime: Number.POSITIVE_INFINITY })
  const countryOptions = useMemo(
    () =>
      (known.data?.data ?? [])
        .map(({ id }) => ({ id, name: countryName(id, language) }))
        .toSorted((one, other) => one.name.localeCompare(other.name, language)),
    [known.data, language],
  )
  const supported = system && system.bands.length > 0 ? system.bands : wifiBands
  const bands = wifiBands.filter((band) => supported.includes(band) || values.bands.includes(band))
  const encryptions = options.includes(values.encryption) ? options : [...options, values.encryption]
  return (
    <>
      <FieldGroup title={t('wifi:form.name')}>
        <TextField
          name="ssid"
          label={t('wifi:field.ssid')}
          help={t('wifi:form.bytes', { count: bytesOf(values.ssid), max: maxBytes })}
          autoComplete="off"
          required
        />
        <SwitchField name="is_enabled" label={t('wifi:field.is_enabled')} help={t('wifi:form.enabledHelp')} />
        <SwitchField name="hidden" label={t('wifi:field.hidden')} help={t('wifi:form.hiddenHelp')} />
        <SwitchField
          name="client_isolation"
          label={t('wifi:field.client_isolation')}
          help={t('wifi:form.isolationHelp')}
        />
      </FieldGroup>
      <FieldGroup title={t('wifi:form.security')}>
        <ChoiceField
          name="encryption"
          label={t('wifi:field.encryption')}
          required
          whole
          options={encryptions.map((one) => ({
            id: one,
            name: t(`wifi:encryption.${one}`),
            text: t(`wifi:encryptionHelp.${one}`),
          }))}
        />
        {needsPassphrase(values.encryption) ? <PassphraseField stored={hasPassphrase} /> : null}
      </FieldGroup>
      <FieldGroup title={t('wifi:form.guests')}>
        <SwitchField name="is_guest" label={t('wifi:field.is_guest')} help={t('wifi:form.guestHelp')} whole />
        {values.is_guest ? <ScheduleFields scheduled={values.scheduled} schedule={values.schedule} /> : null}
      </FieldGroup>
      <FieldGroup title={t('wifi:form.radio')} text={t('wifi:form.radioText')}>
        <ChecksField
          name="bands"
          label={t('wifi:field.bands')}
          help={t('wifi:form.bandsHelp')}
          options={bands.map((band) => ({ id: band, name: t(`wifi:band.${band}`) }))}
          whole
        />
        <SelectField
          name="channel_width"
          label={t('wifi:field.channel_width')}
          help={t('wifi:form.widthHelp')}
          options={channelWidths.map((width) => ({ id: width, name: `${width} MHz` }))}
          clearable
        />
        <SelectField
          name="country"
          label={t('wifi:field.country')}
          help={t('wifi:form.countryHelp')}
          options={countryOptions}
          clearable
        />
        <NumberField
          name="vlan_id"
          label={t('wifi:field.vlan_id')}
          help={t('wifi:form.vlanHelp')}
          min={1}
          max={4094}
          step={1}
        />
        <ChannelsField bands={values.bands.length === 0 ? bands : values.bands} />
      </FieldGroup>
    </>
  )
}
