import { setTimeout as sleep } from 'node:timers/promises'
import { everyEndpoint } from '@trunkline/contract/contract'
import type { RowCall } from '@trunkline/contract/endpoint'
import { message, type Message } from '@trunkline/contract/errors'
import { bulkJobs, undoAction } from '@trunkline/contract/resources/bulk-job'
import type { LicencePart } from '@trunkline/contract/resources/licence-enums'
import type { ObjectKind } from '@trunkline/contract/object-kind'
import { sql } from 'kysely'
import { tenantSettingsOf, type Actor } from '../../access/actor.ts'
import { readActorOf } from '../../access/actor-of-user.ts'
import type { Tx } from '../../db/pool.ts'
import { isServerError } from '../../errors.ts'
import type { CallRequest } from '../../http/call.ts'
import { isAborted } from '../../http/error-reply.ts'
import { objectKinds } from '../../http/object-kinds.ts'
import { admitRowCall, callRows, isSkip, outcomeOfError, type RowOutcome, type RowRoute } from '../../http/row-call.ts'
import type { TaskContext } from '../../jobs/tasks.ts'
import { countResults } from './own-job.ts'
import type { StoredTenant } from './start.ts'

/** A job as stored. */
interface StoredJob {
  id: number
  company_id: number
  user_id: number
  action: string
  object: ObjectKind
  params: Record<string, unknown>
  tenant: StoredTenant
}

/** What a run needs from the process. */
interface RunDeps {
  /** The calls that jobs make, by name. */
  routes: ReadonlyMap<string, RowRoute>
  licences: { assertOpen(actor: Actor, part: LicencePart): Promise<void> }
}

/** Milliseconds. */
export const intervals = {
  /** A run ends after this time and enqueues the next one, so that other jobs get their turn. */
  run: 10_000,
  /** Between two announcements of the progress. */
  progress: 1000,
  /** Between two looks at commands of devices. */
  commands: 2000,
}

/** How often rows are tried whose transaction PostgreSQL aborted because of concurrent ones. */
const tries = 3

const actions = new Map<string, RowCall>([
  ...everyEndpoint.filter(({ job }) => job !== undefined).map((of): [string, RowCall] => [of.name, of.job as RowCall]),
  [bulkJobs.undo.name, undoAction],
])

/** The result of one step of a run. */
type Step = 'more' | 'none-left'

/**
 * Processes queued rows of a job until none is left, the time of a run is over, or the job is cancelled. Each row is one
 * transaction, with the effect of its call and the result: a worker that dies at any point leaves a row queued and
 * unchanged, or changed and reported.
 * @throws Error if the database is unavailable; the rows stay queued
 */
export async function processRows(deps: RunDeps, job: StoredJob, context: TaskContext): Promise<void> {
  const action = actions.get(job.action)
  const route = action && deps.routes.get(action.call.name)
  // An action of another version: its rows cannot be processed.
  if (action === undefined || route === undefined)
    return failQueued(context, job.id, 'internal', message('bulk.interrupted'))
  const until = performance.now() + intervals.run
  let announced = performance.now()
  // After a batch was rejected as a whole, its rows are processed one by one.
  let alone = 0
  for (let step: Step = 'more'; step === 'more' && !context.signal.aborted && performance.now() < until;) {
    const batch = alone > 0 ? 1 : (action.batch ?? 1)
    alone = Math.max(0, alone - 1)
    const result = await processNext({ deps, job, action, route, context }, batch)
    if (typeof result === 'number') alone = result
    else step = result
    if (performance.now() - announced < intervals.progress) continue
    await context.system(async (tx) => {
      await renewLease(tx, job.id)
      await countResults(tx, job.id)
    })
    announced = performance.now()
  }
}

interface Work {
  deps: RunDeps
  job: StoredJob
  action: RowCall
  route: RowRoute
  context: TaskContext
}

/**
 * Processes the next rows.
 * @returns whether there were any; the number of rows to process one by one, if a batch was rejected as a whole
 */
async function processNext(work: Work, batch: number): Promise<Step | number> {
  const { deps, job, route, context } = work
  // Read for each row: a user who is deactivated, or loses the ability, has no further effect.
  const actor = await context.system((tx) => readActorOf(tx, requesterOf(job)))
  if (actor === null) {
    await failQueued(context, job.id, 'forbidden', message('bulk.no_longer_allowed'))
    return 'none-left'
  }
  const ids: number[] = []
  let error: unknown
  for (let attempt = 1; attempt <= tries; attempt++)
    try {
      await admitRowCall(deps.licences, route, actor)
      return await inTransaction(work, actor, batch, ids)
    } catch (cause) {
      error = cause
      if (!isAborted(cause)) break
      await sleep(Math.random() * 20 * attempt)
    }
  const outcome = outcomeOfError(error)
  if (isServerError(outcome.code)) {
    if (outcome.code !== 'internal') throw error
    context.log.error({ err: error, bulk_job_id: job.id, ids }, 'a row of a bulk job failed')
  }
  if (ids.length > 1) return ids.length
  const known = ids[0] === undefined ? await context.system((tx) => nextRows(tx, job.id, 1)) : [{ row_id: ids[0] }]
  if (known.length === 0) return 'none-left'
  await context.system((tx) =>
    storeOutcomes(tx, job.id, work.action, new Map([[known[0]!.row_id, { error: outcome }]])),
  )
  return 'more'
}

/**
 * Makes the call for the next rows and stores their results, in one transaction of the user.
 * @param ids gets the ids of these rows
 */
async function inTransaction(work: Work, actor: Actor, batch: number, ids: number[]): Promise<Step> {
  const { job, action, route, context } = work
  const effects: (() => void)[] = []
  const { tenant } = job
  const step = await context.caller(
    tenantSettingsOf(actor, { id: tenant.request_id ?? '', ip: tenant.ip ?? '' }),
    async (tx): Promise<Step> => {
      await sql`set local statement_timeout = '60s'`.execute(tx)
      const rows = await nextRows(tx, job.id, batch)
      ids.splice(0, ids.length, ...rows.map(({ row_id }) => row_id))
      if (ids.length === 0) return 'none-left'
      const versions = action.changesRow ? await versionsOf(tx, job.object, ids) : undefined
      const outcomes = await callRows(route, {
        tx,
        actor,
        ids,
        params: job.params,
        request: requestOf(job, context),
        afterCommit: (effect) => void effects.push(effect),
      })
      if (versions !== undefined) markUnchanged(outcomes, versions, await versionsOf(tx, job.object, ids))
      await storeOutcomes(tx, job.id, action, outcomes)
      return 'more'
    },
  )
  for (const effect of effects) effect()
  return step
}

/** The next queued rows of a running job, locked. Rows that another worker processes are left to it. */
async function nextRows(tx: Tx, id: number, limit: number): Promise<{ row_id: number }[]> {
  const { rows } = await sql<{ row_id: number }>`
    select r.row_id from bulk_job_row r
    where r.bulk_job_id = ${id} and r.state = 'queued' and exists (select from bulk_job j where j.id = ${id} and j.state = 'running')
    order by r.id limit ${limit} for update of r skip locked`.execute(tx)
  return rows
}

/** Versions of rows by id: a change of any column counts them up. */
async function versionsOf(tx: Tx, kind: ObjectKind, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; version: number }>`
    select id, version from ${sql.table(objectKinds[kind].table)} where id = any (${[...ids]}::bigint[])`.execute(tx)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

function markUnchanged(
  outcomes: Map<number, RowOutcome>,
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
): void {
  for (const [id, { error }] of outcomes)
    if (error === undefined && before.has(id) && before.get(id) === after.get(id))
      outcomes.set(id, { error: { code: 'conflict', message: message('bulk.unchanged') } })
}

async function storeOutcomes(tx: Tx, id: number, action: RowCall, outcomes: Map<number, RowOutcome>): Promise<void> {
  const rows = [...outcomes].map(([row_id, { error, command_id }]) => ({
    row_id,
    state:
      error !== undefined
        ? isSkip(action, error)
          ? 'skipped'
          : 'failed'
        : command_id === undefined
          ? 'done'
          : 'waiting',
    code: error?.code ?? null,
    message: error?.message ?? null,
    command_id: command_id ?? null,
  }))
  await sql`
    update bulk_job_row r set state = o.state, code = o.code, message = o.message, command_id = o.command_id,
      finished_at = case when o.state = 'waiting' then null else clock_timestamp() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o (row_id bigint, state text, code text, message jsonb, command_id bigint)
    where r.bulk_job_id = ${id} and r.row_id = o.row_id and r.state = 'queued'`.execute(tx)
}

/** Ends all rows that the job has not reached. */
export const failQueued = (context: TaskContext, id: number, code: string, reason: Message): Promise<void> =>
  context.system(async (tx) => {
    await sql`
      update bulk_job_row set state = 'failed', code = ${code}, message = ${JSON.stringify(reason)}::jsonb, finished_at = clock_timestamp()
      where bulk_job_id = ${id} and state = 'queued'`.execute(tx)
  })

/** Copies the results of commands that have ended to their rows. */
export async function collectCommands(tx: Tx, id: number): Promise<void> {
  await sql`
    update bulk_job_row r set state = case c.state when 'done' then 'done' when 'cancelled' then 'skipped' else 'failed' end,
      code = case when c.state = 'done' then null else c.state end, message = c.detail, finished_at = clock_timestamp()
    from device_command c where r.bulk_job_id = ${id} and r.state = 'waiting' and c.id = r.command_id and c.state not in ('queued', 'running')`.execute(
    tx,
  )
  const deleted = JSON.stringify(message('bulk.command_deleted'))
  await sql`
    update bulk_job_row r set state = 'skipped', code = 'not_found', message = ${deleted}::jsonb, finished_at = clock_timestamp()
    where r.bulk_job_id = ${id} and r.state = 'waiting' and not exists (select from device_command c where c.id = r.command_id)`.execute(
    tx,
  )
}

/** Seconds that a lease lasts; a worker renews it each second. */
const leaseSeconds = 15

/** Concurrent jobs in the installation: other workers remain for mail and device commands. */
const maxConcurrent = 2
/** Key of the advisory lock under which leases are counted. */
const leaseLock = 0x42554c4b

const renewLease = (tx: Tx, id: number) =>
  sql`update bulk_job set leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}) where id = ${id}`.execute(
    tx,
  )

/**
 * Claims a job for a run.
 * @returns the job; `busy` while another worker runs it or too many others run; undefined if it has ended
 */
export async function claimJob(tx: Tx, id: number): Promise<StoredJob | 'busy' | undefined> {
  await sql`select pg_advisory_xact_lock(${leaseLock})`.execute(tx)
  const { rows } = await sql<StoredJob & { leased: boolean; others: number }>`
    select id, company_id, user_id, action, object, params, tenant, coalesce(leased_until > clock_timestamp(), false) as leased,
      (select count(*)::int from bulk_job o where o.finished_at is null and o.leased_until > clock_timestamp()) as others
    from bulk_job where id = ${id} and finished_at is null`.execute(tx)
  const [job] = rows
  if (job === undefined) return undefined
  if (job.leased || job.others >= maxConcurrent) return 'busy'
  await sql`update bulk_job set state = case state when 'queued' then 'running' else state end, started_at = coalesce(started_at, clock_timestamp()) where id = ${id}`.execute(
    tx,
  )
  await renewLease(tx, id)
  return job
}

export const releaseJob = (tx: Tx, id: number) =>
  sql`update bulk_job set leased_until = null where id = ${id}`.execute(tx)

const requesterOf = ({ user_id, company_id, tenant }: StoredJob) => ({
  user_id,
  company_id,
  impersonator_id: tenant.impersonator_id ?? null,
  scopes: tenant.scopes ?? null,
})

/** What handlers may use of the request that started the job. */
const requestOf = ({ tenant }: StoredJob, { log }: TaskContext): CallRequest => ({
  id: tenant.request_id ?? '',
  ip: tenant.ip ?? '',
  user_agent: undefined,
  cookie: () => undefined,
  setCookie: () => {},
  clearCookie: () => {},
  log: log as unknown as CallRequest['log'],
})
