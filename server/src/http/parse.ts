import * as z from 'zod/mini'
import { paramsSchema, type Endpoint, type ObjectSchema } from '@trunkline/contract/endpoint'
import { fieldErrors } from '@trunkline/contract/issues'
import { invalid, notFound } from '../errors.ts'
import { textChecker } from './text-check.ts'

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
