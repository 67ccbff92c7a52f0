import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { menuFor } from './menu.ts'
import styles from './panel.module.css'

/** The pages of the open menu entry as tabs, above each of them. Pages of a record have a breadcrumb instead. */
export function SectionTabs({ role }: { role: string }) {
  const { t } = useTranslation('panel')
  const can = useCan()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const entry = menuFor(role, can).find(({ tabs }) => tabs.length > 1 && tabs.some(({ to }) => to === path))
  if (!entry) return null
  return (
    <div className={styles.tabs}>
      <LinkTabs
        label={t('menu.tabs', { name: t(`title.${entry.title}`) })}
        tabs={entry.tabs.map(({ to, title, tab = title }) => ({ to, label: t(`title.${tab}`) }))}
      />
    </div>
  )
}
