import clsx from 'clsx'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { TextLink } from './link.tsx'
import classes from './page-header.module.css'

export interface Crumb {
  label: string
  /** Undefined for the page itself, and for a step that the user can't view. */
  to?: string | undefined
  search?: Record<string, unknown> | undefined
}

/**
 * The path to a page: its list, then parent companies. The last step is the page itself. It stays on one line: where it
 * is too long, the steps between the first and the last one are behind a button.
 */
export function Breadcrumbs({ items }: { items: readonly Crumb[] }) {
  const { t } = useTranslation()
  const list = useRef<HTMLOListElement>(null)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    const row = list.current
    if (!row || isOpen) return
    const look = () => {
      // Measured with all steps.
      row.removeAttribute('data-short')
      row.toggleAttribute('data-short', row.scrollWidth > row.clientWidth + 1)
    }
    look()
    const size = new ResizeObserver(look)
    size.observe(row)
    return () => size.disconnect()
  }, [items, isOpen])
  useLayoutEffect(() => {
    if (isOpen) list.current?.querySelector<HTMLElement>(`.${classes.middle} a`)?.focus()
  }, [isOpen])
  const last = items.length - 1
  const separator = (
    <span className={classes.separator} aria-hidden="true">
      ›
    </span>
  )
  return (
    <nav aria-label={t('ui:breadcrumbs')}>
      <ol ref={list} className={classes.crumbs} data-open={isOpen || undefined}>
        {items.flatMap((crumb, index) => {
          const step = (
            <li key={index} className={clsx(index > 0 && index < last && classes.middle)}>
              {index > 0 ? separator : null}
              {crumb.to ? (
                <TextLink to={crumb.to} search={crumb.search} inherit title={crumb.label}>
                  {crumb.label}
                </TextLink>
              ) : (
                <span aria-current={index === last ? 'page' : undefined} title={crumb.label}>
                  {crumb.label}
                </span>
              )}
            </li>
          )
          if (index !== 1 || last < 2 || isOpen) return step
          return [
            <li key="more" className={classes.more}>
              {separator}
              <button
                type="button"
                aria-expanded={false}
                aria-label={t('ui:breadcrumbsMore', { count: last - 1 })}
                onClick={() => setOpen(true)}
              >
                …
              </button>
            </li>,
            step,
          ]
        })}
      </ol>
    </nav>
  )
}
