import clsx from 'clsx'
import type { ReactNode } from 'react'
import classes from './status-badge.module.css'
import type { Tone } from './tone.ts'

/** A status with a dot in the colour of its tone. */
export function StatusBadge({
  tone = 'neutral',
  dot = true,
  children,
}: {
  tone?: Tone
  dot?: boolean
  children: ReactNode
}) {
  return (
    <span className={clsx(classes.badge, classes[tone])}>
      {dot ? <span className={classes.dot} aria-hidden="true" /> : null}
      <span className={classes.text}>{children}</span>
    </span>
  )
}
