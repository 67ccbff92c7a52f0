import type { ReactNode } from 'react'
import type { ServiceKind } from '@trunkline/contract/resources/radius-enums'
import type { ServiceRow } from '@trunkline/contract/resources/service-shapes'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useListEmbedding } from '../../list/embedding.ts'
import type { ListColumn } from '../../list/list-types.ts'
import { recordColumns, type RecordColumn } from '../../record/record-columns.ts'
import { usePlaceOf } from '../../record/use-place-of.ts'
import { bytesText } from '../../ui/amounts.ts'
import layout from '../../ui/layout.module.css'
import { RelativeTime } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import { Code, CompanyName, NasName } from '../sessions/cells.tsx'
import classes from './services.module.css'
import { OnlineBadge, QuotaBadge, ServiceStatusBadge } from './badges.tsx'

/** The columns of the list of a kind of services. */
export function useServiceColumns(kind: ServiceKind): ListColumn<ServiceRow>[] {
  const { t, i18n } = useTranslation()
  const placeOf = usePlaceOf()
  const language = regional(i18n.language)
  // Beside other records of a customer, traffic and sessions come first.
  const isEmbedded = useListEmbedding() !== undefined
  const quiet = (text: ReactNode) => <span className={layout.quiet}>{text}</span>
  const columns: RecordColumn<ServiceRow>[] = [
    {
      field: 'username',
      // For a user name, and a second line with name, site and company.
      width: isEmbedded ? 245 : 300,
      card: 'title',
      below: (row) => [
        row.quota_state === 'within' ? null : t(`services:value.quota_state.${row.quota_state}`),
        row.name,
        ...placeOf(row),
      ],
    },
    {
      field: 'online',
      width: isEmbedded ? 205 : 108,
      card: 'fact',
      render: (row) =>
        isEmbedded && row.online_since ? (
          <span className={classes.online}>
            <OnlineBadge online={row.online} />
            {quiet(<RelativeTime value={row.online_since} />)}
          </span>
        ) : (
          <OnlineBadge online={row.online} />
        ),
    },
    {
      field: 'online_since',
      width: 140,
      sort: false,
      hidden: true,
      render: (row) => (row.online_since ? <RelativeTime value={row.online_since} /> : quiet('–')),
    },
    {
      field: 'used_bytes',
      width: 110,
      sort: false,
      align: 'end',
      hidden: !isEmbedded,
      ...(isEmbedded && { card: 'fact' as const }),
      render: (row) => bytesText(row.used_bytes, language),
    },
    { field: 'status', width: 155, card: 'status', render: (row) => <ServiceStatusBadge of={row} /> },
    { field: 'name', width: 130, hidden: true },
    { field: 'company_name', width: 170, hidden: true, render: (row) => <CompanyName row={row} /> },
    {
      field: 'tariff_name',
      width: 135,
      card: 'fact',
      render: (row) => row.tariff_name ?? quiet(t('services:notOffered')),
    },
    {
      field: 'nas_name',
      width: 115,
      hidden: isEmbedded,
      hiddenWithTags: true,
      render: (row) =>
        row.nas_id === null ? (
          quiet(t('services:anyNas'))
        ) : row.nas_name === null ? (
          quiet(t('services:hidden'))
        ) : (
          <NasName row={row} />
        ),
    },
    {
      field: 'address',
      width: 130,
      hiddenWithTags: isEmbedded,
      card: 'fact',
      render: (row) =>
        row.address === null && (row.ipv4_method === 'pool' || row.ipv4_method === 'nas-decides') ? (
          quiet(t(`services:from.${row.ipv4_method}`))
        ) : (
          <Code value={row.address} />
        ),
    },
    { field: 'quota_state', width: 130, hidden: true, render: (row) => <QuotaBadge state={row.quota_state} /> },
    // Most services have none.
    { field: 'ends_on', width: 105, hidden: true },
    { field: 'starts_on', width: 125, hidden: true },
    { field: 'payment_period', width: 130, hidden: true },
    { field: 'ipv4_method', width: 170, sort: false, hidden: true },
    { field: 'network', width: 150, sort: false, hidden: true },
    { field: 'ipv6_network', width: 190, sort: false, hidden: true },
    { field: 'framed_ipv6', width: 190, sort: false, hidden: true },
  ]
  const serviceColumns: RecordColumn<ServiceRow>[] = [
    { field: 'auth_method', width: 200, hidden: true },
    { field: 'mac', width: 170, hidden: true, render: (row) => <Code value={row.mac} /> },
    { field: 'circuit_id', width: 170, sort: false, hidden: true },
    { field: 'remote_id', width: 170, sort: false, hidden: true },
  ]
  return recordColumns<ServiceRow>(t, 'services', [...columns, ...(kind === 'service' ? serviceColumns : [])])
}
