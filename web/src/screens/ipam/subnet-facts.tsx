import { companies } from '@trunkline/contract/resources/company'
import type { Subnet } from '@trunkline/contract/resources/subnet-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'
import type { Fact } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { UsedBy } from './badges.tsx'

/** What a subnet is, as names and values. */
export function useSubnetFacts(subnet: Subnet | undefined): Fact[] {
  const { t, i18n } = useTranslation()
  const can = useCan()
  if (!subnet) return []
  const flags = [
    subnet.shared && t('ipam:detail.offered'),
    subnet.exclusive && t('ipam:detail.exclusive'),
    subnet.mark_full && t('ipam:detail.full'),
  ].filter((flag) => flag !== false)
  const field = (name: string) => t(`ipam:field.${name}`)
  return [
    { label: field('name'), value: subnet.name },
    { label: field('type'), value: t(`ipam:value.type.${subnet.type}`) },
    { label: field('usage_type'), value: subnet.usage_type ? t(`ipam:value.usage_type.${subnet.usage_type}`) : null },
    {
      label: field('company_name'),
      value: !subnet.company_name ? (
        t('ipam:above')
      ) : can(companies.summary) ? (
        <TextLink to={paths.companies.summary(subnet.company_id)}>{subnet.company_name}</TextLink>
      ) : (
        subnet.company_name
      ),
    },
    { label: field('used_by'), value: subnet.used_by ? <UsedBy of={subnet.used_by} /> : null },
    { label: field('space_name'), value: subnet.space_name },
    { label: field('vlan'), value: subnet.vlan },
    { label: field('gateway'), value: subnet.gateway },
    { label: field('assign_len'), value: t('ipam:detail.unit', { length: subnet.assign_len }) },
    { label: field('policy'), value: t(`ipam:value.policy.${subnet.policy}`) },
    ...(subnet.expires_at ? [{ label: field('expires_at'), value: <Time value={subnet.expires_at} /> }] : []),
    ...(subnet.release_at ? [{ label: field('release_at'), value: <Time value={subnet.release_at} /> }] : []),
    { label: field('created_at'), value: <Time value={subnet.created_at} /> },
    { label: field('updated_at'), value: <Time value={subnet.updated_at} /> },
    ...(flags.length > 0
      ? [
          {
            label: field('state'),
            value: new Intl.ListFormat(i18n.language, { type: 'unit' }).format(flags),
            wide: true,
          },
        ]
      : []),
    { label: field('description'), value: subnet.description, wide: true },
  ]
}
