import { option82Formats } from '@trunkline/contract/resources/ipoe'
import { authMethods } from '@trunkline/contract/resources/radius-enums'
import type { Service } from '@trunkline/contract/resources/service-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { CheckboxField, FieldGroup, NumberField, SelectField, TextField } from '../../form/fields.tsx'
import { useRecordFields } from '../../record/use-record-fields.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { serviceLimits, type ServiceValues } from './service-values.ts'
import type { ServiceVariant } from './variants.ts'

/** What identifies the service at a login, and how many sessions it may have. The fields follow the method. */
export function IdentityFields({
  variant,
  values,
  record,
}: {
  variant: ServiceVariant
  values: ServiceValues
  record: Service | undefined
}) {
  const { t } = useTranslation()
  const { input, number, choice } = useRecordFields('services', serviceLimits)
  const { auth_method: method } = values
  const hasPassword = method === 'password'
  const username = input('username')
  return (
    <FieldGroup title={t('services:form.login')}>
      {variant.kind === 'service' ? <ChoiceField {...choice('auth_method', authMethods)} /> : null}
      {method === 'mac' ? (
        <TextField {...input('mac')} placeholder="4C:5E:0C:01:02:03" autoComplete="off" required />
      ) : null}
      {method === 'option82' ? (
        <>
          <TextField
            {...input('circuit_id')}
            placeholder={values.option82_format === 'hex' ? '00:04:00:64:00:01' : 'eth 1/2:100'}
            autoComplete="off"
          />
          <TextField {...input('remote_id')} autoComplete="off" />
          <SelectField {...choice('option82_format', option82Formats)} />
        </>
      ) : null}
      <TextField
        {...username}
        help={hasPassword ? username.help : t('services:form.usernameOfIpoe')}
        autoComplete="off"
        required={hasPassword}
      />
      {hasPassword ? (
        <>
          <NewPasswordField isNew={record === undefined || record.auth_method !== 'password'} />
          <TextField {...input('calling_station')} autoComplete="off" />
        </>
      ) : null}
      {values.unlimited_use ? null : <NumberField {...number('simultaneous_use')} required />}
      <CheckboxField {...input('unlimited_use')} />
    </FieldGroup>
  )
}
