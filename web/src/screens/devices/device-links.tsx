import { control } from '@trunkline/contract/resources/control'
import {
  IconAntennaBars5,
  IconChartLine,
  IconListDetails,
  IconNetwork,
  IconPlug,
  IconServer2,
  IconSitemap,
  IconSwitchHorizontal,
  IconShield,
  IconWifi,
  type Icon,
} from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { PlainLink } from '../../ui/link.tsx'
import { firewallPaths } from '../firewall/firewall-paths.ts'
import { devicePaths } from '../lan/device-paths.ts'
import { networkPaths } from '../networks/network-paths.ts'
import { wifiPaths } from '../wifi/wifi-paths.ts'
import classes from './devices.module.css'

/** The links to the live pages of a device: networks, DHCP, ports, traffic, firewall, modem and the Wi-Fi of its site. */
export function DeviceLinks({
  site,
  device,
  hasLte,
  compact = false,
}: {
  site: number
  device: { id: number; name: string }
  hasLte: boolean
  /** Text links without icons, for a table row. */
  compact?: boolean
}) {
  const { t } = useTranslation()
  const can = useCan()
  if (!can(control.addresses)) return null
  const links: readonly (readonly [key: string, icon: Icon, to: string])[] = [
    ['networks', IconSitemap, networkPaths.list(site, device.id)],
    ['lan', IconNetwork, devicePaths.lan(site, device.id)],
    ['dhcp', IconServer2, devicePaths.dhcp(site, device.id)],
    ['ports', IconPlug, devicePaths.ports(site, device.id)],
    ['switch', IconSwitchHorizontal, networkPaths.ports(site, device.id)],
    ['traffic', IconChartLine, devicePaths.traffic(site, device.id)],
    ['firewall', IconShield, firewallPaths.router(site, device.id)],
    ...(hasLte ? [['cells', IconAntennaBars5, devicePaths.cells(site, device.id)] as const] : []),
    ...(compact
      ? []
      : [
          ...(can({ action: 'view-list', subject: 'wifi' })
            ? [['wifi', IconWifi, wifiPaths.networks(site)] as const]
            : []),
          ['leases', IconListDetails, devicePaths.leases(site)] as const,
        ]),
  ]
  return (
    <nav aria-label={t('devices:links.label', { name: device.name })}>
      <ul className={compact ? classes.rowLinks : classes.links}>
        {links.map(([key, Shape, to]) => (
          <li key={key}>
            <PlainLink to={to} className={compact ? classes.rowLink : classes.link}>
              {compact ? null : <Shape size={18} aria-hidden="true" />}
              {t(`devices:links.${key}`)}
            </PlainLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
