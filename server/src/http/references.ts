import { sql } from 'kysely'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { FieldErrors } from '@trunkline/contract/errors'
import type { ObjectKind } from '@trunkline/contract/fields'
import * as z from 'zod/mini'
import type { Tx } from '../db/pool.ts'
import { invalid, notFound } from '../errors.ts'
import { objectKinds } from './object-kinds.ts'

/** A place in a body that holds ids of a kind: `['company', 'parent_id']`, `['ids', '*']`. */
export interface Reference {
  path: string[]
  kind: ObjectKind
}

interface JsonSchema {
  'x-ref'?: ObjectKind
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

/** Every reference in the body of an endpoint, found in its schema: none can be forgotten. */
export function referencesOf(endpoint: Endpoint): Reference[] {
  if (endpoint.body === undefined) return []
  const found: Reference[] = []
  const walk = (schema: JsonSchema, path: string[]) => {
    const kind = schema['x-ref']
    // The variants of a body may name the same field.
    if (kind !== undefined && !found.some((one) => one.kind === kind && one.path.join('.') === path.join('.')))
      found.push({ path, kind })
    for (const [key, child] of Object.entries(schema.properties ?? {})) walk(child, [...path, key])
    if (schema.items !== undefined) walk(schema.items, [...path, '*'])
    for (const child of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) walk(child, path)
  }
  walk(z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema, [])
  // A selection by query is cut by the list's own scope.
  return found.filter(({ path }) => path[0] !== 'matching')
}

function idsAt(value: unknown, path: string[], at: string): { id: number; at: string }[] {
  if (value === undefined || value === null) return []
  const [head, ...rest] = path
  if (head === undefined) return typeof value === 'number' ? [{ id: value, at }] : []
  if (head === '*') return Array.isArray(value) ? value.flatMap((item, i) => idsAt(item, rest, `${at}.${i}`)) : []
  return typeof value === 'object'
    ? idsAt((value as Record<string, unknown>)[head], rest, at === '' ? head : `${at}.${head}`)
    : []
}

/**
 * Reads every row that the body refers to through the caller's door.
 * @throws AppError validation_failed at the field for a row that is missing or foreign, told apart by nothing;
 *   not_found for the ids of a bulk call
 */
export async function checkReferences(
  tx: Tx,
  endpoint: Endpoint,
  references: Reference[],
  body: unknown,
): Promise<void> {
  const fields: FieldErrors = {}
  for (const { path, kind } of references) {
    const wanted = idsAt(body, path, '')
    if (wanted.length === 0) continue
    const bulk = endpoint.bulk === true && path[0] === 'ids'
    const { table, softDelete, noun } = objectKinds[kind]
    const live = softDelete && !bulk ? sql`and deleted_at is null` : sql``
    const { rows } = await sql<{
      id: number
    }>`select id from ${sql.table(table)} where id = any (${wanted.map(({ id }) => id)}::bigint[]) ${live}`.execute(tx)
    const seen = new Set(rows.map(({ id }) => id))
    for (const { id, at } of wanted) {
      if (seen.has(id)) continue
      if (bulk) throw notFound()
      fields[at] = `There is no such ${noun}.`
    }
  }
  if (Object.keys(fields).length > 0) throw invalid(fields)
}
