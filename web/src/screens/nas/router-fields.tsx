import { nas } from '@trunkline/contract/resources/nas'
import { nasPurposes, vendors } from '@trunkline/contract/resources/radius-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ChecksField } from '../../form/checks-field.tsx'
import { FieldGroup, SelectField, SwitchField, TextField } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { RegionField } from './region-field.tsx'

/** The name, address and vendor of a NAS, whose it is, and what it is used for. */
export function RouterFields({
  isNew,
  changesRate,
}: {
  isNew: boolean
  /** Whether the vendor's routers change the rate of a running session; undefined while unknown. */
  changesRate: boolean | undefined
}) {
  const { t } = useTranslation()
  return (
    <FieldGroup title={t('nas:form.router')}>
      <TextField name="name" label={t('common:field.name')} maxLength={191} required />
      <TextField
        name="address"
        label={t('nas:field.address')}
        help={t('nas:form.addressHelp')}
        maxLength={64}
        autoComplete="off"
        required
      />
      <SelectField
        name="vendor"
        label={t('nas:field.vendor')}
        options={vendors.map((vendor) => ({ id: vendor, name: t(`nas:value.vendor.${vendor}`) }))}
        {...(changesRate === undefined
          ? {}
          : { help: t(changesRate ? 'nas:form.changesRate' : 'nas:form.endsSessions') })}
      />
      <RegionField />
      {isNew ? (
        <RemoteSelectField
          name="company_id"
          label={t('nas:field.company_name')}
          help={t('nas:form.ownerHelp')}
          endpoint={nas.companies}
          clearable
        />
      ) : null}
      <ChecksField
        name="purposes"
        label={t('nas:field.purposes')}
        help={t('nas:form.purposesHelp')}
        options={nasPurposes.map((purpose) => ({ id: purpose, name: t(`nas:value.purposes.${purpose}`) }))}
      />
      <SwitchField name="is_active" label={t('nas:field.is_active')} help={t('nas:form.activeHelp')} whole />
    </FieldGroup>
  )
}
