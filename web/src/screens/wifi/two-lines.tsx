import type { ReactNode } from 'react'
import layout from '../../ui/layout.module.css'
import classes from './wifi.module.css'

/** The content of a table cell with secondary text below it. */
export function TwoLines({
  children,
  below,
  title,
}: {
  children: ReactNode
  below: ReactNode
  title?: string | undefined
}) {
  return (
    <span className={classes.twoLines} title={title}>
      <span>{children}</span>
      {below ? <span className={layout.hint}>{below}</span> : null}
    </span>
  )
}
