import { useTranslation } from '../i18n/use-translation.ts'
import { TextLink } from './link.tsx'
import classes from './page-header.module.css'

export interface Crumb {
  label: string
  /** Undefined for the page itself, and for a step that the user can't view. */
  to?: string | undefined
  search?: Record<string, unknown> | undefined
}

/** The path to a page: its list, then parent companies. The last step is the page itself. */
export function Breadcrumbs({ items }: { items: readonly Crumb[] }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('ui:breadcrumbs')}>
      <ol className={classes.crumbs}>
        {items.map((crumb, index) => (
          <li key={index}>
            {index > 0 ? (
              <span className={classes.separator} aria-hidden="true">
                ›
              </span>
            ) : null}
            {crumb.to ? (
              <TextLink to={crumb.to} search={crumb.search} inherit>
                {crumb.label}
              </TextLink>
            ) : (
              <span aria-current={index === items.length - 1 ? 'page' : undefined}>{crumb.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
