import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { findAddresses } from '../address-history/find-addresses.ts'
import { visibleTo } from '../companies/subtree.ts'
import type { Tx } from '../../db/pool.ts'
import { escapeLike, type Finder, type Found } from './finder.ts'
import { macSpellings, type Question } from './question.ts'

const wholeMac = 12
/** Acct-Session-Ids of NAS devices: a word with a digit. */
const sessionIdOf = (text: string): string | undefined =>
  /^(?=.*\d)[\w:./@-]{6,64}$/.test(text) && !text.includes('@') ? text : undefined

const columns = sql`'sessions' as kind, coalesce(s.service_id, s.nas_id) as id, s.uid as session_id, s.username as title, s.company_id,
  concat_ws(', ', host(s.framed_ip), s.calling, s.acct_session_id) as detail, s.started_at as since,
  lower(concat_ws(' ', s.username, s.acct_session_id, s.calling, translate(s.calling, ':-.', ''), host(s.framed_ip))) as search_text`

const anyOf = (parts: readonly RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join([...parts], sql` or `)})`

/** Spellings in which a NAS may send the text; equality is a look-up in an index. */
const cases = (texts: readonly string[]) => [
  ...new Set(texts.flatMap((one) => [one, one.toLowerCase(), one.toUpperCase()])),
]

/** By calling station and Acct-Session-Id: any part of the first and the start of the second while the session runs. */
function liveCondition(question: Question): RawBuilder<SqlBool> | undefined {
  const parts: RawBuilder<SqlBool>[] = []
  if (question.mac !== undefined)
    for (const spelling of macSpellings(question.mac)) parts.push(sql<SqlBool>`s.calling ilike ${`%${spelling}%`}`)
  const id = sessionIdOf(question.text)
  if (id !== undefined)
    for (const one of cases([id])) parts.push(sql<SqlBool>`s.acct_session_id like ${`${escapeLike(one)}%`}`)
  return parts.length === 0 ? undefined : anyOf(parts)
}

/** The same for the history, where both are found as a whole. */
function closedCondition(question: Question): RawBuilder<SqlBool> | undefined {
  const parts: RawBuilder<SqlBool>[] = []
  if (question.mac?.length === wholeMac)
    parts.push(sql<SqlBool>`s.calling = any (${cases(macSpellings(question.mac))}::text[])`)
  const id = sessionIdOf(question.text)
  if (id !== undefined) parts.push(sql<SqlBool>`s.acct_session_id = any (${cases([id])}::text[])`)
  return parts.length === 0 ? undefined : anyOf(parts)
}

/** The moment in question as the caller's local time. */
async function spanOf(tx: Tx, user_id: number, at: NonNullable<Question['at']>) {
  const { rows } = await sql<{ since: string; upto: string }>`
    select ${at.from}::timestamp at time zone u.time_zone as since, ${at.to}::timestamp at time zone u.time_zone as upto
    from app_user u where u.id = ${user_id}`.execute(tx)
  return rows[0]
}

/** Sessions that have the address, or had it at the time in question; the latest end first. */
const byAddress: Finder = async (tx, actor, { address, at }, limit) => {
  if (address === undefined) return []
  const now = new Date().toISOString()
  const span = at === undefined ? { since: now, upto: now } : await spanOf(tx, actor.user_id, at)
  if (span === undefined) return []
  const { rows } = await findAddresses(tx, { address: address.text }, span, { limit })
  return rows.map((row): Found => ({
    kind: 'sessions',
    id: row.service_id ?? row.nas_id,
    title: row.username,
    detail: [
      row.port_from === null ? row.address : `${row.address}:${row.port_from}-${row.port_to}`,
      row.calling,
      row.acct_session_id,
    ]
      .filter(Boolean)
      .join(', '),
    company_id: row.company_id,
    session_id: row.session_id,
    since: row.from,
    until: row.until,
    state: row.until === null ? 'online' : 'ended',
    search_text: `${row.username.toLowerCase()} ${address.text}`,
  }))
}

/** RADIUS sessions by address, calling station and session id: those that are online, and the last one that ended. */
export const sessions: Finder = async (tx, actor, question, limit) => {
  if (question.address) return byAddress(tx, actor, question, limit)
  const [live, closed] = [liveCondition(question), closedCondition(question)]
  const found: Found[] = []
  if (live)
    found.push(
      ...(
        await sql<Found>`select ${columns}, null as until, 'online' as state from session_live s
          where ${visibleTo(actor, 's.ancestor_ids')} and ${live} limit ${limit}`.execute(tx)
      ).rows,
    )
  if (closed) {
    const { rows } = await sql<Found>`select ${columns}, s.stopped_at as until, 'ended' as state from session_closed s
      where ${visibleTo(actor, 's.ancestor_ids')} and ${closed} order by s.stopped_at desc limit ${limit}`.execute(tx)
    // The last one says when the user was online; others are in the history.
    const users = new Set(found.map(({ title }) => title))
    for (const row of rows) {
      if (question.mac !== undefined && users.has(row.title)) continue
      users.add(row.title)
      found.push(row)
    }
  }
  return found
}
