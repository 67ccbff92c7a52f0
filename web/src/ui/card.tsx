import clsx from 'clsx'
import { useId, type ReactNode } from 'react'
import classes from './card.module.css'
import { PlainLink, type LinkTarget } from './link.tsx'

/** A bordered section; with a title it is a named region. */
export function Card({
  title,
  actions,
  padded = true,
  className,
  children,
}: {
  title?: ReactNode
  actions?: ReactNode
  padded?: boolean
  className?: string
  children: ReactNode
}) {
  const headingId = useId()
  return (
    <section
      className={clsx(classes.card, padded && classes.padded, className)}
      aria-labelledby={title ? headingId : undefined}
    >
      {title || actions ? (
        <div className={classes.head}>
          {title ? (
            <h2 id={headingId} className={classes.title}>
              {title}
            </h2>
          ) : (
            <span />
          )}
          {actions}
        </div>
      ) : null}
      {children}
    </section>
  )
}

/** A number with its label. With `link`, it links to the list it counts. */
export function StatCard({
  label,
  value,
  hint,
  link,
}: {
  label: ReactNode
  value: ReactNode
  hint?: ReactNode
  link?: LinkTarget | undefined
}) {
  const inside = (
    <>
      <div className={classes.label}>{label}</div>
      <div className={classes.value}>{value}</div>
      {hint ? <div className={classes.hint}>{hint}</div> : null}
    </>
  )
  const look = clsx(classes.card, classes.stat)
  return link ? (
    <PlainLink {...link} className={look}>
      {inside}
    </PlainLink>
  ) : (
    <div className={look}>{inside}</div>
  )
}
