import { Menu } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { ActionItems, type MenuAction } from '../ui/action-menu.tsx'
import { IconAction } from '../ui/icon-action.tsx'

/** The open menu of a cell whose value is set by actions. */
export default function InlineActions({
  label,
  actions,
  onClose,
}: {
  label: string
  actions: readonly MenuAction[]
  onClose: () => void
}) {
  return (
    // The keys and clicks of the menu are not those of the row.
    <span onKeyDown={(event) => event.stopPropagation()} onClick={(event) => event.stopPropagation()}>
      <Menu
        opened
        onClose={onClose}
        position="bottom-start"
        withinPortal
        withInitialFocusPlaceholder={false}
        shadow="md"
      >
        <Menu.Target>
          <IconAction icon={IconPencil} size={24} label={label} onClick={onClose} />
        </Menu.Target>
        <Menu.Dropdown>
          <ActionItems actions={actions} />
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}
