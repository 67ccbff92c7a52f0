import type { UseFormReturnType } from '@mantine/form'
import { createContext, useContext, useEffect, type ReactNode } from 'react'

/** Values of a form: any plain object. Fields reach into it by path. */
// oxlint-disable-next-line typescript/no-explicit-any -- each form brings its own shape; a field knows only its path
export type AnyValues = Record<string, any>

export interface FormScope {
  form: UseFormReturnType<AnyValues>
  /** Makes the ids of the fields unique on the page. */
  id: string
  pending: boolean
  /** A field says its label, for the error summary and the comparison of versions. */
  register: (name: string, label: string) => () => void
}

export const FormContext = createContext<FormScope | null>(null)

export const fieldId = (formId: string, name: string): string => `${formId}-${name.replaceAll('.', '-')}`

export interface FieldBinding<T> {
  id: string
  value: T
  error: ReactNode
  pending: boolean
  /** Sets the value; an error that is shown is checked again at once. */
  change: (value: T) => void
  /** Checks the field. */
  leave: () => void
}

/** Binds a field to its form by path (`company.name`). Used inside `Form`. */
export function useField<T = string>(name: string, label: string): FieldBinding<T> {
  const scope = useContext(FormContext)
  if (!scope) throw new Error(`The field ${name} stands outside a form.`)
  const { form, id, pending, register } = scope
  useEffect(() => register(name, label), [register, name, label])
  const props = form.getInputProps(name)
  return {
    id: fieldId(id, name),
    value: props.value as T,
    error: props.error as ReactNode,
    pending,
    change: (value) => {
      const shown = form.errors[name] !== undefined && form.errors[name] !== null
      form.setFieldValue(name, value as never)
      // The form clears the error of a changed field; where the input is still wrong it should not vanish for a moment.
      if (shown) queueMicrotask(() => void form.validateField(name))
    },
    leave: () => {
      if (form.isDirty(name) || form.isTouched(name)) void form.validateField(name)
    },
  }
}
