import { Button, type ButtonProps, type ElementProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

/** A button with an icon before its label; by default the quiet variant. */
export function ActionButton({
  icon: Shape,
  variant = 'default',
  ...rest
}: { icon: Icon } & ButtonProps & ElementProps<'button', keyof ButtonProps>) {
  return <Button variant={variant} leftSection={<Shape size={16} aria-hidden="true" />} {...rest} />
}
