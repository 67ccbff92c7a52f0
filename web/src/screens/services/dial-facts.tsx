import { companies } from '@trunkline/contract/resources/company'
import { hardware } from '@trunkline/contract/resources/hardware'
import { nas } from '@trunkline/contract/resources/nas'
import type { Service } from '@trunkline/contract/resources/service-shapes'
import { sites } from '@trunkline/contract/resources/site'
import { subnets } from '@trunkline/contract/resources/subnet'
import { tariffs } from '@trunkline/contract/resources/tariff'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'
import type { Fact } from '../../ui/fact-list.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { QuotaBadge } from './badges.tsx'
import classes from './services.module.css'

/** All that is written down about a service. */
export function useDialFacts(of: Service | undefined): Fact[] {
  const { t } = useTranslation()
  const can = useCan()
  if (!of) return []
  const link = (to: string | undefined, text: string) => (to ? <TextLink to={to}>{text}</TextLink> : text)
  const subnet = (id: number | null, net: string | null, version: 'ipv4' | 'ipv6') =>
    id === null
      ? null
      : net === null
        ? t('services:hidden')
        : link(can(subnets.show) ? paths.ipam.detail(version, id) : undefined, net)
  const code = (value: string | null) => (value ? <span className={classes.code}>{value}</span> : null)
  return [
    {
      label: t('services:field.company_name'),
      value: link(can(companies.show) ? paths.companies.summary(of.company_id) : undefined, of.company_name),
    },
    { label: t('services:field.name'), value: of.name },
    {
      label: t('services:field.tariff_name'),
      value:
        of.tariff_name === null
          ? t('services:notOffered')
          : link(can(tariffs.update) ? paths.tariffs.update(of.tariff_id) : undefined, of.tariff_name),
    },
    {
      label: t('services:field.nas_name'),
      value:
        of.nas_id === null
          ? t('services:anyNas')
          : of.nas_name === null
            ? t('services:hidden')
            : link(can(nas.show) ? paths.nas.details(of.nas_id) : undefined, of.nas_name),
    },
    ...(of.site_id === null
      ? []
      : [
          {
            label: t('services:field.site_name'),
            value: link(can(sites.show) ? paths.sites.summary(of.site_id) : undefined, of.site_name ?? ''),
          },
        ]),
    ...(of.hardware_id === null
      ? []
      : [
          {
            label: t('services:field.hardware_name'),
            value:
              of.hardware_name === null
                ? t('services:hidden')
                : link(can(hardware.show) ? paths.hardware.detail(of.hardware_id) : undefined, of.hardware_name),
          },
        ]),
    { label: t('services:field.payment_period'), value: t(`services:value.payment_period.${of.payment_period}`) },
    { label: t('services:field.quota_state'), value: <QuotaBadge state={of.quota_state} /> },
    { label: t('services:field.starts_on'), value: of.starts_on ? <Time value={of.starts_on} day /> : null },
    { label: t('services:field.ends_on'), value: of.ends_on ? <Time value={of.ends_on} day /> : null },
    { label: t('services:field.auth_method'), value: t(`services:value.auth_method.${of.auth_method}`) },
    ...(of.auth_method === 'password'
      ? [{ label: t('services:field.calling_station'), value: code(of.calling_station) }]
      : of.auth_method === 'mac'
        ? [{ label: t('services:field.mac'), value: code(of.mac) }]
        : [
            { label: t('services:field.circuit_id'), value: code(of.circuit_id) },
            { label: t('services:field.remote_id'), value: code(of.remote_id) },
          ]),
    {
      label: t('services:field.simultaneous_use'),
      value: of.simultaneous_use === null ? t('services:unlimited') : of.simultaneous_use,
    },
    { label: t('services:field.ipv4_method'), value: t(`services:value.ipv4_method.${of.ipv4_method}`) },
    ...(of.subnet_id === null
      ? []
      : [
          {
            label: t(of.ipv4_method === 'pool' ? 'services:form.pool' : 'services:form.addressFrom'),
            value: subnet(of.subnet_id, of.subnet_net, 'ipv4'),
          },
        ]),
    ...(of.address ? [{ label: t('services:field.address'), value: code(of.address) }] : []),
    ...(of.network_subnet_id === null
      ? []
      : [
          { label: t('services:field.network'), value: code(of.network) },
          {
            label: t('services:form.networkFrom'),
            value: subnet(of.network_subnet_id, of.network_subnet_net, 'ipv4'),
          },
        ]),
    {
      label: t('services:field.framed_ipv6_method'),
      value: t(`services:value.framed_ipv6_method.${of.framed_ipv6_method}`),
    },
    ...(of.framed_ipv6 ? [{ label: t('services:field.framed_ipv6'), value: code(of.framed_ipv6) }] : []),
    ...(of.framed_ipv6_subnet_id === null
      ? []
      : [
          {
            label: t(`services:form.framedPlace.${of.framed_ipv6_method}`),
            value: subnet(of.framed_ipv6_subnet_id, of.framed_ipv6_subnet_net, 'ipv6'),
          },
        ]),
    ...(of.framed_ipv6_pool ? [{ label: t('services:field.framed_ipv6_pool'), value: code(of.framed_ipv6_pool) }] : []),
    {
      label: t('services:field.delegated_ipv6_method'),
      value: t(`services:value.delegated_ipv6_method.${of.delegated_ipv6_method}`),
    },
    ...(of.ipv6_network ? [{ label: t('services:field.ipv6_network'), value: code(of.ipv6_network) }] : []),
    ...(of.ipv6_subnet_id === null
      ? []
      : [
          {
            label: t(of.delegated_ipv6_method === 'pool' ? 'services:form.ipv6Pool' : 'services:form.ipv6From'),
            value: subnet(of.ipv6_subnet_id, of.ipv6_subnet_net, 'ipv6'),
          },
        ]),
    ...(of.delegated_ipv6_pool
      ? [{ label: t('services:field.delegated_ipv6_pool'), value: code(of.delegated_ipv6_pool) }]
      : []),
    { label: t('services:field.created_at'), value: <Time value={of.created_at} /> },
    { label: t('services:field.updated_at'), value: <Time value={of.updated_at} /> },
    ...(of.notes ? [{ label: t('services:field.notes'), value: of.notes, wide: true }] : []),
  ]
}
