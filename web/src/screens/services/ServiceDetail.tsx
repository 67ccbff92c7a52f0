import { nas } from '@trunkline/contract/resources/nas'
import { companies } from '@trunkline/contract/resources/company'
import { tariffs } from '@trunkline/contract/resources/tariff'
import { Button } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import clsx from 'clsx'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import { useCall } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { actionIcon, RecordButtons } from '../../record/use-record-actions.tsx'
import layout from '../../ui/layout.module.css'
import { useRouteTitleKey } from '../../ui/navigation.ts'
import { companyCrumbs } from '../companies/company-crumbs.ts'
import { ServiceStatusBadge } from './badges.tsx'
import { ServiceCertificatesCard } from './service-certificates-card.tsx'
import { useServiceFacts } from './service-facts.tsx'
import { namesOf, summarySource } from './service-summary.ts'
import { serviceValues } from './service-values.ts'
import classes from './services.module.css'
import { SummaryCard } from './summary-card.tsx'
import { useVariant } from './variants.ts'
import { LiveCard } from './live-card.tsx'
import { PreviewTab } from './preview-tab.tsx'
import { RequestsCard } from './requests-card.tsx'
import { ServiceState } from './service-state.tsx'
import type { MenuAction } from '../../ui/action-menu.tsx'
import { SessionsTab } from './sessions-tab.tsx'
import { UsageCard } from './usage-card.tsx'
import { UsageTab } from './usage-tab.tsx'
import { useServiceActions } from './use-service-actions.tsx'

const TariffDialog = lazy(() => loadChunk(() => import('./tariff-dialog.tsx')))

/** The actions that have a button of their own where they are possible; the others are in the menu. */
const nextActions = ['disconnect', 'activate', 'suspend']

/** Milliseconds. No live message reports who goes online: there would be as many as accounting packets. */
const refreshInterval = 5_000

/** The actions with a button of their own, and the change of the tariff where it is allowed. */
function NextActions({
  actions,
  onChangeTariff,
}: {
  actions: readonly MenuAction[]
  onChangeTariff: (() => void) | undefined
}) {
  const { t } = useTranslation()
  if (actions.length === 0 && !onChangeTariff) return null
  return (
    <div className={clsx(layout.buttons, classes.next)}>
      {actions.map((action) => (
        <Button key={action.key} variant="default" leftSection={action.icon} onClick={action.onClick}>
          {action.label}
        </Button>
      ))}
      {onChangeTariff ? (
        <Button variant="default" leftSection={actionIcon(IconArrowsExchange)} onClick={onChangeTariff}>
          {t('services:action.tariff')}
        </Button>
      ) : null}
    </div>
  )
}

/** One service or VPN dial-up: its sessions, usage, and the reply to a login. */
export default function ServiceDetail() {
  const { t } = useTranslation()
  const routeTitle = useRouteTitleKey()
  const variant = useVariant()
  const { kind, calls, texts } = variant
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const can = useCan()
  const canOn = useRowCan()
  const [isChangingTariff, setIsChangingTariff] = useState(false)
  const shown = useCall(calls.show, { params: { id } }, { subjects: ['services'], every: refreshInterval })
  const record = shown.data?.data
  const { actionsOf, dialog } = useServiceActions(variant, { trash: true })
  const facts = useServiceFacts(record)
  const tariff = useCall(
    tariffs.show,
    { params: { id: record?.tariff_id ?? 0 } },
    { enabled: record !== undefined && record.tariff_name !== null && can(tariffs.show) },
  )

  const actions = record ? actionsOf(record) : []
  const next = actions.filter(({ key, disabledReason }) => nextActions.includes(key) && !disabledReason)
  const mayChangeTariff =
    record !== undefined && record.deleted_at === null && can(tariffs.lookup) && canOn(calls.update, record)

  return (
    <>
      <DetailScreen
        title={record?.username ?? (routeTitle && t(`panel:title.${routeTitle}`))}
        subtitle={record?.name}
        status={record ? <ServiceStatusBadge of={record} /> : null}
        crumbs={[
          { label: t(`${texts}.title`), to: variant.paths.list },
          ...(record ? [...companyCrumbs(record.path, can(companies.show)), { label: record.username }] : []),
        ]}
        actions={<RecordButtons texts="services" actions={actions.filter((action) => !next.includes(action))} />}
        deleted={record && { at: record.deleted_at, actions }}
        loading={shown.isPending}
        error={record ? null : shown.error}
        retry={() => void shown.refetch()}
        state={
          record ? (
            <>
              <ServiceState of={record} variant={variant} />
              <NextActions
                actions={next}
                onChangeTariff={mayChangeTariff ? () => setIsChangingTariff(true) : undefined}
              />
            </>
          ) : null
        }
        above={
          record ? (
            <>
              <LiveCard of={record} />
              <UsageCard variant={variant} of={record} />
              <RequestsCard key={record.id} id={record.id} />
              {record.deleted_at === null ? (
                <SummaryCard
                  of={summarySource(serviceValues(record), namesOf(record), {
                    tariff: tariff.data?.data,
                    tariff_name: record.tariff_name,
                  })}
                />
              ) : null}
            </>
          ) : null
        }
        facts={facts}
        below={record && kind === 'service' ? <ServiceCertificatesCard service={record} /> : null}
        tabs={
          record
            ? [
                {
                  key: 'sessions',
                  label: t('services:tab.sessions'),
                  count: record.live.length || undefined,
                  content: () => <SessionsTab variant={variant} id={id} />,
                },
                {
                  key: 'usage',
                  label: t('services:tab.usage'),
                  content: () => <UsageTab variant={variant} of={record} />,
                },
                ...(can(nas.lookup)
                  ? [
                      {
                        key: 'preview',
                        label: t('services:tab.preview'),
                        content: () => <PreviewTab key={id} variant={variant} of={record} />,
                      },
                    ]
                  : []),
              ]
            : []
        }
        labels={record && { kind: 'service', record }}
        activity={{ subject: variant.subject, objectId: id, namespace: 'services' }}
      />
      {dialog}
      <Suspense fallback={null}>
        {record && isChangingTariff ? (
          <TariffDialog variant={variant} of={record} onClose={() => setIsChangingTariff(false)} />
        ) : null}
      </Suspense>
    </>
  )
}
