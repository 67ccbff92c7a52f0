import { sites } from '@trunkline/contract/resources/site'
import { wifi } from '@trunkline/contract/resources/wifi'
import { IconPlus, IconWifi } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { ControllerCard } from './controller-card.tsx'
import { FoundNetworks } from './found-networks.tsx'
import { NetworkCard } from './network-card.tsx'
import { SiteFreshness } from './site-freshness.tsx'
import { useSiteWifi, useWatchAll } from './use-site-wifi.ts'
import { systemKey, wifiPaths } from './wifi-paths.ts'
import { WifiTabs } from './wifi-tabs.tsx'
import classes from './wifi.module.css'

/** The Wi-Fi of a site: what sends it, and each network as it is wanted beside what the devices have. */
export default function WifiNetworks() {
  const { t } = useTranslation()
  const can = useCan()
  const page = useSiteWifi()
  const { siteId, site, networks } = page
  useWatchAll((networks?.controllers ?? []).map(({ hardware_id }) => hardware_id))
  const create =
    page.may(wifi.store) && (networks?.controllers.length ?? 0) > 0 ? (
      <LinkButton to={wifiPaths.add(siteId)} leftSection={<IconPlus size={16} aria-hidden="true" />}>
        {t('wifi:add')}
      </LinkButton>
    ) : null
  return (
    <>
      <PageHeader
        title={t('wifi:title')}
        subtitle={site ? t('wifi:subtitle') : ' '}
        crumbs={[
          ...(can(sites.index) ? [{ label: t('panel:title.sites'), to: paths.sites.list }] : []),
          { label: site?.name ?? '…', ...(can(sites.show) ? { to: paths.sites.summary(siteId) } : {}) },
          { label: t('wifi:title') },
        ]}
        actions={create}
      />
      <div className={classes.stack}>
        <WifiTabs site={siteId} />
        {page.error ? (
          <ErrorNotice error={page.error} retry={page.retry} />
        ) : !networks ? (
          <Card>
            <DetailSkeleton />
          </Card>
        ) : (
          <>
            <SiteFreshness of={page} />
            {networks.controllers.length === 0 ? (
              <Card>
                <EmptyState
                  icon={<IconWifi size={20} />}
                  title={t('wifi:none.controllers')}
                  text={t('wifi:none.controllersText')}
                >
                  <LinkButton variant="default" to={paths.sites.summary(siteId)}>
                    {t('wifi:toSite')}
                  </LinkButton>
                </EmptyState>
              </Card>
            ) : (
              <section className={classes.controllers} aria-label={t('wifi:controller.title')}>
                {networks.controllers.map((one) => (
                  <ControllerCard key={systemKey(one)} of={one} page={page} />
                ))}
              </section>
            )}
            {networks.data.map((setting) => (
              <NetworkCard key={setting.id} of={setting} page={page} />
            ))}
            {networks.data.length + networks.found.length === 0 && networks.controllers.length > 0 ? (
              <Card>
                <EmptyState
                  icon={<IconWifi size={20} />}
                  title={t('wifi:none.networks')}
                  text={t('wifi:none.networksText')}
                >
                  {create}
                </EmptyState>
              </Card>
            ) : null}
            <FoundNetworks of={networks.found} page={page} />
          </>
        )}
      </div>
    </>
  )
}
