import { useTranslation } from '../../i18n/use-translation.ts'
import { accessControl } from '@trunkline/contract/resources/access-control'
import { useCan } from '../../access/can.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { wifiPaths } from './wifi-paths.ts'

/** Tabs for the Wi-Fi pages of a site. */
export function WifiTabs({ site }: { site: number }) {
  const { t } = useTranslation()
  const can = useCan()
  return (
    <LinkTabs
      label={t('wifi:tab.label')}
      tabs={[
        { to: wifiPaths.networks(site), label: t('wifi:tab.networks') },
        { to: wifiPaths.accessPoints(site), label: t('wifi:tab.accessPoints') },
        { to: wifiPaths.clients(site), label: t('wifi:tab.clients') },
        ...(can(accessControl.index) ? [{ to: wifiPaths.access(site), label: t('wifi:tab.access') }] : []),
      ]}
    />
  )
}
