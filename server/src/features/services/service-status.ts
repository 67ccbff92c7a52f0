import type { Subject } from '@trunkline/contract/abilities'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { ListInput } from '@trunkline/contract/list'
import type { ServiceKind, ServiceStatus } from '@trunkline/contract/resources/radius-words'
import { sql } from 'kysely'
import { actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { refusalOf } from '../../db/refusal.ts'
import { AppError, notFound } from '../../errors.ts'
import type { ListSource } from '../../http/list-sql.ts'
import { selectedIds } from '../../http/selection.ts'
import { requestChange } from '../../sessions/change.ts'
import { giveBack, takeAgain } from './service-addresses.ts'
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
  message?: string
}

/**
 * Gives services another status, one answer a row. Terminated ones give their addresses back; those that come back
 * from it ask for them again, and stay terminated where somebody else has them.
 * @throws AppError not_found where one of them is of another kind
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
  const data: Answer[] = []
  for (const row of rows) data.push(await changeOne(tx, actor, of.subject, row, body.status))
  return { data }
}

async function changeOne(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  row: StoredService,
  status: ServiceStatus,
): Promise<Answer> {
  const { id, kind } = row
  if (!actorMayOn(actor, { action: 'manage', subject }, relationTo(actor, row.company_id)))
    return { id, ok: false, code: 'forbidden', message: 'You may not do this to this row.' }
  if (row.deleted_at !== null) return { id, ok: false, code: 'conflict', message: 'This is in the trash.' }
  if (row.status === status) return { id, ok: true }
  await sql`savepoint one`.execute(tx)
  try {
    if (status === 'terminated') await giveBack(tx, { kind, id })
    else if (row.status === 'terminated') await takeAgain(tx, row)
    await tx.updateTable('service').set({ status }).where('id', '=', id).execute()
    await requestChange(tx, id, 'status', actor.label)
  } catch (error) {
    const refusal = refusalOf(error) ?? error
    if (!(refusal instanceof AppError) || refusal.code !== 'conflict') throw error
    await sql`rollback to savepoint one`.execute(tx)
    return { id, ok: false, code: refusal.code, message: refusal.message }
  }
  await sql`release savepoint one`.execute(tx)
  return { id, ok: true }
}
