import * as z from 'zod/mini'
import { paramsSchema, type Endpoint, type ObjectSchema } from '@trunkline/contract/endpoint'
import type { FieldErrors } from '@trunkline/contract/errors'
import { invalid, notFound } from '../errors.ts'

/** One message a field, keyed by its path; the first fault of a field stands. */
export function fieldErrors(error: z.core.$ZodError): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of error.issues.slice(0, 100)) {
    const at = issue.path.map(String).join('.')
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) fields[at === '' ? key : `${at}.${key}`] ??= 'There is no such field.'
    else fields[at] ??= textOf(issue)
  }
  return fields
}

function textOf(issue: z.core.$ZodIssue): string {
  if (issue.message !== '' && issue.message !== 'Invalid input') return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'This is required.'
        : `This must be ${article(issue.expected)}.`
    case 'invalid_value':
      return `Allowed: ${issue.values.map(String).join(', ')}.`
    case 'too_big':
      return `At most ${issue.maximum}.`
    case 'too_small':
      return `At least ${issue.minimum}.`
    case 'invalid_format':
      return 'This has not the right form.'
    case 'invalid_union': {
      // Of the forms that are allowed, the one that the value came nearest to: it has the type and breaks a rule.
      const nearest = issue.errors.flat().find(({ code }) => code !== 'invalid_type' && code !== 'invalid_value')
      return nearest === undefined ? 'This is not valid.' : textOf(nearest)
    }
    default:
      return 'This is not valid.'
  }
}

const article = (expected: string) => (/^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`)

/** Parsers of one endpoint, made once. */
export function parsersOf(endpoint: Endpoint) {
  const params = paramsSchema(endpoint)
  const query = endpoint.query === undefined ? undefined : strict(endpoint.query)
  const body = endpoint.body === undefined ? undefined : strict(endpoint.body)
  return {
    /** @throws AppError not_found: an id that is no number names no row */
    params(value: unknown): unknown {
      const result = z.safeParse(params, value)
      if (!result.success) throw notFound()
      return result.data
    },
    /** @throws AppError validation_failed with a message a field; an unknown parameter is one */
    query: (value: unknown): unknown => (query === undefined ? undefined : parse(query, value)),
    body: (value: unknown): unknown =>
      body === undefined ? undefined : parse(body, value === null ? undefined : value),
  }
}

/** A field that nobody knows is a mistake of the caller, told and not swallowed. */
function strict(schema: z.ZodMiniType): z.ZodMiniType {
  return schema instanceof z.ZodMiniObject ? z.strictObject((schema as ObjectSchema).shape) : schema
}

function parse(schema: z.ZodMiniType, value: unknown): unknown {
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  throw invalid(fieldErrors(result.error))
}
