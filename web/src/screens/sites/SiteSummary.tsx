import { deviceTopology } from '@trunkline/contract/resources/device-topology'
import { sites, type SiteRow } from '@trunkline/contract/resources/site'
import { siteLive } from '@trunkline/contract/resources/site-live'
import { IconListDetails, IconWifi } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { loadChunk } from '../../api/chunk.ts'
import { loadTexts } from '../../i18n/language.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan, useRowCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { paths } from '../../paths.ts'
import { RecordButtons, useRecordActions } from '../../record/use-record-actions.tsx'
import { LinkButton } from '../../ui/link.tsx'
import layout from '../../ui/layout.module.css'
import { RecentCommands } from '../devices/recent-commands.tsx'
import { devicePaths } from '../lan/device-paths.ts'
import { wifiPaths } from '../wifi/wifi-paths.ts'
import { MaintenanceBadge } from '../maintenance-windows/lazy-maintenance.tsx'
import { Readings } from '../readings/lazy-readings.tsx'
import { useSiteFacts } from './site-facts.tsx'
import { SiteStats } from './site-stats.tsx'
import { SiteHardware } from './site-hardware.tsx'
import { SiteLiveStats } from './site-live-stats.tsx'
import { SiteMapCard } from './site-place.tsx'
import { SiteBadge } from './site-status.tsx'

const SiteTopology = lazy(async () => ({
  default: (await loadChunk(() => import('../topology/site-topology.tsx'))).SiteTopology,
}))

/** Device readings are not announced on the live channel. Milliseconds. */
const interval = 60_000

const VariablesCard = lazy(async () => {
  const [chunk] = await Promise.all([
    loadChunk(() => import('../device-templates/variables-card.tsx')),
    loadTexts(['device-templates']),
  ])
  return { default: chunk.VariablesCard }
})

/** One site: devices, live status, contact and position. */
export default function SiteSummary() {
  const { t } = useTranslation()
  const can = useCan()
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const query = useCall(sites.summary, { params: { id } }, { subjects: ['hardware', 'services'], every: interval })
  const canOn = useRowCan()
  const { edit, trash, dialog } = useRecordActions<SiteRow>({ texts: 'sites', trash: sites })
  const summary = query.data?.data
  const site = summary?.site
  const facts = useSiteFacts(site)
  const actions = site
    ? [
        ...(!site.deleted_at && canOn(sites.update, site) ? [edit(paths.sites.update(site.id))] : []),
        ...(canOn(sites.destroy, site) ? [trash(site)] : []),
      ]
    : []

  return (
    <>
      <DetailScreen
        title={site?.name ?? t('panel:title.site')}
        subtitle={site?.path.map((step) => step.name).join(' / ')}
        status={
          site ? (
            <>
              <SiteBadge of={site} />
              {site.deleted_at ? null : <MaintenanceBadge of={{ site_id: id }} />}
            </>
          ) : null
        }
        crumbs={[{ label: t('sites:title'), to: paths.sites.list }, ...(site ? [{ label: site.name }] : [])]}
        actions={
          <>
            {site && !site.deleted_at && can({ action: 'view-list', subject: 'wifi' }) ? (
              <LinkButton to={wifiPaths.networks(id)} variant="default" icon={IconWifi}>
                {t('sites:wifi')}
              </LinkButton>
            ) : null}
            {site && !site.deleted_at && can(siteLive.leases) ? (
              <LinkButton to={devicePaths.siteLeases(id)} variant="default" icon={IconListDetails}>
                {t('sites:leases')}
              </LinkButton>
            ) : null}
            <RecordButtons texts="sites" actions={actions} />
          </>
        }
        deleted={site && { at: site.deleted_at, actions }}
        loading={query.isPending}
        error={query.error}
        retry={() => void query.refetch()}
        above={
          summary && !summary.site.deleted_at ? (
            <div className={layout.stack}>
              <SiteStats summary={summary} />
              <SiteLiveStats summary={summary} />
              <SiteHardware summary={summary} />
              <Readings of={{ kind: 'site', id }} title={t('common:graphs')} plots={['traffic', 'online']} />
              {can(deviceTopology.graph) ? (
                <Suspense fallback={null}>
                  <SiteTopology id={id} />
                </Suspense>
              ) : null}
              <RecentCommands field="site_id" id={id} />
            </div>
          ) : null
        }
        facts={facts}
        factsTitle={t('sites:summary.contact')}
        below={
          site ? (
            <>
              <SiteMapCard site={site} />
              {site.deleted_at ? null : (
                <Suspense fallback={null}>
                  <VariablesCard of={{ site_id: id }} />
                </Suspense>
              )}
            </>
          ) : null
        }
        labels={site && { kind: 'site', record: site }}
        activity={{ subject: 'sites', objectId: id, namespace: 'sites' }}
      />
      {dialog}
    </>
  )
}
