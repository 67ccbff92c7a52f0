import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { entryMenus } from '../../devices/reading-entries.ts'
import { visibleTo } from '../companies/subtree.ts'
import { matches, type Found } from './finder.ts'
import type { Question } from './question.ts'

/** Kinds of results that devices report, with the menu of their rows in `reading_entry`. */
export const reportedKinds = {
  hardware: entryMenus.system,
  leases: entryMenus.lease,
  'wifi-clients': entryMenus.registration,
  'access-list-rows': entryMenus.accessList,
} as const
export type ReportedKind = keyof typeof reportedKinds

const kindOfMenu = sql`case e.menu ${sql.join(
  Object.entries(reportedKinds).map(([kind, menu]) => sql`when ${sql.lit(menu)} then ${sql.lit(kind)}`),
  sql` `,
)} end`

/** A device answers, a lease is as it was read, a client is there as long as its device answers. */
const state = sql`case
  when e.menu = ${sql.lit(entryMenus.lease)} then case e.state when 'bound' then 'bound' else 'waiting' end
  when e.menu = ${sql.lit(entryMenus.accessList)} then case e.state when 'accept' then 'allowed' when 'reject' then 'blocked' when 'disabled' then 'inactive' end
  when h.is_online then 'online'
  when e.menu = ${sql.lit(entryMenus.system)} and not h.is_online then 'offline'
  else 'unknown' end`

/**
 * What devices reported in their last readings, of these kinds: by MAC address, IP address, host name and comment. Without
 * an order, so that it ends early: a host name like "iphone" is that of many.
 */
export async function findReported(
  tx: Tx,
  actor: Actor,
  question: Question,
  limit: number,
  kinds: readonly ReportedKind[],
): Promise<Found[]> {
  if (kinds.length === 0) return []
  const condition: RawBuilder<SqlBool> = question.address
    ? sql`e.address = ${question.address.text}::inet`
    : matches('e.search_text', question)
  const { rows } = await sql<Found>`
    select h.id, ${kindOfMenu} as kind, h.id as hardware_id, h.company_id, h.site_id, e.search_text as search_text, ${state} as state,
      case when e.menu = ${sql.lit(entryMenus.system)} then h.name else coalesce(nullif(e.name, ''), upper(e.mac::text), host(e.address)) end as title,
      concat_ws(', ', case when e.menu = ${sql.lit(entryMenus.system)} then nullif(e.name, h.name) when e.name <> '' then upper(e.mac::text) end,
        host(e.address), case when e.menu <> ${sql.lit(entryMenus.system)} then h.name end) as detail
    from reading_entry e join hardware h on h.id = e.hardware_id
    where e.menu = any (${kinds.map((kind) => reportedKinds[kind])}::text[]) and h.deleted_at is null
      and ${visibleTo(actor, 'h.ancestor_ids')} and ${condition}
    limit ${limit}`.execute(tx)
  return rows
}
