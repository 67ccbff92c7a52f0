import { ActionIcon, Tooltip } from '@mantine/core'
import { capsmanAccessList, type RawAccessRow } from '@trunkline/contract/resources/access-control'
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash, type Icon } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { PageDevice } from '../lan/use-device.ts'
import { ownerOf, rawKey } from './raw-text.ts'
import type { RawList } from './use-raw-list.ts'

/** The buttons of a row that the device's owner created: move, edit, remove. */
export function RawRowActions({
  row,
  siblings,
  list: { edited, setEdited, move, confirmRemoval },
  may,
}: {
  row: RawAccessRow
  /** The rows of the same Wi-Fi system in their order. */
  siblings: readonly RawAccessRow[]
  list: Pick<RawList, 'edited' | 'setEdited' | 'move' | 'confirmRemoval'>
  may: PageDevice['may']
}) {
  const { t } = useTranslation()
  if (ownerOf(row) !== 'owner') return null
  const index = siblings.indexOf(row)
  const above = siblings[index - 1]
  // The rows of the panel stay first.
  const isFirst = above === undefined || ownerOf(above) !== 'owner'
  const isLast = index === siblings.length - 1
  const isEdited = edited === rawKey(row)
  const button = (
    label: string,
    Shape: Icon,
    onClick: () => void,
    { disabled = false, expanded }: { disabled?: boolean; expanded?: boolean } = {},
  ) => (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('wifi-access:raw.actionOf', { action: label, position: row.position })}
        aria-disabled={disabled || undefined}
        data-disabled={disabled || undefined}
        aria-expanded={expanded}
        onClick={() => !disabled && onClick()}
      >
        <Shape size={16} />
      </ActionIcon>
    </Tooltip>
  )
  const up = () => move(siblings, row, 'up')
  const down = () => move(siblings, row, 'down')
  const toggle = () => setEdited(isEdited ? undefined : rawKey(row))
  return (
    <>
      {may(capsmanAccessList.update) ? (
        <>
          {button(t('wifi-access:move.up'), IconArrowUp, up, { disabled: isFirst })}
          {button(t('wifi-access:move.down'), IconArrowDown, down, { disabled: isLast })}
          {button(t('common:record.action.edit'), IconPencil, toggle, { expanded: isEdited })}
        </>
      ) : null}
      {may(capsmanAccessList.destroy)
        ? button(t('wifi-access:action.remove'), IconTrash, () => confirmRemoval(row))
        : null}
    </>
  )
}
