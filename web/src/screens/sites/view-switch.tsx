import { IconList, IconMap2 } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import { PlainLink } from '../../ui/link.tsx'
import classes from './sites.module.css'

/** Switches between list and map, with the same status filter. */
export function ViewSwitch({ view, status }: { view: 'list' | 'map'; status: string | undefined }) {
  const { t } = useTranslation()
  const options = [
    {
      key: 'list' as const,
      icon: IconList,
      search: status ? { search: `status:${status}`, searchFields: 'status:=' } : {},
    },
    { key: 'map' as const, icon: IconMap2, search: { view: 'map', ...(status ? { status } : {}) } },
  ]
  return (
    <nav aria-label={t('sites:view.label')} className={classes.switch}>
      {options.map(({ key, icon: Icon, search }) => (
        <PlainLink
          key={key}
          to={paths.sites.list}
          search={search}
          className={classes.switchLink}
          exact
          {...(view === key ? { 'aria-current': 'true' as const } : {})}
        >
          <Icon size={16} aria-hidden="true" /> {t(`sites:view.${key}`)}
        </PlainLink>
      ))}
    </nav>
  )
}
