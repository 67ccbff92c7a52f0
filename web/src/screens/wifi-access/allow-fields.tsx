import type { WifiController } from '@trunkline/contract/resources/wifi-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { CheckboxField, FieldGroup, NumberField } from '../../form/fields.tsx'
import { PasswordField } from '../../form/password-field.tsx'
import { RateField } from './rate-field.tsx'
import { devicesWithout, isSupported } from './use-controllers.ts'

/** The rate limit, VLAN and passphrase of an allowed device. */
export function AllowFields({
  controllers,
  hasPassphrase,
}: {
  controllers: readonly WifiController[] | undefined
  /** Whether one is stored. */
  hasPassphrase: boolean
}) {
  const { t } = useTranslation()
  const hasRates = isSupported(controllers, 'can_rate')
  const hasPassphrases = isSupported(controllers, 'can_private_passphrase')
  /** Which controllers ignore the field. */
  const limits = (capability: 'can_rate' | 'can_private_passphrase') => {
    if (controllers === undefined || controllers.length === 0) return undefined
    if (!isSupported(controllers, capability)) return t(`wifi-access:form.unsupported.${capability}`)
    const names = devicesWithout(controllers, capability)
    return names.length > 0 ? t('wifi-access:form.unsupportedBy', { names: names.join(', ') }) : undefined
  }
  const passphraseHelp = [
    limits('can_private_passphrase') ?? t('wifi-access:form.passphraseHelp'),
    hasPassphrase ? t('wifi:passphrase.keep') : undefined,
  ]
  return (
    <FieldGroup title={t('wifi-access:form.own')} text={t('wifi-access:form.ownText')}>
      {(['rate_down_kbps', 'rate_up_kbps'] as const).map((name) => (
        <RateField
          key={name}
          name={name}
          label={t(`wifi-access:field.${name}`)}
          help={limits('can_rate') ?? t('wifi-access:form.rateHelp')}
          disabled={!hasRates}
        />
      ))}
      <NumberField
        name="vlan_id"
        label={t('wifi-access:field.vlan_id')}
        help={t('wifi-access:form.vlanHelp')}
        min={1}
        max={4094}
      />
      <PasswordField
        name="passphrase"
        label={t('wifi-access:field.passphrase')}
        help={passphraseHelp.filter(Boolean).join(' ')}
        disabled={!hasPassphrases}
        autoComplete="new-password"
      />
      {hasPassphrase ? <CheckboxField name="remove_passphrase" label={t('wifi-access:form.removePassphrase')} /> : null}
    </FieldGroup>
  )
}
