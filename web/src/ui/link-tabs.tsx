import { useRouterState } from '@tanstack/react-router'
import { PlainLink } from './link.tsx'
import classes from './link-tabs.module.css'

/** Links to related pages, styled as tabs; each has its own URL and title. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly { to: string; label: string }[] }) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  return (
    <nav aria-label={label}>
      <ul className={classes.tabs}>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <PlainLink
              to={tab.to}
              className={classes.tab}
              exact
              {...(path === tab.to ? { 'aria-current': 'page' as const } : {})}
            >
              {tab.label}
            </PlainLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
