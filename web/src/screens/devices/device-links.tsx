import { control } from '@trunkline/contract/resources/control'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { PlainLink } from '../../ui/link.tsx'
import { firewallPaths } from '../firewall/firewall-paths.ts'
import { devicePaths } from '../lan/device-paths.ts'
import { networkPaths } from '../networks/network-paths.ts'
import classes from './devices.module.css'

/** The pages that a row of a site's devices links to, in the order of their tabs. */
const links = [
  ['networks', networkPaths.list],
  ['lan', devicePaths.lan],
  ['dhcp', devicePaths.dhcp],
  ['ports', devicePaths.ports],
  ['switch', networkPaths.ports],
  ['cells', devicePaths.cells],
  ['traffic', devicePaths.traffic],
  ['firewall', firewallPaths.router],
] as const

/** Links from the row of a device to its pages. */
export function DeviceLinks({
  device: { id, name },
  hasLte,
}: {
  device: { id: number; name: string }
  /** It has a modem, by its last reading. */
  hasLte: boolean
}) {
  const { t } = useTranslation()
  const can = useCan()
  if (!can(control.addresses)) return null
  return (
    <nav aria-label={t('devices:links.label', { name })}>
      <ul className={classes.rowLinks}>
        {links.map(([key, to]) =>
          key === 'cells' && !hasLte ? null : (
            <li key={key}>
              <PlainLink to={to(id)} className={classes.rowLink}>
                {t(`devices:links.${key}`)}
              </PlainLink>
            </li>
          ),
        )}
      </ul>
    </nav>
  )
}
