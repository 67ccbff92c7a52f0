import { subnetCategories, type SubnetCategoryRow } from '@trunkline/contract/resources/subnet-category'
import { allocationPolicies, subnetTypes, usageTypes, type IpVersion } from '@trunkline/contract/resources/subnet-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { FieldGroup, NumberField, SelectField, SwitchField, TextArea, TextField } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { ColourDot } from './badges.tsx'
import { bitsOfVersion } from './ip-version.ts'
import { containsAddresses, type AttributeValues } from './subnet-values.ts'

/** Type, name, usage and category of a subnet. */
export function IdentityFields({
  values: { type, hosts },
  category,
}: {
  values: AttributeValues
  /** The category that the form starts with. */
  category?: { id: number; name: string; colour: string | null } | null
}) {
  const { t } = useTranslation()
  return (
    <FieldGroup title={t('ipam:form.identity')}>
      <ChoiceField
        name="type"
        label={t('ipam:field.type')}
        options={subnetTypes.map((id) => ({
          id,
          name: t(`ipam:value.type.${id}`),
          text: t(`ipam:form.typeText.${id}`),
        }))}
      />
      {type === 'pool' ? (
        <SwitchField
          name="hosts"
          label={t('ipam:form.hosts')}
          help={t(hosts ? 'ipam:form.hostsOn' : 'ipam:form.hostsOff')}
          whole
        />
      ) : null}
      <TextField name="name" label={t('common:field.name')} maxLength={191} />
      <SelectField
        name="usage_type"
        label={t('ipam:field.usage_type')}
        clearable
        options={usageTypes.map((id) => ({ id, name: t(`ipam:value.usage_type.${id}`) }))}
      />
      <RemoteSelectField
        name="category_id"
        label={t('ipam:field.category_name')}
        endpoint={subnetCategories.lookup}
        selected={category}
        mark={(row) => <ColourDot colour={(row as unknown as SubnetCategoryRow).colour} />}
        clearable
      />
      <NumberField name="vlan" label={t('ipam:field.vlan')} min={1} max={4094} />
      <TextArea name="description" label={t('ipam:field.description')} rows={3} whole />
    </FieldGroup>
  )
}

/** How space is allocated from a subnet. */
export function AllocationFields({
  values,
  version,
  several = false,
  isNew = false,
}: {
  values: AttributeValues
  version: IpVersion
  /** For several subnets at once. */
  several?: boolean
  /** An existing subnet always has a policy. */
  isNew?: boolean
}) {
  const { t } = useTranslation()
  return (
    <FieldGroup title={t('ipam:form.allocation')}>
      {!containsAddresses(values) ? (
        <NumberField
          name="assign_len"
          label={t('ipam:field.assign_len')}
          help={t('ipam:form.unitHelp', { example: version === 'ipv4' ? '/29' : '/56' })}
          min={0}
          max={bitsOfVersion(version)}
        />
      ) : several ? null : (
        <TextField
          name="gateway"
          label={t('ipam:field.gateway')}
          help={t('ipam:form.gatewayHelp')}
          placeholder={version === 'ipv4' ? '192.0.2.1' : '2001:db8::1'}
          format="address"
          autoComplete="off"
        />
      )}
      <SelectField
        name="policy"
        label={t('ipam:field.policy')}
        help={t(`ipam:form.policyText.${values.policy ?? 'none'}`)}
        clearable={isNew}
        options={allocationPolicies.map((id) => ({ id, name: t(`ipam:value.policy.${id}`) }))}
      />
      <SwitchField name="mark_full" label={t('ipam:field.mark_full')} help={t('ipam:form.markFullHelp')} whole />
    </FieldGroup>
  )
}

/** Which other companies work in a subnet. */
export function SharingFields() {
  const { t } = useTranslation()
  return (['exclusive', 'shared'] as const).map((name) => (
    <SwitchField key={name} name={name} label={t(`ipam:field.${name}`)} help={t(`ipam:form.${name}Help`)} whole />
  ))
}
