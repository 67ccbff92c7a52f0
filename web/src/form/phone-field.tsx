import { TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { loadChunk } from '../api/chunk.ts'
import { useCall } from '../api/query.ts'
import { sessionCalls } from '../api/session-calls.ts'
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
  /** ISO 3166-1 alpha-2; default: the country of the installation. */ defaultCountry?: string | undefined
}) {
  const field = useField<string | null>(props.name, props.label)
  // The form's own country, otherwise that of the installation.
  const boot = useCall(sessionCalls.boot, {}, { staleTime: 5 * 60_000, enabled: defaultCountry === undefined })
  const country = defaultCountry ?? boot.data?.data.default_iso
  // A stored number has its country; an empty field isPending for the default, which the picker takes once.
  const isPending = country === undefined && !boot.error && !field.value
  const plain = (
    <TextInput
      {...inputProps(props, field)}
      type="tel"
      autoComplete="tel"
      value={field.value ?? ''}
      onChange={(event) => field.change(event.currentTarget.value)}
      onBlur={field.leave}
    />
  )
  if (isPending) return plain
  return (
    <Suspense fallback={plain}>
      <PhoneInput
        {...inputProps(props, field)}
        value={field.value ?? ''}
        onChange={field.change}
        onLeave={field.leave}
        defaultCountry={country}
      />
    </Suspense>
  )
}
