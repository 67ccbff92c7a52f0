import { useRouterState } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { PlainLink } from './link.tsx'
import { scrollToOpen } from './scroll-to-open.ts'
import classes from './link-tabs.module.css'

/** Links to related pages, styled as tabs; each has its own URL and title. */
export function LinkTabs({
  label,
  tabs,
  open,
}: {
  label: string
  tabs: readonly { to: string; label: string }[]
  /** The current tab of a page below one. Default: the one with the path of the page. */
  open?: string | undefined
}) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const current = open ?? path
  const list = useRef<HTMLUListElement>(null)
  // On a narrow page the row scrolls: the current tab is in view.
  useLayoutEffect(() => {
    scrollToOpen(list.current, '[aria-current=page]')
  }, [current, tabs.length])
  return (
    <nav aria-label={label} data-tabs="">
      <ul ref={list} className={classes.tabs}>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <PlainLink
              to={tab.to}
              className={classes.tab}
              exact
              {...(current === tab.to ? { 'aria-current': 'page' as const } : {})}
            >
              {tab.label}
            </PlainLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
