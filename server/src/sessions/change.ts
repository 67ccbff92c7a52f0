import type { CoaReason, CoaState } from '@trunkline/contract/resources/radius-enums'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/pool.ts'
import { addJobs } from '../jobs/queue.ts'

/** A request to a NAS, as it stands in the log of CoA and Disconnect. */
export interface Requested {
  id: number
  session_id: string
  state: CoaState
}

/** Of the makers that the panel knows, RouterOS alone takes another rate without ending the session (Mikrotik-Rate-Limit). */
const kindFor = (reason: CoaReason) =>
  reason === 'tariff' || reason === 'quota'
    ? sql`case when n.vendor = 'mikrotik' then 'coa' else 'disconnect' end`
    : sql`'disconnect'`

async function request(
  tx: Tx,
  which: RawBuilder<unknown>,
  reason: CoaReason,
  requested_by: string,
): Promise<Requested[]> {
  const { rows } = await sql<Requested>`
    insert into coa_request (company_id, service_id, nas_id, uid, username, kind, reason, requested_by)
    select l.company_id, l.service_id, l.nas_id, l.uid, l.username, ${kindFor(reason)}, ${reason}, ${requested_by}
    from session_live l join nas n on n.id = l.nas_id where l.company_id is not null and ${which} order by l.started_at
    returning id, uid as session_id, state`.execute(tx)
  await addJobs(
    tx,
    'radius-coa',
    rows.map(({ id }) => ({ payload: { id }, key: `radius-coa-${id}` })),
  )
  return rows
}

/**
 * Asks, in the transaction of a change of a service, that its running sessions be told: by CoA where the NAS can, else by
 * Disconnect. What the NAS answers is kept with the request; a request is not done by being asked.
 */
export const requestChange = async (
  tx: Tx,
  service_id: number,
  reason: CoaReason,
  requested_by = '',
): Promise<Requested[]> => request(tx, sql`l.service_id = ${service_id}`, reason, requested_by)

/** The same for many services that change for one reason, in as many statements as for one. */
export const requestChanges = (
  tx: Tx,
  service_ids: readonly number[],
  reason: CoaReason,
  requested_by = '',
): Promise<Requested[]> => request(tx, sql`l.service_id = any (${service_ids}::bigint[])`, reason, requested_by)

/** Asks that sessions be ended by hand. Those that the caller does not see, or that have ended, are left out. */
export const requestDisconnect = async (tx: Tx, uids: readonly string[], requested_by = ''): Promise<Requested[]> =>
  request(tx, sql`l.uid = any (${uids}::text[])`, 'by-hand', requested_by)
