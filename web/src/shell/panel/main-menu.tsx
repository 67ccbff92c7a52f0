import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconX } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { homeOf } from '../../access/home.ts'
import type { SignedIn } from '../../access/session.ts'
import { isHere, menuFor, menuSections, type ShownEntry } from './menu.ts'
import { PlainLink } from '../../ui/link.tsx'
import { BrandMark } from '../../ui/brand.tsx'
import styles from './main-menu.module.css'

const none = () => ({})

function Entry({ entry, current, collapsed }: { entry: ShownEntry; current: boolean; collapsed: boolean }) {
  const { t } = useTranslation('panel')
  const text = t(`panel:title.${entry.title}`)
  const { icon: Icon } = entry
  const link = (
    <Link
      to={entry.to as never}
      className={styles.entry}
      // The router treats `/` as active on every page, so the menu decides itself.
      activeProps={none}
      activeOptions={{ exact: true }}
      aria-current={current ? 'page' : undefined}
      aria-label={collapsed ? text : undefined}
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      {!collapsed && <span>{text}</span>}
    </Link>
  )
  return (
    <li>
      {collapsed ? (
        <Tooltip label={text} position="right" withArrow>
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  )
}

/** The vertical menu, by the user's abilities. `onCollapse` is missing in the drawer, `onClose` outside it. */
export function MainMenu({
  session,
  collapsed = false,
  onCollapse,
  onClose,
}: {
  session: SignedIn
  collapsed?: boolean
  onCollapse?: (collapsed: boolean) => void
  onClose?: () => void
}) {
  const { t } = useTranslation('panel')
  const can = useCan()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const entries = menuFor(session.role, can)
  return (
    <nav className={styles.menu} data-collapsed={collapsed} aria-label={t('menu.label')}>
      <div className={styles.brand}>
        <PlainLink to={homeOf(session.role)} className={styles.home} aria-label={t('shell:product')}>
          <BrandMark />
          {!collapsed && <span className={styles.name}>{t('shell:product')}</span>}
        </PlainLink>
        {onClose && (
          <ActionIcon variant="subtle" color="gray" size="lg" onClick={onClose} aria-label={t('menu.close')}>
            <IconX size={18} />
          </ActionIcon>
        )}
      </div>
      <div className={styles.entries}>
        {menuSections.map((section) => {
          const inside = entries.filter((entry) => entry.section === section)
          if (inside.length === 0) return null
          return (
            <div key={section ?? ''} className={styles.section}>
              {section && !collapsed && <h2 className={styles.heading}>{t(`menu.${section}`)}</h2>}
              <ul className={styles.list}>
                {inside.map((entry) => (
                  <Entry key={entry.to} entry={entry} current={isHere(entry, path)} collapsed={collapsed} />
                ))}
              </ul>
            </div>
          )
        })}
      </div>
      {onCollapse && (
        <div className={styles.foot}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            onClick={() => onCollapse(!collapsed)}
            aria-expanded={!collapsed}
            aria-label={t(collapsed ? 'menu.expand' : 'menu.collapse')}
          >
            {collapsed ? (
              <IconLayoutSidebarLeftExpand size={18} stroke={1.75} />
            ) : (
              <IconLayoutSidebarLeftCollapse size={18} stroke={1.75} />
            )}
          </ActionIcon>
        </div>
      )}
    </nav>
  )
}
