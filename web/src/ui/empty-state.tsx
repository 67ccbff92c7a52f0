import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

/** Shown instead of an empty list: a title, an explanation, and the next step. */
export function EmptyState({
  icon,
  title,
  text,
  children,
}: {
  icon?: ReactNode
  title: ReactNode
  text?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={classes.empty}>
      {icon ? (
        <span className={classes.icon} aria-hidden="true">
          {icon}
        </span>
      ) : null}
      <h2 className={classes.title}>{title}</h2>
      {text ? <p className={classes.text}>{text}</p> : null}
      {children ? <div className={classes.actions}>{children}</div> : null}
    </div>
  )
}
