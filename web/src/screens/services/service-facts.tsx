import { companies } from '@trunkline/contract/resources/company'
import { hardware } from '@trunkline/contract/resources/hardware'
import { nas } from '@trunkline/contract/resources/nas'
import type { Service } from '@trunkline/contract/resources/service-shapes'
import { sites } from '@trunkline/contract/resources/site'
import { subnets } from '@trunkline/contract/resources/subnet'
import { tariffs } from '@trunkline/contract/resources/tariff'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'
import type { Fact } from '../../ui/fact-list.tsx'
import { fieldLabel } from '../../ui/field-label.ts'
import { TextLink } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { Code } from '../sessions/cells.tsx'
import { QuotaBadge } from './badges.tsx'

/** The stored fields of a service; those that do not apply to its methods are left out. */
export function useServiceFacts(of: Service | undefined): Fact[] {
  const { t } = useTranslation()
  const can = useCan()
  if (!of) return []
  const fact = (field: string, value: ReactNode): Fact => ({ label: fieldLabel(t, 'services', field), value })
  const filled = (field: keyof Service, value: ReactNode): Fact[] => (of[field] === null ? [] : [fact(field, value)])
  const code = (field: keyof Service): Fact => fact(field, of[field] ? <Code value={String(of[field])} /> : null)
  const codes = (...fields: (keyof Service)[]): Fact[] => fields.filter((field) => of[field]).map(code)
  const value = (
    field: 'payment_period' | 'auth_method' | `${'ipv4' | 'framed_ipv6' | 'delegated_ipv6'}_method`,
  ): Fact => fact(field, t(`services:value.${field}.${of[field]}`))
  /** The name, hidden where the reader does not see it, with a link where the reader may follow it. */
  const link = (name: string | null, mayOpen: boolean, to: string, hidden = t('services:hidden')): ReactNode =>
    name === null ? hidden : mayOpen ? <TextLink to={to}>{name}</TextLink> : name
  const subnet = (
    key: 'subnet' | 'network_subnet' | 'ipv6_subnet' | 'framed_ipv6_subnet',
    version: 'ipv4' | 'ipv6',
  ) => {
    const id = of[`${key}_id`] ?? 0
    return filled(`${key}_id`, link(of[`${key}_net`], can(subnets.show), paths.ipam.detail(version, id)))
  }
  const identity = {
    password: [code('calling_station')],
    mac: [code('mac')],
    option82: [code('circuit_id'), code('remote_id')],
  }
  return [
    fact('company_name', link(of.company_name, can(companies.show), paths.companies.summary(of.company_id))),
    fact('name', of.name),
    fact(
      'tariff_name',
      link(of.tariff_name, can(tariffs.update), paths.tariffs.update(of.tariff_id), t('services:notOffered')),
    ),
    fact(
      'nas_name',
      of.nas_id === null ? t('services:anyNas') : link(of.nas_name, can(nas.show), paths.nas.details(of.nas_id)),
    ),
    ...(of.site_id === null
      ? []
      : [fact('site_name', link(of.site_name, can(sites.show), paths.sites.summary(of.site_id)))]),
    ...(of.hardware_id === null
      ? []
      : [fact('hardware_name', link(of.hardware_name, can(hardware.show), paths.hardware.detail(of.hardware_id)))]),
    value('payment_period'),
    fact('quota_state', <QuotaBadge state={of.quota_state} />),
    fact('starts_on', of.starts_on ? <Time value={of.starts_on} day /> : null),
    fact('ends_on', of.ends_on ? <Time value={of.ends_on} day /> : null),
    value('auth_method'),
    ...identity[of.auth_method],
    fact('simultaneous_use', of.simultaneous_use ?? t('services:unlimited')),
    value('ipv4_method'),
    ...subnet('subnet', 'ipv4'),
    ...codes('address', 'network'),
    ...subnet('network_subnet', 'ipv4'),
    value('framed_ipv6_method'),
    ...codes('framed_ipv6'),
    ...subnet('framed_ipv6_subnet', 'ipv6'),
    ...codes('framed_ipv6_pool'),
    value('delegated_ipv6_method'),
    ...codes('ipv6_network'),
    ...subnet('ipv6_subnet', 'ipv6'),
    ...codes('delegated_ipv6_pool'),
    fact('created_at', <Time value={of.created_at} />),
    fact('updated_at', <Time value={of.updated_at} />),
    ...(of.notes ? [{ ...fact('notes', of.notes), wide: true }] : []),
  ]
}
