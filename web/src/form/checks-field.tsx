import { Checkbox } from '@mantine/core'
import { useField } from './form-context.ts'
import { groupProps, type FieldProps } from './fields.tsx'
import classes from './form.module.css'

/** Several of a few choices as checkboxes; the value is the list of their ids, in the order of the choices. */
export function ChecksField<T extends string>({
  options,
  ...props
}: FieldProps & { options: readonly { id: T; name: string }[] }) {
  const field = useField<T[]>(props.name, props.label)
  return (
    <Checkbox.Group
      {...groupProps(props, field)}
      value={field.value}
      onChange={(value) => field.change(options.map(({ id }) => id).filter((id) => value.includes(id)))}
    >
      <div className={classes.checks}>
        {options.map((option) => (
          <Checkbox key={option.id} value={option.id} label={option.name} disabled={props.disabled ?? false} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
