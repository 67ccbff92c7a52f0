import { sites } from '@trunkline/contract/resources/site'
import { siteLive } from '@trunkline/contract/resources/site-live'
import { IconListDetails, IconWifi } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { paths } from '../../paths.ts'
import { RecordButtons } from '../../record/use-record-actions.tsx'
import { LinkButton } from '../../ui/link.tsx'
import layout from '../../ui/layout.module.css'
import { RecentCommands } from '../devices/recent-commands.tsx'
import { devicePaths } from '../lan/device-paths.ts'
import { wifiPaths } from '../wifi/wifi-paths.ts'
import { useSiteFacts } from './site-facts.tsx'
import { SiteFigures } from './site-figures.tsx'
import { SiteHardware } from './site-hardware.tsx'
import { SiteLiveFigures } from './site-live-figures.tsx'
import { SitePlace } from './site-place.tsx'
import { SiteBadge } from './site-status.tsx'
import { useSiteActions } from './use-site-actions.tsx'

/** What a device says of itself comes by no message of its own. */
const lookEvery = 60_000

/** One site: how its hardware is, what depends on it, whom to call there and where it is. */
export default function SiteSummary() {
  const { t } = useTranslation()
  const can = useCan()
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const shown = useCall(sites.summary, { params: { id } }, { subjects: ['hardware', 'services'], every: lookEvery })
  const { actionsOf, dialog } = useSiteActions()
  const summary = shown.data?.data
  const site = summary?.site
  const facts = useSiteFacts(site)

  return (
    <>
      <DetailScreen
        title={site?.name ?? t('panel:title.site')}
        subtitle={site?.path.map((step) => step.name).join(' / ')}
        status={site ? <SiteBadge of={site} /> : null}
        crumbs={[{ label: t('sites:title'), to: paths.sites.list }, ...(site ? [{ label: site.name }] : [])]}
        actions={
          <>
            {site && can({ action: 'view-list', subject: 'wifi' }) ? (
              <LinkButton
                to={wifiPaths.networks(id)}
                variant="default"
                leftSection={<IconWifi size={16} aria-hidden="true" />}
              >
                {t('sites:wifi')}
              </LinkButton>
            ) : null}
            {site && can(siteLive.leases) ? (
              <LinkButton
                to={devicePaths.leases(id)}
                variant="default"
                leftSection={<IconListDetails size={16} aria-hidden="true" />}
              >
                {t('sites:leases')}
              </LinkButton>
            ) : null}
            <RecordButtons texts="sites" actions={site ? actionsOf(site) : []} />
          </>
        }
        loading={shown.isPending}
        error={shown.error}
        retry={() => void shown.refetch()}
        above={
          summary ? (
            <div className={layout.stack}>
              <SiteFigures summary={summary} />
              <SiteLiveFigures summary={summary} />
              <SiteHardware summary={summary} />
              <RecentCommands field="site_id" id={id} />
            </div>
          ) : null
        }
        facts={facts}
        factsTitle={t('sites:summary.contact')}
        below={site ? <SitePlace site={site} /> : null}
        activity={{ subject: 'sites', objectId: id, namespace: 'sites' }}
      />
      {dialog}
    </>
  )
}
