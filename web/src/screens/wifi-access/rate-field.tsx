import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { inputProps, type FieldProps } from '../../form/fields.tsx'
import { useField } from '../../form/form-context.ts'

/** `2.5` or `2,5` Mbit/s in kbit/s; null if empty, NaN if it is not a number. */
export const kbpsOf = (text: string): number | null =>
  text.trim() === '' ? null : Math.round(Number(text.trim().replace(',', '.')) * 1000)

const textOf = (kbps: number | null) => (kbps === null || Number.isNaN(kbps) ? '' : String(kbps / 1000))

/** A rate in Mbit/s. The value is in kbit/s; null is no limit. */
export function RateField(props: FieldProps) {
  const field = useField<number | null>(props.name, props.label)
  const [typed, setTyped] = useState(() => textOf(field.value))
  const shown = Object.is(kbpsOf(typed), field.value) ? typed : textOf(field.value)
  return (
    <TextInput
      {...inputProps(props, field)}
      inputMode="decimal"
      maxLength={12}
      rightSection="Mbit/s"
      rightSectionWidth={68}
      value={shown}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        field.change(kbpsOf(event.currentTarget.value))
      }}
      onBlur={field.leave}
    />
  )
}
