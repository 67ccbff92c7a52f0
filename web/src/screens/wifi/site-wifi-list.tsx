import type { Endpoint } from '@trunkline/contract/endpoint'
import type { AccessPoint, Registration } from '@trunkline/contract/resources/wifi-shapes'
import type { Icon } from '@tabler/icons-react'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { ListScreenProps } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { fieldColumns, type RecordColumn } from '../../record/record-columns.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { TextLink } from '../../ui/link.tsx'
import { SiteFreshness } from './site-freshness.tsx'
import { endpointOfSite, useWatchControllers, type SiteOfPage, type SiteWifi } from './use-site-wifi.ts'
import { wifiPaths } from './wifi-paths.ts'
import { WifiTabs } from './wifi-tabs.tsx'

/** The name of the site with a link to its page; a space while it is loading, so that nothing moves. */
export function SiteLink({ of: { siteId, site } }: { of: SiteOfPage }) {
  return site ? (
    <TextLink to={paths.sites.summary(siteId)} inherit underline="always">
      {site.name}
    </TextLink>
  ) : (
    ' '
  )
}

/** A list of what the controllers of a site reported last: access points, or connected devices. */
export function SiteWifiList<Row extends AccessPoint | Registration>({
  page,
  index,
  texts,
  icon: Shape,
  columns,
  children,
  ...list
}: {
  page: SiteWifi
  index: Endpoint
  /** The part of the texts: title, empty, emptyText. */
  texts: 'points' | 'clients'
  icon: Icon
  columns: readonly RecordColumn<Row>[]
  /** Between the time of the readings and the list. */
  children: ReactNode
} & Pick<ListScreenProps<Row>, 'name' | 'rowName' | 'bulk' | 'rowActions' | 'every' | 'withoutFilter'>) {
  const { t } = useTranslation()
  const { siteId } = page
  const endpoint = useMemo(() => endpointOfSite(index, siteId), [index, siteId])
  useWatchControllers(page.networks)
  return (
    <ListScreen<Row>
      {...list}
      endpoint={endpoint}
      namespace="wifi"
      title={t(`wifi:${texts}.title`)}
      subtitle={<SiteLink of={page} />}
      columns={fieldColumns(t, 'wifi', columns)}
      nav={
        <div className={layout.stack}>
          <WifiTabs site={siteId} />
          {page.error ? <ErrorNotice error={page.error} inline retry={page.retry} /> : <SiteFreshness of={page} />}
          {children}
        </div>
      }
      valueLabel={(field, value) =>
        t([`wifi:value.${field}.${value}`, `wifi:${field}.${value}`], { defaultValue: value })
      }
      empty={{
        title: t(`wifi:${texts}.empty`),
        text: t(`wifi:${texts}.emptyText`),
        icon: <Shape size={20} />,
        action: (
          <TextLink to={wifiPaths.networks(siteId)} underline="always">
            {t('wifi:toNetworks')}
          </TextLink>
        ),
      }}
    />
  )
}
