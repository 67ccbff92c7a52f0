import { sql } from 'kysely'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { message, type FieldErrors } from '@trunkline/contract/errors'
import type { ObjectKind } from '@trunkline/contract/object-kind'
import * as z from 'zod/mini'
import type { Tx } from '../db/pool.ts'
import { invalid, notFound } from '../errors.ts'
import { objectKinds } from './object-kinds.ts'

/** A path in a body that holds ids of a kind: `['company', 'parent_id']`, `['ids', '*']`. */
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

/** Every reference in the body of an endpoint, derived from its schema so that none can be forgotten. */
export function referencesOf(endpoint: Endpoint): Reference[] {
  if (endpoint.body === undefined) return []
  const found: Reference[] = []
  const walk = (schema: JsonSchema, path: string[]) => {
    const kind = schema['x-ref']
    // Variants of a body may contain the same field.
    if (kind !== undefined && !found.some((one) => one.kind === kind && one.path.join('.') === path.join('.')))
      found.push({ path, kind })
    for (const [key, child] of Object.entries(schema.properties ?? {})) walk(child, [...path, key])
    if (schema.items !== undefined) walk(schema.items, [...path, '*'])
    for (const child of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) walk(child, path)
  }
  walk(z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema, [])
  // A selection by query is restricted by the scope of the list.
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

/** Whether ids at this path are the rows of a bulk call. */
const isBulk = (endpoint: Endpoint, { path }: Reference) => endpoint.bulk === true && path[0] === 'ids'

/** Ids of `wanted` whose rows the caller cannot see. */
async function missingOf(
  tx: Tx,
  wanted: { id: number; at: string }[],
  of: { kind: ObjectKind; live: boolean },
): Promise<{ id: number; at: string }[]> {
  if (wanted.length === 0) return []
  const { table, softDelete } = objectKinds[of.kind]
  const live = softDelete && of.live ? sql`and deleted_at is null` : sql``
  const { rows } = await sql<{
    id: number
  }>`select id from ${sql.table(table)} where id = any (${wanted.map(({ id }) => id)}::bigint[]) ${live}`.execute(tx)
  const seen = new Set(rows.map(({ id }) => id))
  return wanted.filter(({ id }) => !seen.has(id))
}

/**
 * Reads every row that the body refers to in the caller's transaction.
 * @throws AppError validation_failed at the field for a missing row or one of another company, without a difference
 *   between the two; not_found for the ids of a bulk call
 */
export async function checkReferences(
  tx: Tx,
  endpoint: Endpoint,
  references: Reference[],
  body: unknown,
): Promise<void> {
  const fields: FieldErrors = {}
  for (const reference of references) {
    const bulk = isBulk(endpoint, reference)
    const missing = await missingOf(tx, idsAt(body, reference.path, ''), { kind: reference.kind, live: !bulk })
    if (bulk && missing.length > 0) throw notFound()
    for (const { at } of missing) fields[at] = message('row.missing', { kind: reference.kind })
  }
  if (Object.keys(fields).length > 0) throw invalid(fields)
}

/** The fields of a form, with ids converted to numbers. */
const idsOfForm = (fields: unknown) =>
  Object.fromEntries(
    Object.entries(fields as Record<string, string>).map(([name, text]) => [
      name,
      /^[1-9]\d{0,15}$/.test(text) ? Number(text) : text,
    ]),
  )

/** Maximum number of references checked in a list if other fields of the body are invalid; no valid body has more. */
const maxUnparsed = 1000

/**
 * The same for a body that fails its schema, so that one reply reports all fields. Skips values that are not ids and
 * the rows of a bulk call, which the schema reports.
 * @param body as it was sent; in a form all values are texts
 */
export async function referenceErrors(
  tx: Tx,
  endpoint: Endpoint,
  references: Reference[],
  body: unknown,
): Promise<FieldErrors> {
  const fields: FieldErrors = {}
  const values = endpoint.upload === undefined ? body : idsOfForm(body)
  for (const reference of references) {
    if (isBulk(endpoint, reference)) continue
    const wanted = idsAt(values, reference.path, '').filter(({ id }) => Number.isSafeInteger(id) && id > 0)
    const missing = await missingOf(tx, wanted.slice(0, maxUnparsed), { kind: reference.kind, live: true })
    for (const { at } of missing) fields[at] = message('row.missing', { kind: reference.kind })
  }
  return fields
}
