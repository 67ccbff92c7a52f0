import type { Body } from '@trunkline/contract/endpoint'
import { message } from '@trunkline/contract/errors'
import { companies, type CompanyRow } from '@trunkline/contract/resources/company'
import type { Actor } from '../../access/actor.ts'
import { endSessions } from '../../access/sessions.ts'
import type { Tx } from '../../db/pool.ts'
import { changeSelected } from '../../http/change-selected.ts'
import type { ListSource } from '../../http/list/source.ts'

/** Ends the sessions of all users of these companies and their descendants. */
export const endSessionsBelow = (tx: Tx, ids: readonly number[]) =>
  endSessions(tx, { company_id: ids }, 'company-deactivated')

/** One result per row; rejected rows do not affect the others. */
export async function changeCompanyStatus<StoredCompany extends CompanyRow>(
  tx: Tx,
  actor: Actor,
  source: ListSource<StoredCompany> & { table: string; owner: string },
  { is_active, ...selection }: Body<typeof companies.changeStatus>,
) {
  const { data, changed } = await changeSelected<{ id: number; parent_id: number | null }, StoredCompany>(tx, actor, {
    endpoint: companies.changeStatus,
    index: companies.index,
    source,
    selection,
    values: { is_active },
    forbidden: message('company.own'),
    check: ({ parent_id }) =>
      parent_id === null ? { code: 'conflict', ...message('company.root_active') } : undefined,
  })
  if (changed.length > 0 && !is_active) await endSessionsBelow(tx, changed)
  return { data }
}
