import { Checkbox } from '@mantine/core'
import { useField } from './form-context.ts'
import type { FieldProps } from './fields.tsx'
import classes from './form.module.css'

/** Any of few choices, all in view; the value is the list of their ids, in the order of the choices. */
export function ChecksField<T extends string>({
  options,
  ...props
}: FieldProps & { options: readonly { id: T; name: string }[] }) {
  const field = useField<T[]>(props.name, props.label)
  return (
    <Checkbox.Group
      id={field.id}
      label={props.label}
      description={props.help}
      error={field.error}
      required={props.required ?? false}
      value={field.value}
      onChange={(value) => field.change(options.map(({ id }) => id).filter((id) => value.includes(id)))}
      className={classes.whole ?? ''}
    >
      <div className={classes.checks}>
        {options.map((option) => (
          <Checkbox key={option.id} value={option.id} label={option.name} disabled={props.disabled ?? false} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
