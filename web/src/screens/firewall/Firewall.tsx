import { useSearch } from '@tanstack/react-router'
import { firewall } from '@trunkline/contract/resources/firewall'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LinkButton, PlainLink } from '../../ui/link.tsx'
import { Freshness } from '../devices/freshness.tsx'
import { useReading } from '../devices/use-reading.ts'
import { useWatch } from '../devices/use-watch.ts'
import { DevicePage } from '../lan/device-page.tsx'
import { useDevice } from '../lan/use-device.ts'
import { FiltersCard } from './filters-card.tsx'
import { firewallPaths } from './firewall-paths.ts'
import classes from './firewall.module.css'
import { ListsCard } from './lists-card.tsx'
import { NatCard } from './nat-card.tsx'

/** Milliseconds between two readings while the page is open. */
const lookEvery = 10_000

const sections = ['nat', 'lists', 'filter'] as const
type Section = (typeof sections)[number]

/** The firewall of one router: port forwards and NAT, address lists, and the filter rules. */
export default function Firewall() {
  const { t } = useTranslation()
  const of = useDevice()
  const { hardwareId: id, siteId } = of
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const section: Section = sections.find((one) => one === tab) ?? 'nat'
  const every = useWatch(of.ready ? id : undefined) === undefined ? undefined : lookEvery
  const requested = { params: { id } }
  const at = (one: Section) => ({ enabled: of.ready && section === one, every })
  const nat = useReading(firewall.nat, requested, at('nat'))
  const lists = useReading(firewall.lists, requested, at('lists'))
  const filters = useReading(firewall.filters, requested, at('filter'))
  const shown = { nat, lists, filter: filters }[section]
  const unread = shown.readingError !== undefined && shown.readAt === undefined
  const path = firewallPaths.router(siteId, id)

  return (
    <DevicePage
      of={of}
      title={t('firewall:title.firewall')}
      actions={
        of.may(firewall.addForward) ? (
          <LinkButton
            to={firewallPaths.add(siteId)}
            search={{ hardware: String(id) }}
            leftSection={<IconPlus size={16} aria-hidden="true" />}
          >
            {t('firewall:nat.add')}
          </LinkButton>
        ) : undefined
      }
    >
      {() => (
        <div className={classes.stack}>
          <nav aria-label={t('firewall:sections')}>
            <ul className={classes.sections}>
              {sections.map((one) => (
                <li key={one}>
                  <PlainLink
                    to={path}
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
          {shown.error ? (
            <ErrorNotice error={shown.error} retry={shown.read} />
          ) : (
            <>
              <Freshness
                readAt={shown.readAt}
                readingError={shown.readingError}
                reading={shown.reading}
                onRead={shown.read}
              />
              {section === 'nat' ? (
                <NatCard siteId={siteId} hardwareId={id} rules={nat.rows} unread={unread} may={of.may} />
              ) : section === 'lists' ? (
                <ListsCard
                  siteId={siteId}
                  hardwareId={id}
                  lists={lists.rows}
                  unread={unread}
                  mayAdd={of.may(firewall.addEntry)}
                />
              ) : (
                <FiltersCard siteId={siteId} hardwareId={id} rules={filters.rows} unread={unread} />
              )}
            </>
          )}
        </div>
      )}
    </DevicePage>
  )
}
