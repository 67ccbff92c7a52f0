import type { Endpoint, RowCall } from '@trunkline/contract/endpoint'
import type { AnyMessage, ErrorCode } from '@trunkline/contract/errors'
import { partOfSubject, type LicencePart } from '@trunkline/contract/resources/licence-enums'
import type { Actor } from '../access/actor.ts'
import type { Tx } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import type { Call, CallRequest } from './call.ts'
import { mayCall } from './call-access.ts'
import { toAppError } from './error-reply.ts'
import { parsersOf } from './parse.ts'
import { checkReferences, referencesOf } from './references.ts'

/** The result of a call for one row. */
export interface RowOutcome {
  /** Why the row stays as it is; undefined: done. */
  error?: { code: string; message: AnyMessage }
  /** The command that the call enqueued on a device. */
  command_id?: number
  /** What belonged to a restored row and did not come back with it. */
  not_restored?: readonly AnyMessage[]
}

type AnyHandler = (call: Call) => Promise<unknown>

/** A call that bulk jobs make, with what its runs share. */
export type RowRoute = ReturnType<typeof createRowRoute>

export function createRowRoute(endpoint: Endpoint, handler: AnyHandler) {
  const subject = typeof endpoint.access === 'object' ? endpoint.access.subject : undefined
  return {
    endpoint,
    handler,
    parsers: parsersOf(endpoint),
    references: referencesOf(endpoint),
    part: subject === undefined ? undefined : partOfSubject[subject],
  }
}

/**
 * Checks what a request checks before its transaction: ability, and the licence of the part.
 * @throws AppError forbidden, licence_missing
 */
export async function admitRowCall(
  licences: { assertOpen(actor: Actor, part: LicencePart): Promise<void> },
  { endpoint, part }: RowRoute,
  actor: Actor,
): Promise<void> {
  if (!mayCall(actor, endpoint)) throw new AppError('forbidden')
  if (part !== undefined) await licences.assertOpen(actor, part)
}

/**
 * Makes a call for rows in an open transaction of `actor`, with the same checks as a request: parsing, references, and
 * those of the handler.
 * @param ids one row, or several of a bulk call
 * @returns the outcome by id
 * @throws AppError if the call rejects all rows; the transaction must then be rolled back
 */
export async function callRows(
  { endpoint, handler, parsers, references }: RowRoute,
  of: {
    tx: Tx
    actor: Actor
    ids: readonly number[]
    params: Record<string, unknown>
    request: CallRequest
    afterCommit: (effect: () => void) => void
  },
): Promise<Map<number, RowOutcome>> {
  const { tx, actor, ids, params } = of
  const sent = endpoint.bulk === true ? { ...params, ids } : params
  const body = endpoint.body === undefined ? undefined : parsers.body(sent)
  if (references.length > 0) await checkReferences(tx, endpoint, references, body)
  const reply = await handler({
    actor,
    params: endpoint.bulk === true ? {} : parsers.params({ id: String(ids[0]) }),
    query: parsers.query({}),
    body,
    upload: undefined,
    request: of.request,
    db: <T>(work: (tx: Tx) => Promise<T>) => work(tx),
    afterCommit: of.afterCommit,
  } as unknown as Call)
  if (endpoint.bulk === true) return reportOf(ids, reply)
  const command = endpoint.deviceWrite === undefined ? undefined : (reply as { data: { id: number } }).data.id
  const { not_restored } = (reply ?? {}) as { not_restored?: readonly AnyMessage[] }
  return new Map(
    ids.map((id) => [
      id,
      { ...(command !== undefined && { command_id: command }), ...(not_restored && { not_restored }) },
    ]),
  )
}

type Report = { data: ({ id: number; ok: boolean; code?: string } & Partial<AnyMessage>)[] }

/** The outcomes in the reply of a bulk call. A row that it does not report was not found. */
function reportOf(ids: readonly number[], reply: unknown): Map<number, RowOutcome> {
  const rows = new Map((reply as Report).data.map((row) => [row.id, row]))
  return new Map(
    ids.map((id) => {
      const row = rows.get(id)
      if (row?.ok === true) return [id, {}]
      const { code = 'not_found', reason = 'not_found', params = {} } = row ?? {}
      return [id, { error: { code, message: { reason, params } as AnyMessage } }]
    }),
  )
}

/** The outcome of rows that a call rejected: that of the first invalid field, if fields are invalid. */
export function outcomeOfError(error: unknown): { code: ErrorCode; message: AnyMessage } {
  const { code, fields, reason } = toAppError(error)
  return { code, message: Object.values(fields ?? {})[0] ?? reason }
}

/** Whether a row that was not changed for this reason counts as skipped: a retry would not change it either. */
export function isSkip({ skips = [] }: Pick<RowCall, 'skips'>, { code, message }: NonNullable<RowOutcome['error']>) {
  const always: readonly string[] = ['not_found', 'row.trashed', 'row.in_trash', 'row.missing', 'bulk.unchanged']
  const reasons: readonly string[] = [...always, ...skips]
  return code === 'not_found' || reasons.includes(message.reason)
}
