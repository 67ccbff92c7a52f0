import type { ReactNode } from 'react'
import { Breadcrumbs, type Crumb } from './breadcrumbs.tsx'
import classes from './page-header.module.css'

/** The header of a page: breadcrumbs, its only `h1` (focused on a route change), and its actions. */
export function PageHeader({
  title,
  subtitle,
  status,
  crumbs,
  actions,
  main,
}: {
  title: ReactNode
  subtitle?: ReactNode
  status?: ReactNode
  crumbs?: readonly Crumb[] | undefined
  actions?: ReactNode
  /** The main action; on a phone it stays at the bottom of the screen. */
  main?: ReactNode
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
      {actions || main ? (
        <div className={classes.actions}>
          {actions}
          {main ? (
            <div className={classes.main} data-main-action="">
              {main}
            </div>
          ) : null}
        </div>
      ) : null}
    </header>
  )
}
