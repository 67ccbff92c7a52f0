import * as z from 'zod/mini'
import { paramsSchema, type Endpoint, type ObjectSchema } from '@trunkline/contract/endpoint'
import { fieldErrors } from '@trunkline/contract/issues'
import { invalid, notFound } from '../errors.ts'
import { textChecker } from './text-check.ts'

/** Parsers of one endpoint, created once. */
export function parsersOf(endpoint: Endpoint) {
  const params = paramsSchema(endpoint)
  const query = endpoint.query === undefined ? undefined : parserOf(strict(endpoint.query))
  const body = endpoint.body === undefined ? undefined : parserOf(strict(endpoint.body))
  const withoutReadOnly = readOnlyFilter(endpoint)
  return {
    /** @throws AppError not_found: an id that is not a number names no row */
    params(value: unknown): unknown {
      const result = z.safeParse(params, value)
      if (!result.success) throw notFound()
      return result.data
    },
    /**
     * A call without parameters ignores its query string, because some clients add one to every request (cache
     * busters).
     * @throws AppError validation_failed with one message per field; an unknown parameter is an error
     */
    query: (value: unknown): unknown => query?.({ ...(value as object) }),
    /** @throws AppError validation_failed with one message per field; bad_request for a value with too many levels */
    body: (value: unknown): unknown => body?.(value === null ? undefined : withoutReadOnly(value)),
  }
}

/** The fields of an object schema; none of any other schema. */
const fieldsOf = (schema: unknown): Readonly<Record<string, z.ZodMiniType>> =>
  schema instanceof z.ZodMiniObject ? (schema as ObjectSchema).shape : {}

/**
 * Removes the fields that an update returns and does not accept (ids of related rows, counts, times), so that clients can
 * send back what show returned. Fields that are in neither remain and are rejected.
 */
function readOnlyFilter(endpoint: Endpoint): (body: unknown) => unknown {
  if (endpoint.method !== 'PUT' || !endpoint.path.endsWith('/{id}/update')) return (body) => body
  const writable = fieldsOf(endpoint.body)
  const readOnly = new Set(
    Object.keys(fieldsOf(fieldsOf(endpoint.reply)['data'])).filter((name) => !(name in writable)),
  )
  return (body) =>
    typeof body === 'object' && body !== null && !Array.isArray(body)
      ? Object.fromEntries(Object.entries(body).filter(([name]) => !readOnly.has(name)))
      : body
}

/** An unknown field is an error of the caller, and is reported rather than ignored. */
function strict(schema: z.ZodMiniType): z.ZodMiniType {
  return schema instanceof z.ZodMiniObject ? z.strictObject((schema as ObjectSchema).shape) : schema
}

/** Reports errors of values and of characters together. */
function parserOf(schema: z.ZodMiniType): (value: unknown) => unknown {
  const checkTexts = textChecker(schema)
  return (value) => {
    const texts = checkTexts(value)
    const result = z.safeParse(schema, value)
    if (result.success && texts === undefined) return result.data
    throw invalid(Object.assign(texts ?? Object.create(null), result.error && fieldErrors(result.error, value)))
  }
}
