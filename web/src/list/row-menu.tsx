import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { ActionItems } from '../ui/action-menu.tsx'
import type { RowAction } from './list-types.ts'
import classes from './list.module.css'

/** The actions of one row. The menu is rendered on the first click, because a page has up to 200 rows. */
export function RowMenu({
  name,
  actions,
  onAct,
  tabIndex,
}: {
  name: string
  actions: () => readonly RowAction[]
  /** Called before an action runs. */ onAct: () => void
  /** For rows of which only one is in the tab order. */ tabIndex?: number | undefined
}) {
  const { t } = useTranslation()
  const [created, setMade] = useState(false)
  const [opened, setOpened] = useState(false)
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="md"
      className={classes.rowMenu}
      aria-label={t('list:row.actions', { name })}
      aria-haspopup="menu"
      tabIndex={tabIndex}
      {...(created
        ? {}
        : {
            onClick: () => {
              setMade(true)
              setOpened(true)
            },
          })}
    >
      <IconDots size={16} aria-hidden="true" />
    </ActionIcon>
  )
  if (!created) return button
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      withinPortal
      withInitialFocusPlaceholder={false}
      returnFocus
      shadow="md"
      width={248}
    >
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{opened ? <ActionItems actions={actions()} onAct={onAct} /> : null}</Menu.Dropdown>
    </Menu>
  )
}
