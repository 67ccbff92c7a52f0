import { companies } from '@trunkline/contract/resources/company'
import type { Subnet } from '@trunkline/contract/resources/subnet-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'
import type { Fact } from '../../ui/fact-list.tsx'
import { fieldLabel } from '../../ui/field-label.ts'
import { TextLink } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { UsedBy } from './badges.tsx'

/** The properties of a subnet, for its page. */
export function useSubnetFacts(subnet: Subnet | undefined): Fact[] {
  const { t, i18n } = useTranslation()
  const can = useCan()
  if (!subnet) return []
  const flags = (['shared', 'exclusive', 'mark_full'] as const).filter((flag) => subnet[flag])
  const time = (value: string | null) => (value ? <Time value={value} /> : undefined)
  const company = subnet.company_name || t('ipam:hiddenOwner')
  const values = {
    name: subnet.name,
    type: t(`ipam:value.type.${subnet.type}`),
    usage_type: subnet.usage_type ? t(`ipam:value.usage_type.${subnet.usage_type}`) : null,
    company_name:
      subnet.company_name && can(companies.summary) ? (
        <TextLink to={paths.companies.summary(subnet.company_id)}>{company}</TextLink>
      ) : (
        company
      ),
    used_by: subnet.used_by ? <UsedBy of={subnet.used_by} /> : null,
    space_name: subnet.space_name,
    vlan: subnet.vlan,
    gateway: subnet.gateway,
    assign_len: `/${subnet.assign_len}`,
    policy: t(`ipam:value.policy.${subnet.policy}`),
    expires_at: time(subnet.expires_at),
    release_at: time(subnet.release_at),
    created_at: time(subnet.created_at),
    updated_at: time(subnet.updated_at),
    flags:
      flags.length > 0
        ? new Intl.ListFormat(i18n.language, { type: 'unit' }).format(flags.map((flag) => t(`ipam:field.${flag}`)))
        : undefined,
    description: subnet.description,
  }
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({
      label: fieldLabel(t, 'ipam', name),
      value,
      wide: name === 'flags' || name === 'description',
    }))
}
