import type { SiteLease } from '@trunkline/contract/resources/site-live'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Condition } from '../../http/list/parse.ts'

interface LeaseRow extends SiteLease {
  site_id: number | null
  company_id: number
  ancestor_ids: number[]
}

const ipv4 = '^((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(?!$)|$)){4}$'

/**
 * Active leases of all devices, from their last readings: the JSON of a device is expanded only if the device matches
 * the condition. The address has a network type, so that .9 sorts before .10; a lease may name a pool instead.
 */
export const activeLeases = (tx: Tx) =>
  tx
    .selectFrom(
      sql<LeaseRow>`(
        select h.id::text || l.id as id, l.id as lease_id, h.id as hardware_id, h.name as hardware_name,
          case when coalesce(l.active_address, l.address) ~ ${sql.lit(ipv4)} then coalesce(l.active_address, l.address)::inet end as address,
          coalesce(l.active_mac, l.mac) as mac, l.host_name, l.server, l.status, l.dynamic, l.blocked, l.comment,
          m.read_at + make_interval(secs => l.expires_in_seconds) as expires_at,
          m.read_at - make_interval(secs => l.last_seen_seconds) as last_seen_at,
          m.read_at, h.site_id, h.company_id, h.ancestor_ids
        from hardware h join hardware_menu m on m.hardware_id = h.id and m.menu = 'ip/dhcp-server/lease',
          lateral jsonb_to_recordset(m.rows) l(id text, address text, mac text, server text, status text, host_name text, active_address text,
            active_mac text, expires_in_seconds float8, last_seen_seconds float8, blocked boolean, dynamic boolean, comment text)
        where h.deleted_at is null and l.status = 'bound')`.as('q'),
    )
    .selectAll()

/** Addresses are compared as text, so that a part of one, or an invalid one, is a prefix search. */
export function leaseCondition({ field, operator, values }: Condition): Expression<SqlBool> | undefined {
  if (field !== 'address') return undefined
  const address = sql`host(r.address)`
  const text = String(values[0])
  switch (operator) {
    case '=':
      return sql<SqlBool>`${address} = ${text}`
    case 'in':
      return sql<SqlBool>`${address} in (${sql.join(values)})`
    case 'like':
    case 'ilike':
      return sql<SqlBool>`${address} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`
    default:
      return sql<SqlBool>`${address} ${operator === '<=' ? sql`<=` : sql`>=`} ${text}`
  }
}
