import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { inputProps, type FieldProps } from '../../form/fields.tsx'
import { useField } from '../../form/form-context.ts'
import { sameValues } from '../../form/normalise.ts'
import { formatList, parseList } from './list-text.ts'

/** Several entries in one line. The value is a list, of numbers if `numeric`. */
export function ListField({
  placeholder,
  numeric = false,
  ...props
}: FieldProps & { placeholder?: string; numeric?: boolean }) {
  const field = useField<(string | number)[]>(props.name, props.label)
  const value = field.value ?? []
  const parse = (line: string) => (numeric ? parseList(line).map(Number) : parseList(line))
  const [text, setText] = useState(() => formatList(value))
  // The text is replaced only if the value was changed elsewhere.
  const shown = sameValues(parse(text), value) ? text : formatList(value)
  return (
    <TextInput
      {...inputProps(props, field)}
      placeholder={placeholder}
      autoComplete="off"
      {...(numeric ? { inputMode: 'numeric' as const } : {})}
      value={shown}
      onChange={(event) => {
        setText(event.currentTarget.value)
        field.change(parse(event.currentTarget.value))
      }}
      onBlur={field.leave}
    />
  )
}
