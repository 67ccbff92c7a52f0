import type { ReactNode } from 'react'
import { PlainLink, type LinkTarget } from '../ui/link.tsx'
import classes from './state-strip.module.css'

/** The state of a record at a glance, above its tabs: one cell for each thing that can work or fail. */
export function StateStrip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={classes.strip} aria-label={label}>
      {children}
    </section>
  )
}

/** A label with badges, or with a text where there are none. */
export function StateCell({
  label,
  total,
  link,
  wide = false,
  children,
}: {
  label: string
  /** Of everything that the badges count. */
  total?: string
  link?: LinkTarget | undefined
  wide?: boolean
  children: ReactNode
}) {
  const head = (
    <>
      {label}
      {total === undefined ? null : <strong>{total}</strong>}
    </>
  )
  return (
    <div className={classes.cell} data-wide={wide || undefined}>
      {link ? (
        <PlainLink {...link} className={classes.label}>
          {head}
        </PlainLink>
      ) : (
        <span className={classes.label}>{head}</span>
      )}
      <div className={classes.parts}>{children}</div>
    </div>
  )
}

/** A badge that opens the rows that it counts. */
export const StateLink = ({ link, children }: { link: LinkTarget; children: ReactNode }) => (
  <PlainLink {...link} className={classes.link}>
    {children}
  </PlainLink>
)

/** What is said beside a badge, or instead of one. */
export const StateText = ({ children }: { children: ReactNode }) => <span className={classes.text}>{children}</span>
