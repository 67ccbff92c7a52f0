import { maxJobRows } from '@trunkline/contract/bulk'
import type { Endpoint, RowCall } from '@trunkline/contract/endpoint'
import type { ListInput } from '@trunkline/contract/list'
import { message } from '@trunkline/contract/errors'
import type { ObjectKind } from '@trunkline/contract/object-kind'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { invalid, notFound } from '../../errors.ts'
import type { Call, Handler } from '../../http/call.ts'
import { rowsOf, type ListSource } from '../../http/list/source.ts'
import { objectKinds } from '../../http/object-kinds.ts'
import { selectedIds } from '../../http/selection.ts'
import { addJob } from '../../jobs/queue.ts'
import { readJob } from './own-job.ts'

type JobEndpoint = Endpoint & { job: RowCall }

/** The calls of a module that start bulk jobs. */
type BulkHandlers<Module extends Record<string, Endpoint>> = {
  [K in keyof Module as Module[K] extends { job: RowCall } ? K : never]: Handler<Module[K]>
}

interface Selection {
  ids?: number[]
  matching?: ListInput & { total: number }
}

/** What the report calls a row, where the table has no column `name`. */
const labels: Partial<Record<ObjectKind, RawBuilder<string>>> = {
  licence: sql`t.key`,
  invite: sql`t.email`,
  subnet: sql`concat_ws(' ', t.net, nullif(t.name, ''))`,
  service: sql`coalesce(nullif(t.name, ''), t.username)`,
  'vpn-dialup': sql`coalesce(nullif(t.name, ''), t.username)`,
}

/**
 * The handlers of all bulk actions of a module (`bulkAction` in the contract). Spread them into its handlers.
 * @param source of the list that `matching` refers to; ids that it does not contain are not found
 */
export function bulkHandlers<Module extends Record<string, Endpoint>, Row>(
  module: Module,
  source: ListSource<Row>,
): BulkHandlers<Module> {
  const handlers = Object.entries(module)
    .filter((entry): entry is [string, JobEndpoint] => entry[1].job !== undefined)
    .map(([key, endpoint]) => [
      key,
      (call: Call) => call.db(async (tx) => ({ data: await startJob(tx, call, endpoint, source) })),
    ])
  return Object.fromEntries(handlers) as BulkHandlers<Module>
}

async function startJob<Row>(tx: Tx, call: Call, endpoint: JobEndpoint, source: ListSource<Row>) {
  const actor = call.actor as unknown as Actor
  const { ids, matching, ...params } = call.body as unknown as Selection & Record<string, unknown>
  const selected = await selectedIds(
    tx,
    actor,
    endpoint.job.index,
    source,
    { ...(ids && { ids }), ...(matching && { matching }) },
    maxJobRows,
  )
  if (selected.length === 0) throw invalid({ ids: message('selection.required') })
  if (ids !== undefined) await checkListed(tx, source, ids)
  const kind = endpoint.object as ObjectKind
  const { rows } = await sql<{ id: number }>`
    insert into bulk_job (company_id, user_id, action, object, params, rows_total, tenant)
    values (${actor.company_id}, ${actor.user_id}, ${endpoint.name}, ${kind}, ${JSON.stringify(params)}::jsonb, ${selected.length},
      ${JSON.stringify(tenantOf(actor, call))}::jsonb) returning id`.execute(tx)
  const id = rows[0]!.id
  await sql`
    insert into bulk_job_row (bulk_job_id, row_id, name)
    select ${id}, t.id, coalesce(${labels[kind] ?? sql`t.name`}, '') from ${sql.table(objectKinds[kind].table)} t
    where t.id = any (${selected}::bigint[]) order by t.id`.execute(tx)
  const subject = typeof endpoint.access === 'object' ? endpoint.access.subject : 'account'
  await sql`select audit_event('update', ${subject}, null, ${endpoint.name}, ${actor.company_id}, null, ${JSON.stringify({ bulk_job: id, rows: selected.length, ...params })}::jsonb)`.execute(
    tx,
  )
  await enqueueJob(tx, id)
  return readJob(tx, actor, id)
}

/** The rows are in the list that the action belongs to: a service is no VPN dial-up. @throws AppError not_found */
async function checkListed<Row>(tx: Tx, source: ListSource<Row>, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from (${rowsOf(tx, source)}) as r where r.id = any (${[...ids]}::bigint[])`.execute(
    tx,
  )
  if (rows[0]!.found < ids.length) throw notFound()
}

/** Stored for the transactions of the job: the origin of the request, and what narrows the rights of the caller. */
export interface StoredTenant {
  request_id?: string
  ip?: string
  scopes?: readonly string[] | null
  impersonator_id?: number | null
}

/** What the transactions of a job take over from the request that starts it. */
export const tenantOf = ({ scopes, impersonator }: Actor, { request }: Call): StoredTenant => ({
  request_id: request.id,
  ip: request.ip,
  scopes,
  impersonator_id: impersonator?.id ?? null,
})

/** Enqueues the next run of a job; a run that has not started is replaced. */
export const enqueueJob = (tx: Tx, id: number, runAt?: Date): Promise<number> =>
  addJob(tx, 'run-bulk-job', { bulk_job_id: id }, { key: `bulk-job:${id}`, runAt })
