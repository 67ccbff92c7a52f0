import { Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import { useField } from './form-context.ts'
import { groupProps, type FieldProps } from './fields.tsx'
import classes from './form.module.css'

/** One of a few choices as radio buttons, with their descriptions. */
export function ChoiceField<T extends string>({
  options,
  onPick,
  ...props
}: FieldProps & {
  options: readonly { id: T; name: string; text?: ReactNode }[]
  /** Called with the choice, for forms with dependent fields. */
  onPick?: (choice: T) => void
}) {
  const field = useField<T>(props.name, props.label)
  return (
    <Radio.Group
      {...groupProps(props, field)}
      value={field.value}
      onChange={(value) => {
        field.change(value as T)
        onPick?.(value as T)
      }}
    >
      <div className={classes.choices}>
        {options.map((option) => (
          <div key={option.id} className={classes.choice} data-checked={field.value === option.id || undefined}>
            <Radio value={option.id} label={option.name} description={option.text} disabled={props.disabled ?? false} />
          </div>
        ))}
      </div>
    </Radio.Group>
  )
}
