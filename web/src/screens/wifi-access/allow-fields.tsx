import { PasswordInput } from '@mantine/core'
import type { WifiController } from '@trunkline/contract/resources/wifi-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { CheckboxField, FieldGroup, inputProps, NumberField } from '../../form/fields.tsx'
import { useField } from '../../form/form-context.ts'
import { RateField } from './rate-field.tsx'
import { anyCan, unableOf } from './use-controllers.ts'

function PassphraseField({ help, disabled }: { help: string; disabled: boolean }) {
  const { t } = useTranslation()
  const label = t('wifi-access:field.passphrase')
  const field = useField<string>('passphrase', label)
  return (
    <PasswordInput
      {...inputProps({ name: 'passphrase', label, help, disabled }, field)}
      autoComplete="new-password"
      spellCheck={false}
      maxLength={63}
      visibilityToggleButtonProps={{ 'aria-label': t('form:password.show'), tabIndex: 0 }}
      value={field.value}
      onChange={(event) => field.change(event.currentTarget.value)}
      onBlur={field.leave}
    />
  )
}

/** What a device that is allowed in may have of its own: a rate, another network, a passphrase. */
export function AllowFields({
  controllers,
  hasPassphrase,
}: {
  controllers: readonly WifiController[] | undefined
  /** One is kept already. */
  hasPassphrase: boolean
}) {
  const { t } = useTranslation()
  const rates = anyCan(controllers, 'can_rate')
  const phrases = anyCan(controllers, 'can_private_passphrase')
  /** What to say of the controllers that leave it out. */
  const except = (what: 'can_rate' | 'can_private_passphrase', can: boolean) => {
    if (controllers === undefined || controllers.length === 0) return undefined
    if (!can) return t(`wifi-access:form.none.${what}`)
    const names = unableOf(controllers, what)
    return names.length > 0 ? t('wifi-access:form.notOn', { names: names.join(', ') }) : undefined
  }
  const rateHelp = except('can_rate', rates) ?? t('wifi-access:form.rateHelp')
  return (
    <FieldGroup title={t('wifi-access:form.own')} text={t('wifi-access:form.ownText')}>
      <RateField
        name="rate_down_kbps"
        label={t('wifi-access:field.rate_down_kbps')}
        help={rateHelp}
        disabled={!rates}
      />
      <RateField name="rate_up_kbps" label={t('wifi-access:field.rate_up_kbps')} help={rateHelp} disabled={!rates} />
      <NumberField
        name="vlan_id"
        label={t('wifi-access:field.vlan_id')}
        help={t('wifi-access:form.vlanHelp')}
        min={1}
        max={4094}
      />
      <PassphraseField
        disabled={!phrases}
        help={[
          except('can_private_passphrase', phrases) ?? t('wifi-access:form.passphraseHelp'),
          hasPassphrase ? t('wifi-access:form.passphraseKept') : undefined,
        ]
          .filter(Boolean)
          .join(' ')}
      />
      {hasPassphrase ? <CheckboxField name="passphrase_away" label={t('wifi-access:form.passphraseAway')} /> : null}
    </FieldGroup>
  )
}
