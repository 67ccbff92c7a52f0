import { subnets } from '@trunkline/contract/resources/subnet'
import type { Subnet } from '@trunkline/contract/resources/subnet-shapes'
import type { IpVersion } from '@trunkline/contract/resources/subnet-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { ChoiceField } from '../../form/choice-field.tsx'
import { FieldGroup, NumberField, SelectField, SwitchField } from '../../form/fields.tsx'
import { RemoteSelectField } from '../../form/remote-select-field.tsx'
import { regional } from '../../ui/zone.ts'
import { AllocationPreview } from './allocation-preview.tsx'
import { PrefixField } from './prefix-field.tsx'
import type { CreateValues } from './subnet-values.ts'
import { countText } from './utilisation-format.ts'

/** Where a new subnet is allocated from, with a preview of the result. */
export function SourceFields({
  values,
  version,
  parent,
}: {
  values: CreateValues
  version: IpVersion
  /** The chosen parent, once it is loaded. */
  parent: Subnet | undefined
}) {
  const { t, i18n } = useTranslation()
  const auto = values.source === 'auto'
  const lengths = useCall(
    subnets.prefixes,
    { query: { ip_version: version, ...(values.parent_id !== null && { parent_id: values.parent_id }) } },
    { enabled: auto },
  )
  const language = regional(i18n.language)
  const lengthOptions = (lengths.data?.data ?? []).map(({ id, name, free }) => ({
    id: Number(id),
    name: free === null ? name : t('ipam:form.lengthFree', { name, count: countText(free, language) }),
  }))
  return (
    <FieldGroup title={t('ipam:form.source')}>
      <ChoiceField
        name="source"
        label={t('ipam:form.sourceLabel')}
        options={(['auto', 'given'] as const).map((id) => ({
          id,
          name: t(`ipam:form.${id}`),
          text: t(`ipam:form.${id}Text`),
        }))}
      />
      <RemoteSelectField
        name="parent_id"
        label={t('ipam:field.parent_net')}
        help={t(auto ? 'ipam:form.parentAutoHelp' : 'ipam:form.parentGivenHelp')}
        endpoint={subnets.lookup}
        query={{ ip_version: version }}
        selected={parent ? { id: parent.id, name: [parent.net, parent.name].filter(Boolean).join(' ') } : null}
        clearable
      />
      {auto ? (
        <>
          <SelectField
            name="prefix"
            label={t('ipam:field.length')}
            help={parent ? t('ipam:form.lengthHelp', { unit: `/${parent.assign_len}` }) : undefined}
            required={values.parent_id === null}
            options={lengthOptions}
            clearable
          />
          <NumberField name="count" label={t('ipam:form.count')} min={1} max={256} help={t('ipam:form.countHelp')} />
          {(values.count ?? 1) > 1 ? (
            <SwitchField
              name="contiguous"
              label={t('ipam:form.contiguous')}
              help={t('ipam:form.contiguousHelp')}
              whole
            />
          ) : null}
        </>
      ) : (
        <>
          {values.parent_id === null ? (
            <RemoteSelectField
              name="space_id"
              label={t('ipam:field.space_name')}
              help={t('ipam:form.spaceHelp')}
              endpoint={subnets.spaces}
              clearable
            />
          ) : null}
          <PrefixField name="net" label={t('ipam:field.net')} version={version} within={parent?.net} required whole />
        </>
      )}
      <AllocationPreview values={values} version={version} parent={parent} />
    </FieldGroup>
  )
}
