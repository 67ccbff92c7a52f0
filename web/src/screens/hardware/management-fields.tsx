import type { UseFormReturnType } from '@mantine/form'
import clsx from 'clsx'
import { managementProtocols } from '@trunkline/contract/resources/hardware-enums'
import { vpnDialups } from '@trunkline/contract/resources/vpn-dialup'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { CheckboxField, FieldGroup, SelectField, TextField } from '../../form/fields.tsx'
import { PasswordField } from '../../form/password-field.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import layout from '../../ui/layout.module.css'
import type { LookupRow } from '../../form/use-lookup.ts'
import { ConnectionTest } from './connection-test.tsx'
import { defaultPort, limits, type HardwareValues } from './hardware-values.ts'

/** The management connection. The stored password is never sent to the browser: its field starts blank. */
export function ManagementFields({
  form,
  id,
  hasPassword,
  dialup,
}: {
  form: UseFormReturnType<HardwareValues>
  /** Of an existing device. */
  id: number | undefined
  hasPassword: boolean
  /** The initial value. */
  dialup?: LookupRow | undefined
}) {
  const { t } = useTranslation()
  const can = useCan()
  const { values } = form
  const retainsPassword = hasPassword && !values.remove_password
  return (
    <FieldGroup title={t('hardware:form.management')} text={t('hardware:form.managementText')}>
      <TextField
        name="management_address"
        label={t('hardware:field.management_address')}
        help={t('hardware:form.addressHelp')}
        {...limits.management_address}
        format="host"
        autoComplete="off"
      />
      <SelectField
        name="management_protocol"
        label={t('hardware:field.management_protocol')}
        help={t(`hardware:form.protocolHelp.${values.management_protocol}`)}
        options={managementProtocols.map((id) => ({ id, name: t(`hardware:value.management_protocol.${id}`) }))}
      />
      <TextField
        name="management_port"
        label={t('hardware:field.management_port')}
        help={t('hardware:form.portHelp')}
        placeholder={String(defaultPort[values.management_protocol])}
        inputMode="numeric"
        maxLength={5}
        autoComplete="off"
      />
      <TextField
        name="management_user"
        label={t('hardware:field.management_user')}
        {...limits.management_user}
        autoComplete="off"
      />
      <PasswordField
        name="management_password"
        label={t(hasPassword ? 'hardware:form.newPassword' : 'hardware:field.management_password')}
        help={t(retainsPassword ? 'hardware:form.passwordStored' : 'hardware:form.passwordHelp')}
        autoComplete="new-password"
      />
      {hasPassword ? (
        <CheckboxField
          name="remove_password"
          label={t('hardware:form.removePassword')}
          help={t('hardware:form.removePasswordHelp')}
          disabled={values.management_password !== ''}
        />
      ) : null}
      {values.management_protocol === 'api' ? null : (
        <TextField
          name="pinned_certificate"
          label={t('hardware:field.pinned_certificate')}
          help={t('hardware:form.pinHelp')}
          {...limits.pinned_certificate}
          autoComplete="off"
          whole
        />
      )}
      {can(vpnDialups.lookup) ? (
        <RemoteSelectField
          name="vpn_dialup_id"
          label={t('hardware:field.vpn_dialup_name')}
          help={t('hardware:form.dialupHelp')}
          endpoint={vpnDialups.lookup}
          selected={dialup}
          clearable
          whole
        />
      ) : null}
      <ConnectionTest form={form} id={id} hasPassword={hasPassword} />
      {id === undefined ? <p className={clsx(layout.smallNote, layout.whole)}>{t('hardware:test.behindNat')}</p> : null}
    </FieldGroup>
  )
}
