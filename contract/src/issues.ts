import type * as z from 'zod/mini'
import { message, messageOfIssue, type AnyMessage, type FieldErrors, type Message } from './errors.ts'
import type { ExpectedType } from './reasons/field.ts'

/** Expected JSON types by the names that schemas use. */
const expectedTypes: Record<string, ExpectedType> = {
  string: 'text',
  number: 'number',
  int: 'integer',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
  record: 'object',
  null: 'null',
}

const ofType = (types: readonly string[]): Message =>
  message('field.type', { expected: [...new Set(types.map((type) => expectedTypes[type] ?? 'object'))] })

/**
 * The message of a schema error: the only place that maps zod issues to reasons, on the server and in the browser.
 * @param value the value at the issue's path; tells an absent value from one of a wrong type
 */
function messageOf(issue: z.core.$ZodIssue, value: unknown): AnyMessage {
  const absent = value === undefined || value === null
  if (absent && issue.code === 'invalid_type') return message('field.required')
  const own = messageOfIssue(issue.message)
  if (own !== undefined) return own
  switch (issue.code) {
    case 'invalid_type':
      return ofType([issue.expected])
    case 'invalid_value':
      return absent ? message('field.required') : message('field.allowed', { values: issue.values.map(String) })
    case 'too_big':
      return tooBig(issue)
    case 'too_small':
      return tooSmall(issue)
    case 'invalid_format':
      return message('field.format')
    case 'invalid_union': {
      if (absent) return message('field.required')
      const all = issue.errors.flat()
      // Of the allowed variants, report the one that matched best: the type is right and a rule failed.
      const nearest = all.find(({ code }) => code !== 'invalid_type' && code !== 'invalid_value')
      if (nearest !== undefined) return messageOf(nearest, valueAt(value, nearest.path))
      const types = all.flatMap((one) => (one.code === 'invalid_type' && one.path.length === 0 ? [one.expected] : []))
      if (all.length > 0 && types.length === all.length) return ofType(types)
      const values = all.flatMap((one) => (one.code === 'invalid_value' && one.path.length === 0 ? one.values : []))
      return values.length > 0 ? message('field.allowed', { values: values.map(String) }) : message('field.invalid')
    }
    default:
      return message('field.invalid')
  }
}

function tooBig(issue: z.core.$ZodIssueTooBig): Message {
  const max = Number(issue.maximum)
  if (issue.origin === 'string') return message('field.max_length', { max })
  if (issue.origin === 'array' || issue.origin === 'set') return message('field.max_entries', { max })
  return issue.inclusive === false ? message('field.below', { max }) : message('field.max', { max })
}

function tooSmall(issue: z.core.$ZodIssueTooSmall): Message {
  const min = Number(issue.minimum)
  if (issue.origin === 'string') return min === 1 ? message('field.required') : message('field.min_length', { min })
  if (issue.origin === 'array' || issue.origin === 'set') return message('field.min_entries', { min })
  return issue.inclusive === false ? message('field.above', { min }) : message('field.min', { min })
}

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    input,
  )

/**
 * One message per field, keyed by its path; the first error of a field is reported.
 * @param input the value that was parsed
 */
export function fieldErrors(error: z.core.$ZodError, input: unknown): FieldErrors {
  // Without a prototype, so that a field called `__proto__` is reported like any other.
  const fields = Object.create(null) as Record<string, AnyMessage>
  for (const issue of error.issues.slice(0, 100)) {
    const at = issue.path.map(String).join('.')
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) fields[at === '' ? key : `${at}.${key}`] ??= message('field.unknown')
    else fields[at] ??= messageOf(issue, valueAt(input, issue.path))
  }
  return fields as FieldErrors
}
