import { recentHours, recentVerbs } from '@trunkline/contract/resources/recent-action'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'

export type Values = Readonly<Record<string, unknown>>

/** An entry of the audit log about one record. */
export interface Change {
  id: number
  at: string
  action: string
  subject: string
  object_id: number | null
  object_label: string | null
  actor_name: string
  impersonator_id: number | null
  impersonator_name: string | null
  request_id: string | null
  before: Values | null
  after: Values | null
}

/** The entries of one request, in the order of the log. */
export interface ChangeGroup {
  request_id: string | null
  changes: Change[]
  /** There are earlier entries, which were not read. */
  cut: boolean
}

/** Whose changes are listed and undone: in a login-as session those of that administrator, not those of the user. */
export interface Author {
  user_id: number
  /** The administrator who is logged in as the user. */
  impersonator_id: number | null
}

export const authorOf = ({ user_id, impersonator }: Pick<Actor, 'user_id' | 'impersonator'>): Author => ({
  user_id,
  impersonator_id: impersonator?.id ?? null,
})

const columns = sql`a.id, a.at, a.action, a.subject, a.object_id, a.object_label, a.actor_name, a.impersonator_id,
  a.impersonator_name, a.request_id, a.before, a.after`
const age = sql`make_interval(hours => ${sql.lit(recentHours)})`
const isBy = ({ user_id, impersonator_id }: Author) =>
  sql`a.actor_id = ${user_id} and a.impersonator_id is not distinct from ${impersonator_id}::bigint`

/** The maximum of records that an undo within a request changes; bulk jobs have no such limit. */
export const maxRecords = 50
/** Entries that are read of each request: a record may have several. */
const maxEntries = 4 * maxRecords
/** Entries of all requests together. */
const maxRead = 4000
/** Entries that are passed to find the requests: those of a large bulk job lie between them. */
const maxPassed = 20_000
/** Entries of one step of that search. */
const step = 500
/** Clients may choose the id of a request and repeat it. Seconds within which entries belong together. */
const requestSeconds = 60

/**
 * The last requests of a user with their entries, latest first; requests before `maxPassed` entries are not found. The
 * index of the user is read from its end, so that older entries than a day cost nothing.
 * @param maxRequests including those that changed no record
 */
export async function recentGroups(tx: Tx, author: Author, maxRequests: number): Promise<ChangeGroup[]> {
  const { user_id, impersonator_id } = author
  const { rows } = await sql<Change & { cut: boolean }>`
    with recursive run (id, request_id, at, n, starts, passed) as (
      (select a.id, a.request_id, a.at, 1, true, 1 from audit_log a where a.actor_id = ${user_id} order by a.id desc limit 1)
      union all
      select next.id, next.request_id, next.at, run.n + next.starts::int, next.starts, run.passed + next.place::int
      from run cross join lateral (
        select c.*, c.request_id is null or c.request_id is distinct from run.request_id as starts from (
          select a.id, a.request_id, a.at, row_number() over (order by a.id desc) as place from audit_log a
          where a.actor_id = ${user_id} and a.id < run.id order by a.id desc limit ${sql.lit(step)}
        ) as c
        where c.place = ${sql.lit(step)} or c.request_id is null or c.request_id is distinct from run.request_id
        order by c.id desc limit 1
      ) as next
      where run.n <= ${sql.lit(maxRequests)} and run.passed < ${sql.lit(maxPassed)} and run.at > now() - ${age}
    ), bounded as (
      select id, at, n, coalesce(lead(id) over (order by n), 0) as previous from run where starts
    )
    select c.*, c.place > ${sql.lit(maxEntries)} as cut from bounded b cross join lateral (
      select ${columns}, row_number() over (order by a.id desc) as place from audit_log a
      where a.actor_id = ${user_id} and a.id <= b.id and a.id > b.previous
      order by a.id desc limit ${sql.lit(maxEntries + 1)}
    ) as c
    where b.at > now() - ${age} and b.n <= ${sql.lit(maxRequests)} and c.impersonator_id is not distinct from ${impersonator_id}::bigint
    order by c.id desc limit ${sql.lit(maxRead + 1)}`.execute(tx)
  const groups: ChangeGroup[] = []
  const open = new Map<string, ChangeGroup>()
  for (const row of rows) {
    const { cut, ...change } = row
    const known = change.request_id === null ? undefined : open.get(change.request_id)
    const isSame = known !== undefined && secondsBetween(change, known.changes[0] as Change) < requestSeconds
    const group = isSame ? known : { request_id: change.request_id, changes: [], cut: false }
    if (!isSame) groups.push(group)
    if (change.request_id !== null) open.set(change.request_id, group)
    if (cut) group.cut = true
    else group.changes.unshift(change)
  }
  // The last one may have more entries.
  if (rows.length > maxRead) groups.pop()
  return groups.filter(({ changes }) => changes.length > 0)
}

const secondsBetween = (a: Change, b: Change) => Math.abs(Date.parse(a.at) - Date.parse(b.at)) / 1000

/**
 * The entries of the request whose first entry is `id`.
 * @returns none for an entry of another user, or an older one than a day; `cut`: there may be later entries, which were
 *   not read
 */
export async function changesFrom(tx: Tx, author: Author, id: number): Promise<{ changes: Change[]; cut: boolean }> {
  const limit = 5 * maxEntries
  const { rows } = await sql<Change & { belongs: boolean }>`
    with first as (
      select a.id, a.request_id, a.at from audit_log a where a.id = ${id} and ${isBy(author)} and a.at > now() - ${age}
    )
    select ${columns}, a.id = first.id or a.request_id = first.request_id and ${isBy(author)} as belongs
    from first cross join lateral (
      select * from audit_log l where l.actor_id = ${author.user_id} and l.id >= first.id order by l.id limit ${sql.lit(limit)}
    ) as a
    where a.at < first.at + make_interval(secs => ${sql.lit(requestSeconds)})
    order by a.id`.execute(tx)
  return { changes: rows.filter(({ belongs }) => belongs), cut: rows.length === limit }
}

/**
 * The undone actions of a user, by their first entries.
 * @param after entries before this one are not undone later
 */
export async function undoneActions(tx: Tx, { user_id }: Author, after: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select (a.after ->> 'undo_of')::bigint as id from audit_log a
    where a.subject = 'account' and a.object_id = ${user_id} and a.id > ${after} and a.actor_id = ${user_id} and a.after ? 'undo_of'`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Waits until another undo of the same user has ended: the second one then finds the first. */
export const lockUndo = (tx: Tx, { user_id }: Author) =>
  sql`select pg_advisory_xact_lock(hashtext('trunkline undo'), ${user_id % 2_147_483_647})`.execute(tx)

/** The entries that a bulk job has written about one record between its start and its end. */
export const changesOfRow = (
  tx: Tx,
  of: { author: Author; subject: string; object_id: number; request_id: string; from: string; to: string },
): Promise<Change[]> =>
  entries(
    tx,
    sql`a.subject = ${of.subject} and a.object_id = ${of.object_id} and a.request_id = ${of.request_id} and ${isBy(of.author)}
      and a.at between ${of.from}::timestamptz and ${of.to}::timestamptz`,
    maxEntries,
  ).then((rows) => rows.toReversed())

/** What others have written about a record after an entry, latest first. An administrator in a login-as session counts. */
export const laterChanges = (
  tx: Tx,
  of: { author: Author; subject: string; object_id: number; after: number },
): Promise<Change[]> =>
  entries(
    tx,
    sql`a.subject = ${of.subject} and a.object_id = ${of.object_id} and a.id > ${of.after}
      and a.actor_id is not null and not (${isBy(of.author)})`,
    maxEntries,
  )

async function entries(tx: Tx, where: RawBuilder<unknown>, limit: number): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select ${columns} from audit_log a where ${where} and a.action = any (${[...recentVerbs]}::text[])
    order by a.id desc limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

/** Whether a request undid another one. */
export const isUndo = (changes: readonly Change[]): boolean =>
  changes.some(({ subject, after }) => subject === 'account' && after !== null && 'undo_of' in after)
