import type { HardwareDevice } from '@trunkline/contract/resources/hardware'
import { control } from '@trunkline/contract/resources/control'
import { siteNetworksControl } from '@trunkline/contract/resources/control-network'
import { firewall } from '@trunkline/contract/resources/firewall'
import { hardware } from '@trunkline/contract/resources/hardware'
import { siteLive } from '@trunkline/contract/resources/site-live'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { firewallPaths } from '../firewall/firewall-paths.ts'
import { networkPaths } from '../networks/network-paths.ts'
import { devicePaths } from './device-paths.ts'

/** Tabs of the pages of a device that the user may view. */
export function DeviceTabs({ of }: { of: Pick<HardwareDevice, 'id' | 'site_id' | 'has_lte' | 'kind'> }) {
  const { t } = useTranslation()
  const can = useCan()
  const { site_id: site, id } = of
  if (site === null) return null
  const tabs = [
    ...(can(hardware.show) ? [{ to: paths.hardware.detail(id), label: t('lan:tab.device') }] : []),
    ...(can(siteNetworksControl.networks)
      ? [{ to: networkPaths.list(site, id), label: t('panel:title.deviceNetworks') }]
      : []),
    ...(can(control.addresses)
      ? [
          { to: devicePaths.lan(site, id), label: t('panel:title.deviceLan') },
          { to: devicePaths.dhcp(site, id), label: t('panel:title.deviceDhcp') },
        ]
      : []),
    ...(can(control.ports) ? [{ to: devicePaths.ports(site, id), label: t('panel:title.devicePorts') }] : []),
    ...(can(siteNetworksControl.switchPorts)
      ? [{ to: networkPaths.ports(site, id), label: t('panel:title.switchPorts') }]
      : []),
    ...(can(control.cells) && (of.has_lte || of.kind === 'lte-router')
      ? [{ to: devicePaths.cells(site, id), label: t('panel:title.deviceCells') }]
      : []),
    ...(can(control.statistics) ? [{ to: devicePaths.traffic(site, id), label: t('panel:title.deviceTraffic') }] : []),
    ...(can(firewall.nat) ? [{ to: firewallPaths.router(site, id), label: t('panel:title.deviceFirewall') }] : []),
    ...(can(siteLive.leases) ? [{ to: devicePaths.leases(site), label: t('lan:tab.leases') }] : []),
  ]
  return <LinkTabs label={t('lan:tab.label')} tabs={tabs} />
}
