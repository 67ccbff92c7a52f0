import type { Endpoint } from '@trunkline/contract/endpoint'
import * as z from 'zod/mini'
import { actorMayOn, relationTo, type Actor } from '../access/actor.ts'
import { AppError } from '../errors.ts'

/** By endpoint, so that the JSON schema of a body is created once. */
const known = new WeakMap<Endpoint, readonly string[]>()

/** The fields of a body that the contract marks as protected: changing them requires `manage`, not only `update`. */
export function protectedFieldsOf(endpoint: Endpoint): readonly string[] {
  let fields = known.get(endpoint)
  if (fields === undefined) known.set(endpoint, (fields = readProtectedFields(endpoint)))
  return fields
}

function readProtectedFields(endpoint: Endpoint): string[] {
  if (endpoint.body === undefined) return []
  const schema = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, object>
  }
  return Object.entries(schema.properties ?? {})
    .filter(([, field]) => 'x-protected' in field)
    .map(([name]) => name)
}

/**
 * Rejects a body with protected fields if the actor may not `manage` the row. A protected field counts even with its
 * current value: the result of the check must not depend on the row.
 * @param owner the company that owns the row
 * @throws AppError forbidden
 */
export function checkProtectedFields(
  actor: Actor,
  endpoint: Endpoint,
  fields: readonly string[],
  body: object,
  owner: number,
): void {
  if (
    typeof endpoint.access !== 'object' ||
    !fields.some((field) => (body as Record<string, unknown>)[field] !== undefined)
  )
    return
  const { subject } = endpoint.access
  if (!actorMayOn(actor, { action: 'manage', subject }, relationTo(actor, owner))) throw new AppError('forbidden')
}
