import type { ServiceKind } from '@trunkline/contract/resources/radius-enums'
import { nas } from '@trunkline/contract/resources/nas'
import type { Service } from '@trunkline/contract/resources/service-shapes'
import { companies } from '@trunkline/contract/resources/company'
import { tariffs, type Tariff } from '@trunkline/contract/resources/tariff'
import { IconEdit, IconPlugConnectedX } from '@tabler/icons-react'
import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { companyCrumbs } from '../companies/company-crumbs.ts'
import { DialStatus } from './badges.tsx'
import { useDialFacts } from './dial-facts.tsx'
import { dials } from './kinds.ts'
import { LineCard } from './line-card.tsx'
import type { Plan } from './line-words.ts'
import { LiveCard } from './live-card.tsx'
import { PreviewTab } from './preview-tab.tsx'
import { QuotaBar } from './quota-bar.tsx'
import { RequestsCard } from './requests-card.tsx'
import { SessionsTab } from './sessions-tab.tsx'
import { UsageTab } from './usage-tab.tsx'
import { useDialActions } from './use-dial-actions.tsx'

/** Going online is announced by nobody: it would be told as often as packets come. */
const lookEvery = 5_000

/** The line that a saved service is. */
const planOf = (of: Service, tariff: Tariff | undefined): Plan => ({
  ...of,
  tariff,
  nas_name: of.nas_name ?? '',
  calling_station: of.calling_station ?? '',
  subnet: of.subnet_net ?? '',
  ip: of.address ?? '',
  network_subnet: of.network_subnet_net ?? '',
  network: of.network ?? '',
  network_prefix: null,
  ipv6_subnet: of.ipv6_subnet_net ?? '',
  ipv6_network: of.ipv6_network ?? '',
  ipv6_prefix: null,
  delegated_ipv6_pool: of.delegated_ipv6_pool ?? '',
  framed_ipv6_subnet: of.framed_ipv6_subnet_net ?? '',
  framed_ipv6: of.framed_ipv6 ?? '',
  framed_ipv6_prefix: null,
  framed_ipv6_pool: of.framed_ipv6_pool ?? '',
  mac: of.mac ?? '',
  circuit_id: of.circuit_id ?? '',
  remote_id: of.remote_id ?? '',
})

/** One service or dial-up: whether it is online, what it used, what it would be answered. */
export function DialDetail({
  kind,
  below,
}: {
  kind: ServiceKind
  /** Cards of one kind alone. */
  below?: (record: Service) => ReactNode
}) {
  const { t } = useTranslation()
  const dial = dials[kind]
  const { calls } = dial
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const can = useCan()
  const shown = useCall(calls.show, { params: { id } }, { subjects: ['services'], every: lookEvery })
  const record = shown.data?.data
  const { actionsOf, dialog } = useDialActions(dial, { trash: true })
  const facts = useDialFacts(record)
  const tariff = useCall(
    tariffs.show,
    { params: { id: record?.tariff_id ?? 0 } },
    { enabled: record !== undefined && record.tariff_name !== null && can(tariffs.show) },
  )

  const actions = record ? actionsOf(record) : []
  const edit = actions.find((action) => action.key === 'edit')
  const disconnect = actions.find((action) => action.key === 'disconnect' && !action.disabledReason)
  const rest = actions.filter((action) => action !== edit && action !== disconnect)

  return (
    <>
      <DetailScreen
        title={record?.username ?? t(`panel:title.${dial.titles.show}`)}
        subtitle={record?.name}
        status={record ? <DialStatus of={record} /> : null}
        crumbs={[
          { label: t(`services:kind.${kind}.title`), to: dial.paths.list },
          ...(record ? [...companyCrumbs(record.path, can(companies.show)), { label: record.username }] : []),
        ]}
        actions={
          <>
            {disconnect ? (
              <Button
                variant="default"
                leftSection={<IconPlugConnectedX size={16} aria-hidden="true" />}
                onClick={disconnect.onClick}
              >
                {disconnect.label}
              </Button>
            ) : null}
            {edit?.to ? (
              <LinkButton to={edit.to} variant="default" leftSection={<IconEdit size={16} aria-hidden="true" />}>
                {edit.label}
              </LinkButton>
            ) : null}
            <ActionMenu label={t('services:action.more')} actions={rest} />
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
              {record.deleted_at === null ? <LineCard plan={planOf(record, tariff.data?.data)} /> : null}
              <Card title={t('services:usage.quota')}>
                <QuotaBar quota={record.quota} state={record.quota_state} />
              </Card>
            </>
          ) : null
        }
        facts={facts}
        below={record ? below?.(record) : null}
        tabs={
          record
            ? [
                {
                  key: 'sessions',
                  label: t('services:tab.sessions'),
                  count: record.live.length || undefined,
                  content: () => <SessionsTab dial={dial} id={id} />,
                },
                { key: 'usage', label: t('services:tab.usage'), content: () => <UsageTab dial={dial} of={record} /> },
                ...(can(nas.lookup)
                  ? [
                      {
                        key: 'preview',
                        label: t('services:tab.preview'),
                        content: () => <PreviewTab key={id} dial={dial} of={record} />,
                      },
                    ]
                  : []),
              ]
            : []
        }
        activity={{ subject: dial.subject, objectId: id, namespace: 'services' }}
      />
      {dialog}
    </>
  )
}
