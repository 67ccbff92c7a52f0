import { message } from '@trunkline/contract/errors'
import { licences } from '@trunkline/contract/resources/licence'
import type { ListInput } from '@trunkline/contract/list'
import type { LicenceStatus } from '@trunkline/contract/resources/licence-enums'
import { sql } from 'kysely'
import { actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { ListSource } from '../../http/list/source.ts'
import { selectedIds } from '../../http/selection.ts'
import { statusError, todayOf, type StoredLicence } from './licence-rules.ts'

interface StatusBody {
  ids?: number[] | undefined
  matching?: (ListInput & { total: number }) | undefined
  status: LicenceStatus
}

/** Gives licences another status, one answer a row; what can't be changed is told, the rest is done. */
export async function changeLicenceStatus<CoverageRow>(
  tx: Tx,
  actor: Actor,
  source: ListSource<CoverageRow>,
  { status, ...body }: StatusBody,
) {
  const ids = await selectedIds(tx, actor, licences.index, source, body)
  const { rows } = await sql<StoredLicence>`
    select * from licence where id = any (${ids}::bigint[]) order by id for update`.execute(tx)
  const today = await todayOf(tx)
  const changing: number[] = []
  const data = rows.map((row) => {
    const { id } = row
    if (!actorMayOn(actor, licences.changeStatus.access, relationTo(actor, row.company_id)))
      return { id, ok: false, code: 'forbidden', ...message('row.forbidden') }
    const error = statusError(row, status, today)
    if (error !== undefined) return { id, ok: false, code: 'conflict', ...error }
    if (row.status !== status) changing.push(id)
    return { id, ok: true }
  })
  if (changing.length > 1000) await sql`set local statement_timeout = '60s'`.execute(tx)
  if (changing.length > 0)
    await sql`update licence set status = ${status} where id = any (${changing}::bigint[])`.execute(tx)
  return { data }
}
