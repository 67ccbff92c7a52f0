import { capsmanAccessList } from '@trunkline/contract/resources/access-control'
import { audits } from '@trunkline/contract/resources/audit'
import { control } from '@trunkline/contract/resources/control'
import { siteNetworksControl } from '@trunkline/contract/resources/control-network'
import { firewall } from '@trunkline/contract/resources/firewall'
import { hardware } from '@trunkline/contract/resources/hardware'
import { deviceTools } from '@trunkline/contract/resources/device-tool'
import { deviceTopology } from '@trunkline/contract/resources/device-topology'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { notes } from '@trunkline/contract/resources/note'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { firewallPaths } from '../firewall/firewall-paths.ts'
import { networkPaths } from '../networks/network-paths.ts'
import { accessPaths } from '../wifi-access/access-paths.ts'
import { devicePaths } from './device-paths.ts'
import type { PageDevice } from './use-device.ts'

interface DeviceTab {
  /** Of its text `lan:tab.<key>`. */
  key: string
  to: (id: number) => string
  /** The call that its page starts with. */
  needs: Endpoint
  /** Only for devices that have it by their last reading. */
  only?: 'lte' | 'wifi'
  /** Also of a device in the trash, which is not read. */
  always?: boolean
}

/** The pages of a device, in the order of its tabs. */
const tabs: readonly DeviceTab[] = [
  { key: 'overview', to: paths.hardware.detail, needs: hardware.show, always: true },
  { key: 'networks', to: networkPaths.list, needs: siteNetworksControl.networks },
  { key: 'lan', to: devicePaths.lan, needs: control.addresses },
  { key: 'dhcp', to: devicePaths.dhcp, needs: control.servers },
  { key: 'leases', to: devicePaths.leases, needs: control.leases },
  { key: 'ports', to: devicePaths.ports, needs: control.ports },
  { key: 'switch', to: networkPaths.ports, needs: siteNetworksControl.switchPorts },
  { key: 'cells', to: devicePaths.cells, needs: control.cells, only: 'lte' },
  { key: 'access', to: accessPaths.device, needs: capsmanAccessList.index, only: 'wifi' },
  { key: 'traffic', to: devicePaths.traffic, needs: control.statistics },
  { key: 'firewall', to: firewallPaths.router, needs: firewall.nat },
  { key: 'topology', to: devicePaths.topology, needs: deviceTopology.show },
  { key: 'tools', to: devicePaths.tools, needs: deviceTools.index },
  { key: 'backups', to: devicePaths.backups, needs: hardwareLive.backups },
  { key: 'notes', to: devicePaths.notes, needs: notes.index, always: true },
  { key: 'activity', to: devicePaths.activity, needs: audits.index, always: true },
]

/** Tabs of the pages of a device that the user may view. `open`: the tab that a page below it belongs to. */
export function DeviceTabs({ of: { hardwareId, device, live }, open }: { of: PageDevice; open?: string | undefined }) {
  const { t } = useTranslation()
  const can = useCan()
  const isTrashed = device?.deleted_at != null
  const has = { lte: live?.has_lte ?? false, wifi: (live?.wifi_stacks.length ?? 0) > 0 }
  const shown = tabs.filter(
    // The tab of an open page stays, whatever the reading says.
    ({ needs, only, always, to }) =>
      can(needs) && (always || !isTrashed) && (only === undefined || has[only] || open === to(hardwareId)),
  )
  return (
    <LinkTabs
      label={t('lan:tab.label')}
      tabs={shown.map(({ key, to }) => ({ to: to(hardwareId), label: t(`lan:tab.${key}`) }))}
      open={open}
    />
  )
}
