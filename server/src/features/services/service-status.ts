import type { Subject } from '@trunkline/contract/abilities'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { message } from '@trunkline/contract/errors'
import type { ListInput } from '@trunkline/contract/list'
import type { ServiceKind, ServiceStatus } from '@trunkline/contract/resources/radius-enums'
import { sql } from 'kysely'
import { actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { rejectionOf as databaseRejection } from '../../db/rejection.ts'
import { AppError, notFound } from '../../errors.ts'
import type { ListSource } from '../../http/list/source.ts'
import { selectedIds } from '../../http/selection.ts'
import { requestChanges } from '../../sessions/change.ts'
import { releaseAll, reallocate } from './service-addresses.ts'
import type { StoredService } from './service-rules.ts'

interface StatusBody {
  ids?: number[] | undefined
  matching?: (ListInput & { total: number }) | undefined
  status: ServiceStatus
}

interface Answer {
  id: number
  ok: boolean
  code?: string
  reason?: string
  params?: Record<string, unknown>
}

/**
 * Changes the status of services, with one result per row. Terminated services release their addresses; resumed ones
 * allocate them again, and remain terminated if another service has them.
 * @throws AppError not_found if one of them is of another kind
 */
export async function changeServiceStatus<Row>(
  tx: Tx,
  actor: Actor,
  of: { kind: ServiceKind; subject: Subject; index: Endpoint; source: ListSource<Row> },
  body: StatusBody,
): Promise<{ data: Answer[] }> {
  const ids = await selectedIds(tx, actor, of.index, of.source, body)
  if (ids.length === 0) return { data: [] }
  const { rows } = await sql<StoredService>`
    select * from service where id = any (${ids}::bigint[]) and kind = ${of.kind} order by id for update`.execute(tx)
  if (rows.length < ids.length) throw notFound()
  const answers = new Map<number, Answer>()
  const changing: StoredService[] = []
  for (const row of rows) {
    const answer = rejectionOf(actor, of.subject, row)
    if (answer !== undefined) answers.set(row.id, answer)
    else if (row.status !== body.status) changing.push(row)
  }
  // Rows without address changes are updated in one statement. Rows with addresses are processed one by one, so that a
  // conflict with another service affects one row only.
  const holding = body.status === 'terminated' ? await holdersOf(tx, of.kind, changing) : new Set<number>()
  const alone = changing.filter(({ id, status }) => holding.has(id) || status === 'terminated')
  for (const row of alone) {
    const answer = await changeAddresses(tx, row, body.status)
    if (answer !== undefined) answers.set(row.id, answer)
  }
  const changed = changing.flatMap(({ id }) => (answers.has(id) ? [] : [id]))
  if (changed.length > 0) {
    await sql`update service set status = ${body.status} where id = any (${changed}::bigint[])`.execute(tx)
    await requestChanges(tx, changed, 'status', actor.label)
  }
  return { data: rows.map(({ id }) => answers.get(id) ?? { id, ok: true }) }
}

/** Why the status of a row cannot change; undefined if it can. */
function rejectionOf(
  actor: Actor,
  subject: Subject,
  { id, company_id, deleted_at }: StoredService,
): Answer | undefined {
  if (!actorMayOn(actor, { action: 'manage', subject }, relationTo(actor, company_id)))
    return { id, ok: false, code: 'forbidden', ...message('row.forbidden') }
  if (deleted_at !== null) return { id, ok: false, code: 'conflict', ...message('row.trashed') }
  return undefined
}

/** The services among `rows` that have allocations in address management. */
async function holdersOf(tx: Tx, kind: ServiceKind, rows: readonly StoredService[]): Promise<Set<number>> {
  const ids = rows.map(({ id }) => id)
  const { rows: found } = await sql<{ id: number }>`
    select used_by_id as id from address where used_by_kind = ${kind} and used_by_id = any (${ids}::bigint[]) and deleted_at is null
    union select used_by_id from subnet where used_by_kind = ${kind} and used_by_id = any (${ids}::bigint[]) and deleted_at is null`.execute(
    tx,
  )
  return new Set(found.map(({ id }) => id))
}

/** Releases the allocations of a service, or allocates them again. @returns the rejection if another service has one */
async function changeAddresses(tx: Tx, row: StoredService, status: ServiceStatus): Promise<Answer | undefined> {
  const { id, kind } = row
  await sql`savepoint one`.execute(tx)
  try {
    if (status === 'terminated') await releaseAll(tx, { kind, id })
    else await reallocate(tx, row)
  } catch (error) {
    const rejection = databaseRejection(error) ?? error
    if (!(rejection instanceof AppError) || rejection.code !== 'conflict') throw error
    await sql`rollback to savepoint one`.execute(tx)
    return { id, ok: false, code: rejection.code, ...rejection.reason }
  }
  await sql`release savepoint one`.execute(tx)
  return undefined
}
