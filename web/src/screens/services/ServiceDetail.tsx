import { nas } from '@trunkline/contract/resources/nas'
import { companies } from '@trunkline/contract/resources/company'
import { tariffs } from '@trunkline/contract/resources/tariff'
import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { RecordButtons } from '../../record/use-record-actions.tsx'
import { Card } from '../../ui/card.tsx'
import { useRouteTitleKey } from '../../ui/navigation.ts'
import { companyCrumbs } from '../companies/company-crumbs.ts'
import { ServiceStatusBadge } from './badges.tsx'
import { ServiceCertificatesCard } from './service-certificates-card.tsx'
import { useServiceFacts } from './service-facts.tsx'
import { namesOf, summarySource } from './service-summary.ts'
import { serviceValues } from './service-values.ts'
import { SummaryCard } from './summary-card.tsx'
import { useVariant } from './variants.ts'
import { LiveCard } from './live-card.tsx'
import { PreviewTab } from './preview-tab.tsx'
import { QuotaBar } from './quota-bar.tsx'
import { RequestsCard } from './requests-card.tsx'
import { SessionsTab } from './sessions-tab.tsx'
import { UsageTab } from './usage-tab.tsx'
import { useServiceActions } from './use-service-actions.tsx'

/** Milliseconds. No live message reports who goes online: there would be as many as accounting packets. */
const refreshInterval = 5_000

/** One service or VPN dial-up: its sessions, usage, and the reply to a login. */
export default function ServiceDetail() {
  const { t } = useTranslation()
  const routeTitle = useRouteTitleKey()
  const variant = useVariant()
  const { kind, calls, texts } = variant
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const can = useCan()
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
  const disconnect = actions.find((action) => action.key === 'disconnect' && !action.disabledReason)

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
        actions={
          <>
            {disconnect ? (
              <Button variant="default" leftSection={disconnect.icon} onClick={disconnect.onClick}>
                {disconnect.label}
              </Button>
            ) : null}
            <RecordButtons texts="services" actions={actions.filter((action) => action !== disconnect)} />
          </>
        }
        loading={shown.isPending}
        error={record ? null : shown.error}
        retry={() => void shown.refetch()}
        above={
          record ? (
            <>
              <LiveCard of={record} />
              <RequestsCard key={record.id} id={record.id} />
              {record.deleted_at === null ? (
                <SummaryCard
                  of={summarySource(serviceValues(record), namesOf(record), {
                    tariff: tariff.data?.data,
                    tariff_name: record.tariff_name,
                  })}
                />
              ) : null}
              <Card title={t('services:field.quota_state')}>
                <QuotaBar quota={record.quota} state={record.quota_state} />
              </Card>
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
        activity={{ subject: variant.subject, objectId: id, namespace: 'services' }}
      />
      {dialog}
    </>
  )
}
