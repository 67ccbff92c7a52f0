import type { CoaReason, CoaState } from '@trunkline/contract/resources/radius-enums'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/pool.ts'
import { addJobs } from '../jobs/queue.ts'

/** A request to a NAS, as logged for CoA and Disconnect. */
export interface QueuedRequest {
  id: number
  session_id: string
  state: CoaState
}

/** Of the supported vendors only RouterOS can change the rate of a running session (Mikrotik-Rate-Limit). */
const kindFor = (reason: CoaReason) =>
  reason === 'tariff' || reason === 'quota'
    ? sql`case when n.vendor = 'mikrotik' then 'coa' else 'disconnect' end`
    : sql`'disconnect'`

async function request(
  tx: Tx,
  which: RawBuilder<unknown>,
  reason: CoaReason,
  requested_by: string,
): Promise<QueuedRequest[]> {
  const { rows } = await sql<QueuedRequest>`
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
 * Enqueues requests, in the transaction that changes a service, to apply the change to its running sessions: CoA if the
 * NAS supports it, else Disconnect. The reply of the NAS is stored with the request; a request is not done until the
 * NAS has replied.
 */
export const requestChange = async (
  tx: Tx,
  service_id: number,
  reason: CoaReason,
  requested_by = '',
): Promise<QueuedRequest[]> => request(tx, sql`l.service_id = ${service_id}`, reason, requested_by)

/** The same for many services with one reason, in as few statements as for one. */
export const requestChanges = (
  tx: Tx,
  service_ids: readonly number[],
  reason: CoaReason,
  requested_by = '',
): Promise<QueuedRequest[]> => request(tx, sql`l.service_id = any (${service_ids}::bigint[])`, reason, requested_by)

/** Enqueues Disconnect requests by a user. Sessions that the caller cannot see, or that have ended, are skipped. */
export const requestDisconnect = async (tx: Tx, uids: readonly string[], requested_by = ''): Promise<QueuedRequest[]> =>
  request(tx, sql`l.uid = any (${uids}::text[])`, 'by-hand', requested_by)
