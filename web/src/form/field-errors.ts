import { fieldErrors } from '@trunkline/contract/issues'
import type * as z from 'zod/mini'
import { textOf } from '../i18n/messages.ts'
import '../schema/zod.ts'
import { formats, type Format } from './formats.ts'

export type FieldErrors = Record<string, string>

/** The first error of each field by a contract schema, as texts; `{}` for valid values. */
export function schemaErrors(schema: z.ZodMiniType, values: unknown): FieldErrors {
  const { error } = schema.safeParse(values)
  return error === undefined
    ? {}
    : Object.fromEntries(Object.entries(fieldErrors(error, values)).map(([path, of]) => [path, textOf(of)]))
}

/** The errors of texts that have not the format of their field. An empty field has none. */
export function formatErrors(of: ReadonlyMap<string, Format>, values: unknown): FieldErrors {
  const errors: FieldErrors = {}
  for (const [name, format] of of) {
    const value = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], values)
    const text = typeof value === 'string' ? value.trim() : ''
    const error = text === '' ? undefined : formats[format](text)
    if (error) errors[name] = textOf(error)
  }
  return errors
}

/**
 * The field that shows the error of a server path: that of the path, else the nearest parent (`ids.3` at `ids`);
 * undefined: only the summary shows it.
 */
export function fieldOf(path: string, fields: readonly string[]): string | undefined {
  for (let at = path; at; at = at.includes('.') ? at.slice(0, at.lastIndexOf('.')) : '')
    if (fields.includes(at)) return at
  return undefined
}

/** Assigns the errors of a reply to the fields of a form: each field gets the first of its own, the rest is `loose`. */
export function mapErrors(errors: FieldErrors, fields: readonly string[]): { mapped: FieldErrors; loose: FieldErrors } {
  const mapped: FieldErrors = {}
  const loose: FieldErrors = {}
  for (const [path, message] of Object.entries(errors)) {
    const field = fieldOf(path, fields)
    if (field === undefined) loose[path] = message
    else mapped[field] ??= message
  }
  return { mapped, loose }
}
