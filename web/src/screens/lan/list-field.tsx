import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { inputProps, type FieldProps } from '../../form/fields.tsx'
import { useField } from '../../form/form-context.ts'
import { sameValues } from '../../form/normalise.ts'
import { readList, writeList } from './address-list.ts'

/** Several addresses in one line. The value is a list. */
export function ListField({ placeholder, ...props }: FieldProps & { placeholder?: string }) {
  const field = useField<string[]>(props.name, props.label)
  const value = field.value ?? []
  const [text, setText] = useState(() => writeList(value))
  // Another value came from elsewhere; what is being typed is left as it is typed.
  const shown = sameValues(readList(text), value) ? text : writeList(value)
  return (
    <TextInput
      {...inputProps(props, field)}
      placeholder={placeholder}
      autoComplete="off"
      value={shown}
      onChange={(event) => {
        setText(event.currentTarget.value)
        field.change(readList(event.currentTarget.value))
      }}
      onBlur={field.leave}
    />
  )
}
