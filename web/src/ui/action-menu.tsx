import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import classes from './action-menu.module.css'

export interface MenuAction {
  key: string
  label: string
  icon?: ReactNode
  tone?: 'normal' | 'danger'
  /** Goes somewhere … */
  to?: string
  /** … or does something. */
  onClick?: () => void
  /** Shown but not possible, and why. */
  disabledReason?: string | undefined
}

/**
 * The entries of a menu of deeds. One that is not possible now stays reachable by keyboard and says why below its
 * name. `onAct` is told before a deed is done or a way is gone.
 */
export function ActionItems({ actions, onAct }: { actions: readonly MenuAction[]; onAct?: () => void }) {
  return actions.map((action) => {
    const shared = { leftSection: action.icon, className: clsx(action.tone === 'danger' && classes.danger) }
    if (action.disabledReason)
      return (
        <Menu.Item
          key={action.key}
          {...shared}
          aria-disabled="true"
          closeMenuOnClick={false}
          className={classes.off ?? ''}
        >
          {action.label}
          <span className={classes.reason}>{action.disabledReason}</span>
        </Menu.Item>
      )
    if (action.to)
      return (
        <Menu.Item
          key={action.key}
          component={Link}
          {...({ to: action.to } as object)}
          {...shared}
          onClick={() => onAct?.()}
        >
          {action.label}
        </Menu.Item>
      )
    return (
      <Menu.Item
        key={action.key}
        {...shared}
        onClick={() => {
          onAct?.()
          action.onClick?.()
        }}
      >
        {action.label}
      </Menu.Item>
    )
  })
}

/** What can be done with the record of a page, behind one button. */
export function ActionMenu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  if (actions.length === 0) return null
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false} returnFocus shadow="md" width={264}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden="true" />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ActionItems actions={actions} />
      </Menu.Dropdown>
    </Menu>
  )
}
