import { useSearch } from '@tanstack/react-router'
import { firewall } from '@trunkline/contract/resources/firewall'
import { useTranslation } from '../../i18n/use-translation.ts'
import layout from '../../ui/layout.module.css'
import { PlainLink } from '../../ui/link.tsx'
import { ReadingPage } from '../lan/reading-page.tsx'
import { AddButton } from '../lan/row-buttons.tsx'
import { menuCardProps, useDeviceReading, useReadingInterval } from '../lan/use-device-reading.ts'
import { useDevice } from '../lan/use-device.ts'
import { FiltersCard } from './filters-card.tsx'
import { firewallPaths } from './firewall-paths.ts'
import classes from './firewall.module.css'
import { ListsCard } from './lists-card.tsx'
import { NatCard } from './nat-card.tsx'

const sections = ['nat', 'lists', 'filter'] as const
type Section = (typeof sections)[number]

/** The firewall of one router: port forwards and NAT, address lists, and filter rules. */
export default function Firewall() {
  const { t } = useTranslation()
  const device = useDevice()
  const { hardwareId } = device
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const section: Section = sections.find((one) => one === tab) ?? 'nat'
  const every = useReadingInterval(device)
  const inSection = (one: Section) => ({ ...device, ready: device.ready && section === one })
  const nat = useDeviceReading(inSection('nat'), firewall.nat, every)
  const lists = useDeviceReading(inSection('lists'), firewall.lists, every)
  const filter = useDeviceReading(inSection('filter'), firewall.filters, every)
  const reading = { nat, lists, filter }[section]
  const unread = reading.readingError !== undefined && reading.readAt === undefined
  const tabs = (
    <nav aria-label={t('firewall:sections')}>
      <ul className={`${layout.list} ${layout.buttons}`}>
        {sections.map((one) => (
          <li key={one}>
            <PlainLink
              to={firewallPaths.router(hardwareId)}
              search={one === 'nat' ? {} : { tab: one }}
              className={classes.section}
              exact
              {...(one === section ? { 'aria-current': 'page' as const } : {})}
            >
              {t(`firewall:${one}.title`)}
            </PlainLink>
          </li>
        ))}
      </ul>
    </nav>
  )
  return (
    <ReadingPage
      of={device}
      actions={
        device.may(firewall.addForward) ? (
          <AddButton label={t('firewall:nat.add')} to={{ to: firewallPaths.add(hardwareId) }} />
        ) : undefined
      }
      above={tabs}
      reading={reading}
    >
      {() =>
        section === 'nat' ? (
          <NatCard {...menuCardProps(device, nat)} />
        ) : section === 'lists' ? (
          <ListsCard of={device} lists={lists.rows} unread={unread} mayAdd={device.may(firewall.addEntry)} />
        ) : (
          <FiltersCard {...menuCardProps(device, filter)} />
        )
      }
    </ReadingPage>
  )
}
