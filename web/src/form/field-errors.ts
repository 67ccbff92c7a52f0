import { fieldErrors } from '@trunkline/contract/issues'
import type * as z from 'zod/mini'
import { textOf } from '../i18n/messages.ts'
import '../schema/zod.ts'

export type FieldErrors = Record<string, string>

/** Errors of a contract schema by the path of the field, the first of each, as texts. `{}` where the values are fine. */
export function schemaErrors(schema: z.ZodMiniType, values: unknown): FieldErrors {
  const { error } = schema.safeParse(values)
  return error === undefined
    ? {}
    : Object.fromEntries(Object.entries(fieldErrors(error, values)).map(([path, of]) => [path, textOf(of)]))
}

/**
 * Where the error of a server path is shown: at the field of that path, else at the nearest field above it
 * (`ids.3` at `ids`), else nowhere but in the summary.
 */
export function fieldOf(path: string, fields: readonly string[]): string | undefined {
  for (let at = path; at; at = at.includes('.') ? at.slice(0, at.lastIndexOf('.')) : '')
    if (fields.includes(at)) return at
  return undefined
}

/** Errors of a reply laid on the fields of a form: each field takes the first that falls on it, the rest is `loose`. */
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
