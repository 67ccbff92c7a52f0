import { isDeepStrictEqual } from 'node:util'
import { everyEndpoint } from '@trunkline/contract/contract'
import { message, type AnyMessage, type Message } from '@trunkline/contract/errors'
import type { ObjectSchema } from '@trunkline/contract/endpoint'
import { sql } from 'kysely'
import type { ZodMiniType } from 'zod/mini'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { conflict, isServerError } from '../../errors.ts'
import { mayCall } from '../../http/call-access.ts'
import type { Call } from '../../http/call.ts'
import { isAborted, toAppError } from '../../http/error-reply.ts'
import { objectKinds } from '../../http/object-kinds.ts'
import { admitRowCall, callRows, type RowRoute } from '../../http/row-call.ts'
import { routesByName } from '../bulk-jobs/row-routes.ts'
import { createLicenceCheck } from '../licences/enforcement.ts'
import { authorOf, laterChanges, type Values } from './changes.ts'
import { isAboutRecord, readColumns, undoKinds, type Target, type UndoKind } from './plan.ts'

/** The call in whose transaction records are changed back. */
export type UndoCall = Pick<Call, 'request' | 'afterCommit'> & { actor: Actor }

/** Columns whose field in the body of an update has another name. */
const fieldNames: Partial<Record<UndoKind, Readonly<Record<string, string>>>> = {
  company: { county_iso_code: 'countyIsoCode' },
  site: { county_iso_code: 'countyIsoCode' },
  hardware: { model_id: 'model' },
  'hardware-model': { type_id: 'type', manufacturer_id: 'manufacturer' },
}

/** Kinds with a status that only a call of its own changes. */
const statusKinds: readonly UndoKind[] = ['licence']

const kinds = Object.values(undoKinds)
const names = new Set([
  ...kinds.flatMap((kind) => [`${kind}.update`, `${kind}.destroy`, `${kind}.recover`]),
  ...statusKinds.map((kind) => `${kind}.change-status`),
])

/** Not every kind has all: a deleted note cannot be restored. */
const endpoints = new Map(
  everyEndpoint.filter(({ name }) => names.has(name)).map((endpoint) => [endpoint.name, endpoint]),
)

/** The name of the call that undoes a change. */
const oppositeName = ({ kind, verb }: Pick<Target, 'kind' | 'verb'>) =>
  `${kind}.${verb === 'update' ? 'update' : verb === 'destroy' ? 'recover' : 'destroy'}`

export type Undo = ReturnType<typeof createUndo>

/** Changes records back by the calls that a user would make, with the same rights, checks and effects. */
export function createUndo(deps: Deps) {
  const licences = createLicenceCheck(deps.databases)
  // Compiled on first use: most processes never undo anything.
  let routes: ReadonlyMap<string, RowRoute> | undefined
  const routeOf = (name: string): RowRoute => {
    const route = (routes ??= routesByName(deps, new Set(endpoints.keys()))).get(name)
    if (route === undefined) throw conflict('undo.no_inverse')
    return route
  }
  const oppositeOf = (target: Target) => routeOf(oppositeName(target))

  async function makeCall(tx: Tx, call: UndoCall, route: RowRoute, target: Target, body: Record<string, unknown>) {
    await admitRowCall(licences, route, call.actor)
    const { actor, request, afterCommit } = call
    const outcomes = await callRows(route, { tx, actor, ids: [target.id], params: body, request, afterCommit })
    const outcome = outcomes.get(target.id)
    if (outcome?.error !== undefined) throw rejected(target, outcome.error.message)
    return outcome?.not_restored ?? []
  }

  async function changeBack(tx: Tx, call: UndoCall, target: Target): Promise<readonly AnyMessage[]> {
    if (target.verb !== 'update') return makeCall(tx, call, oppositeOf(target), target, {})
    const row = (await readRow(tx, target)) as Values
    const route = oppositeOf(target)
    const { shape } = route.endpoint.body as unknown as ObjectSchema
    const body = bodyOf(target, row, shape)
    const version = 'version' in shape && { version: row['version'] }
    if (Object.keys(body).length > 0) await makeCall(tx, call, route, target, { ...body, ...version })
    if (statusKinds.includes(target.kind) && 'status' in target.before)
      await makeCall(tx, call, routeOf(`${target.kind}.change-status`), target, { status: target.before['status'] })
    await assertRestored(tx, target)
    const { name, kind, hasSecrets } = target
    // The log of pools names no company, so that the caller cannot read it.
    return [
      ...(hasSecrets ? [message('undo.secret_stays', { name })] : []),
      ...(kind === 'nas' ? [message('undo.pools_stay', { name })] : []),
    ]
  }

  return {
    /** Why the caller cannot undo such a change, whatever its record: there is no opposite call, or no ability for it. */
    obstacle(actor: Actor, target: Pick<Target, 'kind' | 'verb'>): Message | undefined {
      const endpoint = endpoints.get(oppositeName(target))
      if (endpoint === undefined) return message('undo.no_inverse')
      return mayCall(actor, endpoint) ? undefined : message('row.forbidden')
    },

    /**
     * Changes records back, the last one first, in the transaction of a call.
     * @returns what did not come back with them
     * @throws AppError conflict if a record has changed since, or if the opposite call is rejected; forbidden,
     *   licence_missing. The transaction must then be rolled back.
     */
    async undoTargets(tx: Tx, call: UndoCall, targets: readonly Target[]): Promise<readonly AnyMessage[]> {
      const lost: AnyMessage[] = []
      for (const target of targets.toReversed()) {
        await assertUnchanged(tx, call.actor, target)
        try {
          lost.push(...(await changeBack(tx, call, target)))
        } catch (error) {
          throw explained(error, target)
        }
      }
      return lost
    },
  }
}

const rejected = ({ name }: Target, cause: AnyMessage) => conflict('undo.rejected', { name, cause })

/** The error of an opposite call as one of the undo; errors of the panel and of rights stay as they are. */
function explained(error: unknown, target: Target): Error {
  if (isAborted(error)) return error as Error
  const failure = toAppError(error)
  const { code, fields, reason } = failure
  if (isServerError(code) || reason.reason.startsWith('undo.')) return failure
  if (reason.reason === 'forbidden' || reason.reason === 'licence_missing') return failure
  if (code === 'stale_version') return conflict('undo.changed', { name: target.name })
  return rejected(target, Object.values(fields ?? {})[0] ?? reason)
}

async function readRow(tx: Tx, { kind, id }: Target): Promise<Values | undefined> {
  const { rows } = await sql<{ row: Values }>`
    select to_jsonb(t) as row from ${sql.table(objectKinds[kind].table)} t where id = ${id}`.execute(tx)
  return rows[0]?.row
}

/** Times are set by the write itself. */
const isWritten = (column: string) => !column.endsWith('_at')

const differs = (row: Values, values: Values) =>
  Object.keys(values).find(
    (column) => isWritten(column) && !isDeepStrictEqual(row[column] ?? null, values[column] ?? null),
  )

/** @throws AppError conflict if the record is not as the action left it */
async function assertUnchanged(tx: Tx, actor: Actor, target: Target): Promise<void> {
  const { name, subject, id, verb } = target
  const row = await readRow(tx, target)
  if (row === undefined) throw rejected(target, message('not_found') as Message)
  const columns = await readColumns(tx)
  const later = await laterChanges(tx, { author: authorOf(actor), subject, object_id: id, after: target.last })
  const other = later.find((change) => isAboutRecord(change, columns))
  if (other !== undefined) throw conflict('undo.changed_by', { name, by: other.impersonator_name ?? other.actor_name })
  const isTrashed = row['deleted_at'] != null
  const differing = verb === 'update' && differs(row, target.after) !== undefined
  if (differing || isTrashed !== (verb === 'destroy')) throw conflict('undo.changed', { name })
}

/** @throws AppError conflict if a column has not its former value: it is derived from fields that the update lacks */
async function assertRestored(tx: Tx, target: Target): Promise<void> {
  const row = (await readRow(tx, target)) ?? {}
  const field = differs(row, target.before)
  if (field !== undefined) throw conflict('undo.incomplete', { name: target.name, field })
}

/** The body of an update that restores the former values; columns that the update derives by itself are left out. */
function bodyOf(
  { kind, before, after }: Target,
  row: Values,
  fields: Readonly<Record<string, ZodMiniType>>,
): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(before)) {
    const field = fieldNames[kind]?.[column] ?? column
    const schema = fields[field]
    // Amounts are texts in the API, and numbers in the log.
    const isText = typeof value === 'number' && schema?.safeParse(value).success === false
    if (schema !== undefined) body[field] = isText ? String(value) : value
  }
  if ('tag_ids' in before) body['tags'] = before['tag_ids'] ?? []
  if ('custom_fields' in before) {
    body['custom_fields'] = changedValues(before['custom_fields'], after['custom_fields'])
  }
  if ('phone_number' in before || 'phone_country_code' in before) {
    const { phone_country_code: country, phone_number: number } = { ...row, ...before } as Record<string, string | null>
    body['telephone'] = number === null || number === undefined ? null : `+${country}${number}`
  }
  return body
}

/** Custom fields with other values; null for one that had none. */
function changedValues(before: unknown, after: unknown): Record<string, unknown> {
  const was = (before ?? {}) as Values
  const is = (after ?? {}) as Values
  const keys = new Set([...Object.keys(was), ...Object.keys(is)])
  return Object.fromEntries(
    [...keys].filter((key) => !isDeepStrictEqual(was[key], is[key])).map((key) => [key, was[key] ?? null]),
  )
}
