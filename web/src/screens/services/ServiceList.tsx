import type { ServiceKind } from '@trunkline/contract/resources/radius-enums'
import type { ServiceRow } from '@trunkline/contract/resources/service-shapes'
import { tariffs } from '@trunkline/contract/resources/tariff'
import { IconReceipt2, IconUpload } from '@tabler/icons-react'
import { lazy } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { jobAction } from '../../record/bulk-action.ts'
import { useRecordList } from '../../record/use-record-list.tsx'
import { useTagJobs } from '../../record/use-tag-jobs.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { statusActions, useServiceActions } from './use-service-actions.tsx'
import { useServiceColumns } from './use-service-columns.tsx'
import { useVariant } from './variants.ts'

// Loaded with the first confirmation.
const TariffSelect = lazy(() => loadChunk(() => import('./tariff-select.tsx')))

/** Milliseconds. No live message reports who goes online: there would be as many as accounting packets. */
const refreshInterval = 15_000

/** Services or VPN dial-ups of the caller's own company and those below. */
export default function ServiceList({ of }: { of?: ServiceKind } = {}) {
  const { t } = useTranslation()
  const variant = useVariant(of)
  const { kind, calls } = variant
  const can = useCan()
  const tagJobs = useTagJobs(calls)
  const { actionsOf, statusesOf, dialog } = useServiceActions(variant)
  const list = useRecordList<ServiceRow>({
    calls,
    store: calls.store,
    paths: variant.paths,
    page: variant.paths.details,
    texts: variant.texts,
    icon: variant.icon,
    nameOf: (row) => row.username,
    inline: { name: {}, status: { actions: statusesOf } },
  })
  const columns = useServiceColumns(kind)

  const statuses = statusActions.map(({ status, ...action }) =>
    jobAction(t, 'services', {
      ...action,
      can: can(calls.bulkStatus),
      job: calls.bulkStatus,
      values: { status },
      subjects: [variant.subject, 'subnets'],
    }),
  )
  const tariff = jobAction(t, 'services', {
    key: 'tariff',
    icon: IconReceipt2,
    can: can(calls.bulkTariff) && can(tariffs.lookup),
    job: calls.bulkTariff,
    fields: {
      initial: { tariff_id: null },
      validate: (values): Record<string, string> =>
        values['tariff_id'] === null ? { tariff_id: t('services:bulk.tariffRequired') } : {},
      inputs: <TariffSelect />,
    },
  })

  return (
    <>
      <ListScreen<ServiceRow>
        {...list}
        name={variant.subject}
        namespace="services"
        columns={columns}
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
        bulk={[...statuses, tariff, ...tagJobs]}
        rowActions={actionsOf}
        every={refreshInterval}
        trash={{
          ...list.trash,
          warning: () => t('services:confirm.destroy'),
          bulk: { destroy: calls.bulkDestroy, recover: calls.bulkRecover, warning: t('services:confirm.destroy') },
        }}
        withoutFilter={['id', 'company_id', 'tariff_id', 'nas_id']}
      />
      {dialog}
    </>
  )
}
