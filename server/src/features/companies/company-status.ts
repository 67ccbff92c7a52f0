import { message } from '@trunkline/contract/errors'
import { companies, type CompanyRow } from '@trunkline/contract/resources/company'
import type { ListInput } from '@trunkline/contract/list'
import { actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import { endSessions } from '../../access/sessions.ts'
import type { Tx } from '../../db/pool.ts'
import type { ListSource } from '../../http/list/source.ts'
import { selectedIds } from '../../http/selection.ts'

/** Ends the sessions of every user of these companies and of all below them. */
export const endSessionsBelow = (tx: Tx, ids: readonly number[]) =>
  endSessions(tx, { company_id: ids }, 'company-deactivated')

interface StatusBody {
  ids?: number[] | undefined
  matching?: (ListInput & { total: number }) | undefined
  is_active: boolean
}

/** One answer a row: what could not be switched is told, the rest is done. */
export async function changeCompanyStatus<StoredCompany extends CompanyRow>(
  tx: Tx,
  actor: Actor,
  source: ListSource<StoredCompany>,
  body: StatusBody,
) {
  const ids = await selectedIds(tx, actor, companies.index, source, body)
  const rows = await tx
    .selectFrom('company')
    .select(['id', 'parent_id', 'is_active', 'deleted_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const changing: number[] = []
  const data = rows.map(({ id, parent_id, is_active, deleted_at }) => {
    if (!actorMayOn(actor, { action: 'manage', subject: 'companies' }, relationTo(actor, id)))
      return { id, ok: false, code: 'forbidden', ...message('company.own') }
    if (parent_id === null) return { id, ok: false, code: 'conflict', ...message('company.root_active') }
    if (deleted_at !== null) return { id, ok: false, code: 'conflict', ...message('row.trashed') }
    if (is_active !== body.is_active) changing.push(id)
    return { id, ok: true }
  })
  if (changing.length > 0) {
    await tx.updateTable('company').set({ is_active: body.is_active }).where('id', 'in', changing).execute()
    if (!body.is_active) await endSessionsBelow(tx, changing)
  }
  return { data }
}
