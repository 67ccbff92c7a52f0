import { Radio } from '@mantine/core'
import type { ReactNode } from 'react'
import { useField } from './form-context.ts'
import type { FieldProps } from './fields.tsx'
import classes from './form.module.css'

/** One of few choices, all in view with what they mean. */
export function ChoiceField<T extends string>({
  options,
  onPick,
  ...props
}: FieldProps & {
  options: readonly { id: T; name: string; text?: ReactNode }[]
  /** Told the choice, for forms whose other fields depend on it. */
  onPick?: (choice: T) => void
}) {
  const field = useField<T>(props.name, props.label)
  return (
    <Radio.Group
      id={field.id}
      label={props.label}
      description={props.help}
      error={field.error}
      required={props.required ?? false}
      value={field.value}
      onChange={(value) => {
        field.change(value as T)
        onPick?.(value as T)
      }}
      className={classes.whole ?? ''}
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
