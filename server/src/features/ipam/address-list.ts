import { formatAddress, tryAddress } from '@trunkline/contract/net'
import type { ListedAddress } from '@trunkline/contract/resources/subnet-shapes'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Condition } from '../../http/list/parse.ts'

/** Row security hides the subnet of an address that an ancestor company allocated to the caller's company. */
const rows = (tx: Tx) =>
  tx
    .selectFrom('address as a')
    .innerJoin('company as c', 'c.id', 'a.company_id')
    .leftJoin('subnet as s', 's.id', 'a.subnet_id')
    .select([
      'a.id',
      'a.ip',
      's.id as subnet_id',
      's.net as subnet_net',
      'a.company_id',
      'c.name as company_name',
      'a.used_by_id',
      'a.used_by_label',
      'a.is_gateway',
      'a.mac',
      'a.dns_name',
      'a.note',
      'a.last_seen_at',
      'a.expires_at',
      'a.created_at',
      'a.deleted_at',
      'a.search_text',
      'a.ancestor_ids',
    ])
    .select([
      sql<ListedAddress['state']>`a.state`.as('state'),
      sql<ListedAddress['used_by_kind']>`a.used_by_kind`.as('used_by_kind'),
    ])

/** `ip` is compared as an address; a part of one is found by the index on the search text. */
function condition({ field, operator, values }: Condition): Expression<SqlBool> | undefined {
  const [value] = values
  if (field !== 'ip' || typeof value !== 'string') return undefined
  const address = tryAddress(value)
  if (address !== undefined) return sql<SqlBool>`r.ip = ${formatAddress(address)}::inet`
  if (operator === 'in') return sql<SqlBool>`host(r.ip) in (${sql.join(values)})`
  const part = value.toLowerCase().replace(/[\\%_]/g, '\\$&')
  return operator === 'like' || operator === 'ilike'
    ? sql<SqlBool>`(r.search_text like ${`%${part}%`} and host(r.ip) like ${`%${part}%`})`
    : sql<SqlBool>`host(r.ip) = ${value}`
}

/** Allocated addresses of all subnets; addresses in quarantine are in the trash. */
export const addressSource = {
  rows,
  owner: 'company_id',
  ancestor_ids: 'ancestor_ids',
  searchText: 'search_text',
  softDelete: true,
  condition,
} as const
