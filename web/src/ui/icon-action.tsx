import { ActionIcon, type ElementProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

/** A button that is only an icon; `label` is its accessible name. `size` in pixels. */
export function IconAction({
  icon: Shape,
  label,
  size = 28,
  ...rest
}: { icon: Icon; label: string; size?: number } & Omit<ElementProps<'button'>, 'color'>) {
  return (
    <ActionIcon variant="subtle" color="gray" size={size} aria-label={label} {...rest}>
      <Shape size={size < 28 ? 14 : 16} aria-hidden="true" />
    </ActionIcon>
  )
}
