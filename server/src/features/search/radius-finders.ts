import type { ServiceKind } from '@trunkline/contract/resources/radius-enums'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { prefixesOf } from '../ipam/subnet-rows.ts'
import { findOwned, matches, type Finder, type Found } from './finder.ts'
import type { Question } from './question.ts'
import { isExact } from './rank.ts'

const serviceColumns = sql`t.username as title, t.company_id, t.site_id, t.hardware_id,
  concat_ws(', ', nullif(t.name, ''), host(t.address), text(t.network), text(t.framed_ipv6), text(t.ipv6_network), upper(t.mac::text)) as detail,
  case when t.status <> 'active' then t.status
    when exists (select from session_live l where l.service_id = t.id) then 'online' else 'offline' end as state`

/** Services of which an allocated address or network contains the address, by equality of each of its prefixes. */
function addressed(address: NonNullable<Question['address']>, kind: ServiceKind): RawBuilder<SqlBool> {
  const prefixes = prefixesOf(address)
  return sql<SqlBool>`t.id in (
    select s.id from service s where s.address = ${address.text}::inet
    union all select n.used_by_id from subnet n where n.net = any (${prefixes}::cidr[]) and n.holds and n.used_by_kind = ${kind})`
}

/** By user name, name, MAC address, calling station, circuit, static address and network. */
const serviceFinder =
  (kind: ServiceKind): Finder =>
  async (tx, actor, question, limit) => {
    const subject = kind === 'service' ? ('services' as const) : ('vpn-dialups' as const)
    const find = (condition?: RawBuilder<SqlBool>) =>
      findOwned(tx, actor, question, limit, {
        kind: subject,
        table: 'service',
        where: sql`t.kind = ${sql.lit(kind)} and t.deleted_at is null`,
        shown: serviceColumns,
        condition,
        order: 't.username, t.id',
      })
    const { address } = question
    const found = await find(address && addressed(address, kind))
    // Of more matches than are read, the service of just this user name need not be among the first.
    return found.length < limit || found.some((one) => isExact(one, question))
      ? found
      : [...(await find(sql`t.username = ${question.text}`)), ...found]
  }

/** Rows of which some belong to an ancestor and are shared: row security admits those, and no scope is added. */
async function findShared(
  tx: Tx,
  question: Question,
  limit: number,
  of: {
    kind: 'tariffs' | 'nas'
    table: string
    shown: RawBuilder<unknown>
    condition?: RawBuilder<SqlBool> | undefined
  },
): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select t.id, ${of.kind} as kind, t.name as title, t.company_id, t.search_text as search_text, ${of.shown} from ${sql.table(of.table)} as t
    where t.deleted_at is null and ${of.condition ?? matches('t.search_text', question)} order by t.name, t.id limit ${limit}`.execute(
    tx,
  )
  return rows
}

const tariffs: Finder = (tx, _actor: Actor, question, limit) =>
  findShared(tx, question, limit, {
    kind: 'tariffs',
    table: 'tariff',
    shown: sql`concat(t.price, ' ', t.currency) as detail`,
  })

const nas: Finder = (tx, _actor: Actor, question, limit) =>
  findShared(tx, question, limit, {
    kind: 'nas',
    table: 'nas',
    shown: sql`concat_ws(', ', host(t.address), nullif(t.region, '')) as detail, t.hardware_id,
      case when t.is_active then 'active' else 'inactive' end as state`,
    condition: question.address && sql`t.address = ${question.address.text}::inet`,
  })

export const radiusFinders = {
  services: serviceFinder('service'),
  'vpn-dialups': serviceFinder('vpn-dialup'),
  tariffs,
  nas,
}
