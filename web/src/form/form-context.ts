import type { UseFormReturnType } from '@mantine/form'
import { createContext, useContext, useEffect, type ReactNode } from 'react'
import type { Format } from './formats.ts'

/** The values of a form: any plain object. Fields access it by path. */
// oxlint-disable-next-line typescript/no-explicit-any -- each form has its own shape; a field only knows its path
export type AnyValues = Record<string, any>

export interface FormScope {
  form: UseFormReturnType<AnyValues>
  /** Makes the ids of fields unique on the page. */
  id: string
  pending: boolean
  /**
   * Registers the label of a field, for the error summary and the version comparison, and the format of its text, which
   * is checked with the form.
   */
  register: (name: string, label: string, format?: Format) => () => void
}

export const FormContext = createContext<FormScope | null>(null)

export const fieldId = (formId: string, name: string): string => `${formId}-${name.replaceAll('.', '-')}`

export interface FieldBinding<T> {
  id: string
  value: T
  error: ReactNode
  pending: boolean
  /** Sets the value; a shown error is validated again. */
  change: (value: T) => void
  /** Validates the field. */
  leave: () => void
}

/** Binds a field to its form by path (`company.name`). For use inside `Form`. */
export function useField<T = string>(name: string, label: string, format?: Format): FieldBinding<T> {
  const scope = useContext(FormContext)
  if (!scope) throw new Error(`The field ${name} stands outside a form.`)
  const { form, id, pending, register } = scope
  useEffect(() => register(name, label, format), [register, name, label, format])
  const props = form.getInputProps(name)
  return {
    id: fieldId(id, name),
    value: props.value as T,
    error: props.error as ReactNode,
    pending,
    change: (value) => {
      const shown = form.errors[name] !== undefined && form.errors[name] !== null
      form.setFieldValue(name, value as never)
      // The form clears the error of a changed field; a persisting one should not disappear for a moment.
      if (shown) queueMicrotask(() => void form.validateField(name))
    },
    leave: () => {
      if (form.isDirty(name) || form.isTouched(name)) void form.validateField(name)
    },
  }
}
