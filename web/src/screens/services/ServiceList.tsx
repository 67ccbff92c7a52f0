import type { ServiceRow } from '@trunkline/contract/resources/service-shapes'
import { IconUpload } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCommand } from '../../api/query.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { bulkAction } from '../../record/bulk-action.ts'
import { recordColumns, type RecordColumn } from '../../record/record-columns.ts'
import { useRecordList } from '../../record/use-record-list.tsx'
import { LinkButton } from '../../ui/link.tsx'
import layout from '../../ui/layout.module.css'
import { Code, CompanyName, NasName } from '../sessions/cells.tsx'
import { OnlineBadge, QuotaBadge, ServiceStatusBadge } from './badges.tsx'
import { statusActions, useServiceActions } from './use-service-actions.tsx'
import { useVariant } from './variants.ts'

/** Milliseconds. No live message reports who goes online: there would be as many as accounting packets. */
const refreshInterval = 15_000

/** Services or VPN dial-ups of the caller's own company and those below. */
export default function ServiceList() {
  const { t } = useTranslation()
  const variant = useVariant()
  const { kind, calls } = variant
  const can = useCan()
  const status = useCommand(calls.changeStatus, { subjects: [variant.subject, 'subnets'] })
  const { actionsOf, dialog } = useServiceActions(variant)
  const list = useRecordList<ServiceRow>({
    calls,
    store: calls.store,
    paths: variant.paths,
    page: variant.paths.details,
    texts: variant.texts,
    icon: variant.icon,
    nameOf: (row) => row.username,
  })
  const quiet = (text: string) => <span className={layout.quiet}>{text}</span>
  const columns: RecordColumn<ServiceRow>[] = [
    { field: 'username', width: 200, card: 'title' },
    { field: 'online', width: 100, card: 'fact', render: (row) => <OnlineBadge online={row.online} /> },
    { field: 'status', width: 120, card: 'status', render: (row) => <ServiceStatusBadge of={row} /> },
    { field: 'name', width: 130, card: 'fact' },
    { field: 'company_name', width: 170, card: 'fact', render: (row) => <CompanyName row={row} /> },
    {
      field: 'tariff_name',
      width: 140,
      card: 'fact',
      render: (row) => row.tariff_name ?? quiet(t('services:notOffered')),
    },
    {
      field: 'nas_name',
      width: 130,
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
      width: 150,
      card: 'fact',
      render: (row) =>
        row.address === null && (row.ipv4_method === 'pool' || row.ipv4_method === 'nas-decides') ? (
          quiet(t(`services:from.${row.ipv4_method}`))
        ) : (
          <Code value={row.address} />
        ),
    },
    { field: 'quota_state', width: 120, sort: false, render: (row) => <QuotaBadge state={row.quota_state} /> },
    { field: 'ends_on', width: 125, card: 'fact' },
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

  return (
    <>
      <ListScreen<ServiceRow>
        {...list}
        name={variant.subject}
        namespace="services"
        columns={recordColumns<ServiceRow>(t, 'services', [...columns, ...(kind === 'service' ? serviceColumns : [])])}
        actions={
          kind === 'service' && can(calls.store) ? (
            <LinkButton
              to={paths.imports.services}
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden="true" />}
            >
              {t('panel:title.serviceImport')}
            </LinkButton>
          ) : null
        }
        bulk={statusActions.map(({ status: next, ...action }) =>
          bulkAction(t, 'services', {
            ...action,
            can: can(calls.changeStatus),
            run: async (selection) => (await status.run({ body: { ...selection, status: next } })).data,
          }),
        )}
        rowActions={actionsOf}
        every={refreshInterval}
        trash={{
          ...list.trash,
          warning: () => t('services:confirm.destroy'),
          bulk: t('services:confirm.destroy'),
        }}
        withoutFilter={['id', 'company_id', 'tariff_id', 'nas_id']}
      />
      {dialog}
    </>
  )
}
