import type { Body } from '@trunkline/contract/endpoint'
import { licences } from '@trunkline/contract/resources/licence'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { changeSelected } from '../../http/change-selected.ts'
import type { ListSource } from '../../http/list/source.ts'
import { statusError, todayOf, type StoredLicence } from './licence-rules.ts'

/** Changes the status of licences, with one result per row; rejected rows do not affect the others. */
export async function changeLicenceStatus<CoverageRow>(
  tx: Tx,
  actor: Actor,
  source: ListSource<CoverageRow> & { table: string; owner: string },
  { status, ...selection }: Body<typeof licences.changeStatus>,
) {
  const today = await todayOf(tx)
  const { data } = await changeSelected<StoredLicence, CoverageRow>(tx, actor, {
    endpoint: licences.changeStatus,
    index: licences.index,
    source,
    selection,
    values: { status },
    check: (row) => {
      const error = statusError(row, status, today)
      return error && { code: 'conflict', ...error }
    },
  })
  return { data }
}
