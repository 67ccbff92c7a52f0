import { message, type FieldErrors, type Message } from '@trunkline/contract/errors'
import { secretProblem, textProblem } from '@trunkline/contract/text-rules'
import * as z from 'zod/mini'
import { AppError } from '../errors.ts'

/** Maximum nesting of lists and objects in a body. */
export const maxDepth = 32

interface JsonSchema {
  'x-secret'?: true
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

/** Paths of the secrets in a schema, with `*` for list items: `users.*.password`. */
function secretPaths(schema: z.ZodMiniType): Set<string> {
  const found = new Set<string>()
  const walk = (at: JsonSchema, path: string[]) => {
    if (at['x-secret'] === true) found.add(path.join('.'))
    for (const [key, child] of Object.entries(at.properties ?? {})) walk(child, [...path, key])
    if (at.items !== undefined) walk(at.items, [...path, '*'])
    for (const child of [...(at.anyOf ?? []), ...(at.oneOf ?? [])]) walk(child, path)
  }
  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, [])
  return found
}

/**
 * Returns a function that finds texts in a body or query of `schema` that cannot be stored: unpaired surrogates,
 * control characters, and characters that change the direction of text. It checks every text, including those without a
 * rule in the schema, and the keys of objects, which it reports at the object.
 * @throws AppError bad_request if the value has more than `maxDepth` levels
 */
export function textChecker(schema: z.ZodMiniType): (value: unknown) => FieldErrors | undefined {
  const secrets = secretPaths(schema)
  return (whole) => {
    let errors: FieldErrors | undefined
    const report = (path: string, problem: Message | undefined) => {
      if (problem !== undefined) (errors ??= Object.create(null) as FieldErrors)[path] ??= problem
    }
    const walk = (value: unknown, path: string, general: string, depth: number): void => {
      if (typeof value === 'string') report(path, secrets.has(general) ? secretProblem(value) : textProblem(value))
      else if (typeof value === 'object' && value !== null) {
        if (depth >= maxDepth) throw new AppError('bad_request', { reason: message('request.too_deep') })
        const isList = Array.isArray(value)
        for (const [key, child] of Object.entries(value)) {
          if (!isList) report(path, textProblem(key))
          walk(child, join(path, key), join(general, isList ? '*' : key), depth + 1)
        }
      }
    }
    walk(whole, '', '', 0)
    return errors
  }
}

const join = (path: string, key: string) => (path === '' ? key : `${path}.${key}`)
