import { wifi } from '@trunkline/contract/resources/wifi'
import { IconPlus, IconWifi } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { LinkButton } from '../../ui/link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { ControllerCard } from './controller-card.tsx'
import { FoundNetworks } from './found-networks.tsx'
import { NetworkCard } from './network-card.tsx'
import { SiteFreshness } from './site-freshness.tsx'
import { useSiteWifi, useWatchControllers } from './use-site-wifi.ts'
import { systemKey, wifiPaths } from './wifi-paths.ts'
import { WifiTabs } from './wifi-tabs.tsx'
import classes from './wifi.module.css'

/** The Wi-Fi of a site: its controllers, and the desired and actual settings of its networks. */
export default function NetworkList() {
  const { t } = useTranslation()
  const page = useSiteWifi()
  const { siteId, networks } = page
  const controllersId = useId()
  useWatchControllers(networks)
  const create =
    page.may(wifi.store) && networks && networks.controllers.length > 0 ? (
      <LinkButton to={wifiPaths.add(siteId)} leftSection={actionIcon(IconPlus)}>
        {t('wifi:add')}
      </LinkButton>
    ) : null
  const emptyCard = (key: 'controllers' | 'networks', action: ReactNode) => (
    <Card>
      <EmptyState icon={<IconWifi size={20} />} title={t(`wifi:none.${key}`)} text={t(`wifi:none.${key}Text`)}>
        {action}
      </EmptyState>
    </Card>
  )
  return (
    <>
      <PageHeader
        title={t('wifi:title')}
        subtitle={t('wifi:subtitle')}
        crumbs={[...page.crumbs, { label: t('wifi:title') }]}
        main={create}
      />
      <div className={layout.stack}>
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
            {networks.data.map((setting) => (
              <NetworkCard key={setting.id} of={setting} page={page} />
            ))}
            {networks.data.length + networks.found.length === 0 && networks.controllers.length > 0
              ? emptyCard('networks', create)
              : null}
            <FoundNetworks of={networks.found} page={page} />
            {networks.controllers.length === 0 ? (
              emptyCard(
                'controllers',
                <LinkButton variant="default" to={paths.sites.summary(siteId)}>
                  {t('wifi:toSite')}
                </LinkButton>,
              )
            ) : (
              <section className={classes.controllers} aria-labelledby={controllersId}>
                <h2 id={controllersId} className={classes.sectionTitle}>
                  {t('wifi:controller.title')}
                </h2>
                {networks.controllers.map((one) => (
                  <ControllerCard key={systemKey(one)} of={one} page={page} />
                ))}
              </section>
            )}
          </>
        )}
      </div>
    </>
  )
}
