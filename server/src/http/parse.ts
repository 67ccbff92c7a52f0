import * as z from 'zod/mini'
import { paramsSchema, type Endpoint, type ObjectSchema } from '@trunkline/contract/endpoint'
import type { FieldErrors } from '@trunkline/contract/errors'
import { invalid, notFound } from '../errors.ts'
import { textChecker } from './text-check.ts'

/**
 * One message a field, keyed by its path; the first fault of a field stands.
 * @param input the value that was parsed: an absent value and one of a wrong type are told apart by it
 */
export function fieldErrors(error: z.core.$ZodError, input: unknown): FieldErrors {
  // Without a prototype, so that a field called `__proto__` is reported as any other.
  const fields = Object.create(null) as FieldErrors
  for (const issue of error.issues.slice(0, 100)) {
    const at = issue.path.map(String).join('.')
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) fields[at === '' ? key : `${at}.${key}`] ??= 'There is no such field.'
    else fields[at] ??= textOf(issue, valueAt(input, issue.path))
  }
  return fields
}

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    input,
  )

/** What a value has to be, by the names that the schemas have for types. */
const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const mustBe = (expected: readonly string[]) =>
  `This must be ${[...new Set(expected.map((type) => typeNames[type] ?? type))].join(' or ')}.`

function textOf(issue: z.core.$ZodIssue, value: unknown): string {
  const absent = value === undefined || value === null
  if (absent && issue.code === 'invalid_type') return 'This is required.'
  if (issue.message !== '' && issue.message !== 'Invalid input') return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return mustBe([issue.expected])
    case 'invalid_value':
      return absent ? 'This is required.' : `Allowed: ${issue.values.map(String).join(', ')}.`
    case 'too_big':
      return issue.origin === 'number' && issue.inclusive === false
        ? `Less than ${issue.maximum}.`
        : `At most ${issue.maximum}${unitOf(issue.origin)}.`
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'This is required.'
      return issue.origin === 'number' && issue.inclusive === false
        ? `More than ${issue.minimum}.`
        : `At least ${issue.minimum}${unitOf(issue.origin)}.`
    case 'invalid_format':
      return 'This has not the right form.'
    case 'invalid_union': {
      if (absent) return 'This is required.'
      const all = issue.errors.flat()
      // Of the forms that are allowed, the one that the value came nearest to: it has the type and breaks a rule.
      const nearest = all.find(({ code }) => code !== 'invalid_type' && code !== 'invalid_value')
      if (nearest !== undefined) return textOf(nearest, valueAt(value, nearest.path))
      const types = all.flatMap((one) => (one.code === 'invalid_type' && one.path.length === 0 ? [one.expected] : []))
      if (all.length > 0 && types.length === all.length) return mustBe(types)
      const values = all.flatMap((one) => (one.code === 'invalid_value' && one.path.length === 0 ? one.values : []))
      return values.length > 0 ? `Allowed: ${values.map(String).join(', ')}.` : 'This is not valid.'
    }
    default:
      return 'This is not valid.'
  }
}

const unitOf = (origin: string) => (origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : '')

/** Parsers of one endpoint, made once. */
export function parsersOf(endpoint: Endpoint) {
  const params = paramsSchema(endpoint)
  const query = endpoint.query === undefined ? undefined : parserOf(strict(endpoint.query))
  const body = endpoint.body === undefined ? undefined : parserOf(strict(endpoint.body))
  return {
    /** @throws AppError not_found: an id that is no number names no row */
    params(value: unknown): unknown {
      const result = z.safeParse(params, value)
      if (!result.success) throw notFound()
      return result.data
    },
    /**
     * A call without parameters ignores a query, which some clients add to every request (cache busters).
     * @throws AppError validation_failed with a message a field; an unknown parameter is one
     */
    query: (value: unknown): unknown => query?.({ ...(value as object) }),
    /** @throws AppError validation_failed with a message a field; bad_request for a value of too many levels */
    body: (value: unknown): unknown => body?.(value === null ? undefined : value),
  }
}

/** A field that nobody knows is a mistake of the caller, told and not swallowed. */
function strict(schema: z.ZodMiniType): z.ZodMiniType {
  return schema instanceof z.ZodMiniObject ? z.strictObject((schema as ObjectSchema).shape) : schema
}

/** Reports what is wrong with the values and with their characters together. */
function parserOf(schema: z.ZodMiniType): (value: unknown) => unknown {
  const checkTexts = textChecker(schema)
  return (value) => {
    const texts = checkTexts(value)
    const result = z.safeParse(schema, value)
    if (result.success && texts === undefined) return result.data
    throw invalid(Object.assign(texts ?? Object.create(null), result.error && fieldErrors(result.error, value)))
  }
}
