import { ipoeIdentifiers } from '@trunkline/contract/resources/radius-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FieldGroup, SelectField, SwitchField } from '../../form/fields.tsx'
import { PasswordField } from '../../form/password-field.tsx'
import type { NasValues } from './nas-values.ts'

/** How IPoE requests identify the service, and their password. The stored password is never sent to the browser. */
export function IpoeFields({ values, stored }: { values: NasValues; stored: boolean }) {
  const { t } = useTranslation()
  return (
    <FieldGroup title={t('nas:value.purposes.ipoe')} text={t('nas:form.ipoeText')}>
      <SelectField
        name="ipoe_identifier"
        label={t('nas:field.ipoe_identifier')}
        help={t('nas:form.ipoeIdentifierHelp')}
        options={ipoeIdentifiers.map((id) => ({ id, name: t(`nas:value.ipoe_identifier.${id}`) }))}
      />
      <PasswordField
        name="ipoe_password"
        label={t('nas:field.ipoe_password')}
        help={t(stored ? 'nas:form.ipoePasswordStored' : 'nas:form.ipoePasswordHelp')}
        autoComplete="new-password"
        disabled={values.clears_ipoe_password}
      />
      {stored ? (
        <SwitchField
          name="clears_ipoe_password"
          label={t('nas:form.ipoeClear')}
          help={t('nas:form.ipoeClearHelp')}
          whole
        />
      ) : null}
    </FieldGroup>
  )
}
