import { TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { loadChunk } from '../api/chunk.ts'
import { inputProps, type FieldProps } from './fields.tsx'
import { useField } from './form-context.ts'

// The tables of dialling plans are 36 kB; the rest of the form does not wait for them.
const PhoneInput = lazy(() => loadChunk(() => import('./phone-input.tsx')))

/**
 * A telephone number with a country picker. The value is one text of plus, country code and number, as in the API.
 * Until the numbering plans are loaded, it is a plain text input.
 */
export function PhoneField({
  defaultCountry,
  ...props
}: FieldProps & {
  /** ISO 3166-1 alpha-2; default: the region of the browser. */ defaultCountry?: string | undefined
}) {
  const field = useField<string | null>(props.name, props.label)
  const plain = (
    <TextInput
      {...inputProps(props, field)}
      type="tel"
      autoComplete="tel"
      value={field.value ?? ''}
      onChange={(event) => field.change(event.currentTarget.value)}
    />
  )
  return (
    <Suspense fallback={plain}>
      <PhoneInput
        {...inputProps(props, field)}
        value={field.value ?? ''}
        onChange={field.change}
        onLeave={field.leave}
        defaultCountry={defaultCountry}
      />
    </Suspense>
  )
}
