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
  /** A link … */
  to?: string
  /** … or an action. */
  onClick?: () => void
  /** Disabled, with the reason. */
  disabledReason?: string | undefined
}

/**
 * The entries of a menu. A disabled one stays focusable and shows its reason. `onAct` is called before an action or
 * link.
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

/** The actions of a page's record, behind one button. */
export function ActionMenu({
  label,
  actions,
  size = 'sm',
}: {
  label: string
  actions: readonly MenuAction[]
  size?: 'sm' | 'compact-sm' | 'compact-md'
}) {
  if (actions.length === 0) return null
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false} returnFocus shadow="md" width={264}>
      <Menu.Target>
        <Button variant="default" size={size} rightSection={<IconChevronDown size={16} aria-hidden="true" />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ActionItems actions={actions} />
      </Menu.Dropdown>
    </Menu>
  )
}
