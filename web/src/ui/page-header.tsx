import type { ReactNode } from 'react'
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx'
import classes from './page-header.module.css'

/** The head of every page: where it stands, its one `h1` (which takes the focus on a route change), and what can be done. */
export function PageHeader({
  title,
  subtitle,
  status,
  crumbs,
  actions,
}: {
  title: ReactNode
  subtitle?: ReactNode
  status?: ReactNode
  crumbs?: readonly Crumb[] | undefined
  actions?: ReactNode
}) {
  return (
    <header className={classes.header}>
      <div className={classes.text}>
        {crumbs?.length ? <Breadcrumbs items={crumbs} /> : null}
        <div className={classes.line}>
          <h1 className={classes.title} tabIndex={-1}>
            {title}
          </h1>
          {status}
        </div>
        {subtitle ? <div className={classes.subtitle}>{subtitle}</div> : null}
      </div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </header>
  )
}
