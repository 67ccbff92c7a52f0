import { option82Formats } from '@trunkline/contract/resources/ipoe'
import { authMethods } from '@trunkline/contract/resources/radius-enums'
import type { Service } from '@trunkline/contract/resources/service-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { CheckboxField, FieldGroup, NumberField, SelectField, TextField } from '../../form/fields.tsx'
import type { DialValues } from './dial-values.ts'
import type { Dial } from './kinds.ts'
import { NewPasswordField } from './new-password-field.tsx'

/** What identifies the service at a login, and how many sessions it may have. The fields follow the method. */
export function IdentityFields({
  dial,
  values,
  record,
}: {
  dial: Dial
  values: DialValues
  record: Service | undefined
}) {
  const { t } = useTranslation()
  const { auth_method: method } = values
  const hasPassword = method === 'password'
  return (
    <FieldGroup title={t('services:form.login')}>
      {dial.kind === 'service' ? (
        <ChoiceField
          name="auth_method"
          label={t('services:form.identifiedBy')}
          options={authMethods.map((id) => ({
            id,
            name: t(`services:value.auth_method.${id}`),
            text: t(`services:form.authMethod.${id}`),
          }))}
        />
      ) : null}
      {method === 'mac' ? (
        <TextField
          name="mac"
          label={t('services:field.mac')}
          help={t('services:form.macHelp')}
          placeholder="4C:5E:0C:01:02:03"
          maxLength={64}
          autoComplete="off"
          required
        />
      ) : null}
      {method === 'option82' ? <Option82Fields values={values} /> : null}
      <TextField
        name="username"
        label={t('services:field.username')}
        help={t(hasPassword ? 'services:form.usernameHelp' : 'services:form.usernameIpoeHelp')}
        maxLength={253}
        autoComplete="off"
        required={hasPassword}
      />
      {hasPassword ? (
        <>
          <NewPasswordField isNew={record === undefined || record.auth_method !== 'password'} />
          <TextField
            name="calling_station"
            label={t('services:field.calling_station')}
            help={t('services:form.stationHelp')}
            maxLength={253}
            autoComplete="off"
          />
        </>
      ) : null}
      {values.unlimited_use ? null : (
        <NumberField
          name="simultaneous_use"
          label={t('services:field.simultaneous_use')}
          help={t('services:form.usesHelp')}
          min={1}
          max={100}
          step={1}
          required
        />
      )}
      <CheckboxField
        name="unlimited_use"
        label={t('services:form.unlimited')}
        help={t('services:form.unlimitedHelp')}
      />
    </FieldGroup>
  )
}

/** Circuit ID and remote ID, as text or in hexadecimal. */
function Option82Fields({ values }: { values: DialValues }) {
  const { t } = useTranslation()
  const example = values.option82_format === 'hex' ? '00:04:00:64:00:01' : 'eth 1/2:100'
  return (
    <>
      <TextField
        name="circuit_id"
        label={t('services:field.circuit_id')}
        help={t('services:form.circuitHelp')}
        placeholder={example}
        maxLength={800}
        autoComplete="off"
      />
      <TextField
        name="remote_id"
        label={t('services:field.remote_id')}
        help={t('services:form.remoteHelp')}
        maxLength={800}
        autoComplete="off"
      />
      <SelectField
        name="option82_format"
        label={t('services:form.option82Format')}
        help={t('services:form.option82FormatHelp')}
        options={option82Formats.map((id) => ({ id, name: t(`services:form.option82As.${id}`) }))}
      />
    </>
  )
}
