import type { Endpoint } from '@trunkline/contract/endpoint'
import * as z from 'zod/mini'
import { actorMayOn, relationTo, type Actor } from '../access/actor.ts'
import { AppError } from '../errors.ts'

/** By endpoint: the JSON schema of a body is made once. */
const known = new WeakMap<Endpoint, readonly string[]>()

/** The fields of a body that the contract marks as protected: changing them takes `manage`, not only `update`. */
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
 * Lets a body with protected fields pass only where the actor may `manage` the row. Naming such a field counts, even
 * with the value that it has: what an answer says must not depend on the row.
 * @param owner the company that the row belongs to
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
