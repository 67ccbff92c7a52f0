import type { UseFormReturnType } from '@mantine/form'
import type { SubnetCategoryRow } from '@trunkline/contract/resources/subnet-category'
import { subnetCategories } from '@trunkline/contract/resources/subnet-category'
import { allocationPolicies, subnetTypes, usageTypes, type IpVersion } from '@trunkline/contract/resources/subnet-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { FieldGroup, NumberField, SelectField, SwitchField, TextArea, TextField } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { ColourDot } from './badges.tsx'
import { bitsOfVersion, givesAddresses, type AttributeValues } from './subnet-values.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- the forms of a new and of a known subnet share these values
type AttributeForm = UseFormReturnType<any>
const valuesOf = (form: AttributeForm) => form.values as AttributeValues

/** What a subnet is and is called. */
export function IdentityFields({
  form,
  category,
}: {
  form: AttributeForm
  /** The category that the form starts with. */
  category?: { id: number; name: string; colour: string | null } | null
}) {
  const { t } = useTranslation()
  const { type, hosts } = valuesOf(form)
  return (
    <FieldGroup title={t('ipam:form.what')}>
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
      <TextField name="name" label={t('ipam:field.name')} maxLength={191} />
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

/** How a subnet hands out what is in it. */
export function HandingOutFields({
  form,
  version,
  several = false,
  known = false,
}: {
  form: AttributeForm
  version: IpVersion
  /** For several subnets at once. */
  several?: boolean
  /** For a subnet that exists: it always has a policy. */
  known?: boolean
}) {
  const { t } = useTranslation()
  const values = valuesOf(form)
  const addresses = givesAddresses(values)
  return (
    <FieldGroup title={t('ipam:form.handingOut')}>
      {addresses ? (
        several ? null : (
          <TextField
            name="gateway"
            label={t('ipam:field.gateway')}
            help={t('ipam:form.gatewayHelp')}
            placeholder={version === 'ipv4' ? '192.0.2.1' : '2001:db8::1'}
            autoComplete="off"
          />
        )
      ) : (
        <NumberField
          name="assign_len"
          label={t('ipam:field.assign_len')}
          help={t('ipam:form.unitHelp', { example: version === 'ipv4' ? '/29' : '/56' })}
          min={0}
          max={bitsOfVersion(version)}
        />
      )}
      <SelectField
        name="policy"
        label={t('ipam:field.policy')}
        help={t(values.policy ? `ipam:form.policyText.${values.policy}` : 'ipam:form.policyText.none')}
        clearable={!known}
        options={allocationPolicies.map((id) => ({ id, name: t(`ipam:value.policy.${id}`) }))}
      />
      <SwitchField name="mark_full" label={t('ipam:field.mark_full')} help={t('ipam:form.markFullHelp')} whole />
    </FieldGroup>
  )
}

/** Who else works in a subnet. */
export function SharingFields() {
  const { t } = useTranslation()
  return (
    <>
      <SwitchField name="exclusive" label={t('ipam:field.exclusive')} help={t('ipam:form.exclusiveHelp')} whole />
      <SwitchField name="shared" label={t('ipam:field.offered')} help={t('ipam:form.offeredHelp')} whole />
    </>
  )
}
