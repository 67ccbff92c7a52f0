import { everyEndpoint } from '@trunkline/contract/contract'
import { message, type Message } from '@trunkline/contract/errors'
import type { Subject } from '@trunkline/contract/abilities'
import { bulkJobs, type BulkJobState } from '@trunkline/contract/resources/bulk-job'
import {
  maxRecentActions,
  recentHours,
  recentVerbs,
  type RecentAction,
  type RecentVerb,
  type recentActions,
} from '@trunkline/contract/resources/recent-action'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { requireSession } from '../../access/guards.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { AppError, conflict, notFound } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import { jobObstacle } from '../bulk-jobs/undo.ts'
import {
  authorOf,
  changesFrom,
  isUndo,
  lockUndo,
  maxRecords,
  recentGroups,
  undoneActions,
  type Author,
  type Change,
  type ChangeGroup,
} from './changes.ts'
import { isCommand, planOf, readColumns, subjectOf } from './plan.ts'
import { createUndo, type Undo } from './undo.ts'

/** Requests that are read besides those of the list, because not all change records: a sign-in, an export. */
const moreRequests = 30

/** A bulk job of the user, with what the list of recent actions shows of it. */
interface RecentJob {
  id: number
  action: string
  object: string
  state: BulkJobState
  done: number
  created_at: string
  finished_at: string | null
  request_id: string | null
  undone: boolean
}

/** Messages in replies get their text when they are sent. */
const noteOf = (reason: Message | undefined) => (reason ?? null) as RecentAction['note']

async function recentJobs(tx: Tx, { user_id, impersonator_id }: Author, limit: number): Promise<RecentJob[]> {
  const { rows } = await sql<RecentJob>`
    select j.id, j.action, j.object, j.state, j.rows_done as done, j.created_at, j.finished_at, j.tenant ->> 'request_id' as request_id,
      exists (
        select from bulk_job u where u.user_id = j.user_id and u.id > j.id and u.action = ${bulkJobs.undo.name}
          and u.params ->> 'bulk_job' = j.id::text
      ) as undone
    from bulk_job j where j.user_id = ${user_id} and j.created_at > now() - make_interval(hours => ${sql.lit(recentHours)})
      and (j.tenant ->> 'impersonator_id')::bigint is not distinct from ${impersonator_id}::bigint
    order by j.id desc limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

const subjects = new Map(
  everyEndpoint.flatMap(({ object, access }): [string, Subject][] =>
    object === undefined || typeof access !== 'object' ? [] : [[object, access.subject]],
  ),
)

/** What a bulk job does to its rows, in the words of the audit log. */
const verbOfJob = (action: string): RecentVerb =>
  action.endsWith('.bulk-destroy') ? 'destroy' : action.endsWith('.bulk-recover') ? 'recover' : 'update'

function entryOfJob(job: RecentJob): RecentAction {
  const obstacle = jobObstacle(job)
  return {
    id: null,
    bulk_job_id: job.id,
    at: job.created_at,
    request_id: job.request_id,
    verb: verbOfJob(job.action),
    subject: subjectOf(job.object) ?? subjects.get(job.object) ?? 'bulk-jobs',
    object_id: null,
    label: null,
    count: job.done,
    fields: [],
    command: null,
    job: { action: job.action, object: job.object },
    undoes: job.action === bulkJobs.undo.name,
    undo: job.undone ? 'undone' : obstacle === undefined ? 'possible' : 'impossible',
    note: job.undone ? null : noteOf(obstacle),
  }
}

const isRecordChange = ({ action, subject, object_id }: Change) =>
  object_id !== null && subject !== 'account' && (recentVerbs as readonly string[]).includes(action)

/** The command that an entry logs; an entry has no value for an empty column. */
const commandOf = ({ after }: Change): RecentAction['command'] => {
  const { kind, target = '', verb = '' } = after as Partial<NonNullable<RecentAction['command']>>
  return kind === undefined ? null : { kind, target, verb }
}

/** @returns undefined for a request that changed no record */
function entryOf(
  actor: Actor,
  group: ChangeGroup,
  of: { undo: Undo; columns: ReadonlyMap<string, ReadonlySet<string>>; undone: ReadonlySet<number> },
): RecentAction | undefined {
  const changes = group.changes.filter(isRecordChange)
  const first = changes[0]
  if (first === undefined) return undefined
  const id = (group.changes[0] as Change).id
  const plan = planOf(changes, of.columns)
  const [target] = plan.targets
  const shown =
    changes.find(({ object_id, subject }) => object_id === target?.id && subject === target?.subject) ?? first
  const reason =
    plan.reason ??
    (group.cut ? message('undo.too_many', { max: maxRecords }) : undefined) ??
    (target === undefined ? undefined : of.undo.obstacle(actor, target))
  const isUndone = of.undone.has(id)
  const stays = plan.targets.find(({ hasSecrets, verb }) => hasSecrets && verb === 'update')
  const verb = target === undefined ? first.action : shown.action === 'move' ? 'move' : target.verb
  return {
    id,
    bulk_job_id: null,
    at: first.at,
    request_id: group.request_id,
    verb: verb as RecentVerb,
    subject: shown.subject as Subject,
    object_id: shown.object_id,
    label: shown.object_label,
    count: Math.max(1, plan.targets.length),
    fields: target?.verb === 'update' ? Object.keys({ ...target.before, ...target.after }) : [],
    job: null,
    command: target === undefined && isCommand(first) ? commandOf(first) : null,
    undoes: isUndo(group.changes),
    undo: isUndone ? 'undone' : reason === undefined ? 'possible' : 'impossible',
    note: isUndone
      ? null
      : noteOf(reason ?? (stays === undefined ? undefined : message('undo.secret_stays', { name: stays.name }))),
  }
}

/** What the caller has changed lately, and its undo. */
export const recentActionHandlers = (deps: Deps): Handlers<typeof recentActions> => {
  const undo = createUndo(deps)
  return {
    index: ({ actor, db, query: { limit = maxRecentActions } }) => {
      requireSession(actor)
      const author = authorOf(actor)
      return db(async (tx) => {
        const jobs = await recentJobs(tx, author, limit)
        const ofJobs = new Set(jobs.map(({ request_id }) => request_id))
        const groups = await recentGroups(tx, author, limit + jobs.length + moreRequests)
        const oldest = groups.at(-1)?.changes[0]?.id
        const undone = oldest === undefined ? new Set<number>() : await undoneActions(tx, author, oldest)
        const columns = await readColumns(tx)
        const single = groups
          .filter(({ request_id }) => request_id === null || !ofJobs.has(request_id))
          .flatMap((group) => entryOf(actor, group, { undo, columns, undone }) ?? [])
        const all = [...jobs.map(entryOfJob), ...single].sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
        return { data: all.slice(0, limit) }
      })
    },

    undo: ({ actor, params: { id }, db, request, afterCommit }) => {
      requireSession(actor)
      const author = authorOf(actor)
      return db(async (tx) => {
        await lockUndo(tx, author)
        const { changes: all, cut } = await changesFrom(tx, author, id)
        const changes = all.filter(isRecordChange)
        if (changes.length === 0) throw notFound()
        if ((await undoneActions(tx, author, id)).has(id)) throw conflict('undo.done')
        const { targets, reason } = planOf(changes, await readColumns(tx))
        if (reason !== undefined) throw new AppError('conflict', { reason })
        if (cut) throw conflict('undo.too_many', { max: maxRecords })
        const lost = await undo.undoTargets(tx, { actor, request, afterCommit }, targets)
        // Logged with the user, as the other entries of this subject.
        await sql`select audit_event('update', 'account', ${actor.user_id}, ${actor.label}, ${actor.company_id}, null, ${JSON.stringify({ undo_of: id })}::jsonb)`.execute(
          tx,
        )
        return { data: { count: targets.length, not_restored: [...lost] as never } }
      })
    },
  }
}
