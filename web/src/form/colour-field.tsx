import { Group, Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import layout from '../ui/layout.module.css'
import { useField } from './form-context.ts'

/** A choice of colours. Each is drawn with its name (`show`): not every reader can tell colours apart. */
export function ColourField<Colour extends string>({
  name,
  label,
  colours,
  show,
}: {
  name: string
  label: string
  colours: readonly Colour[]
  show: (colour: Colour) => ReactNode
}) {
  const field = useField<string>(name, label)
  return (
    <Radio.Group
      id={field.id}
      label={label}
      error={field.error}
      value={field.value}
      onChange={field.change}
      className={layout.whole ?? ''}
    >
      <Group gap="sm" mt={4}>
        {colours.map((colour) => (
          <Radio key={colour} value={colour} label={show(colour)} />
        ))}
      </Group>
    </Radio.Group>
  )
}
