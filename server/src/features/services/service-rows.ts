import { parseMacAddress } from '@trunkline/contract/resources/ipoe'
import type { Service, ServiceRow } from '@trunkline/contract/resources/service-shapes'
import type { LiveSession } from '@trunkline/contract/resources/radius-session'
import { serviceStatuses, type ServiceKind } from '@trunkline/contract/resources/radius-enums'
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { byName } from '../../http/list/source.ts'
import type { Condition } from '../../http/list/parse.ts'
import { pathOf } from '../companies/company-path.ts'
import { typedMac } from '../hardware/mac.ts'
import { loginReasonOf } from '../radius-sessions/login-reason.ts'

/**
 * A static assignment; null for a terminated service, whose row retains the released value only to request it again.
 */
const held = (column: string): RawBuilder<string | null> =>
  sql<string | null>`case when s.status <> 'terminated' and s.deleted_at is null then ${sql.raw(column)} end`

/** A timestamp in the format of the API, for rows that PostgreSQL builds as JSON. */
const wireTime = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** What fields are sorted by, in the expressions of the indexes service_state, service_by_mac, _address and _quota. */
const orderColumns = [
  sql<number>`case s.status when 'suspended' then 0 when 'pending' then 1 when 'active' then 2 else 3 end`.as(
    'status_rank',
  ),
  sql<number>`case s.quota_state when 'stopped' then 0 when 'slowed' then 1 else 2 end`.as('quota_rank'),
  sql<string | null>`s.mac`.as('mac_order'),
  sql<string | null>`case when s.status <> 'terminated' then s.address end`.as('address_order'),
]

/** Maximum number of live sessions in a record. */
const maxLive = 100

/** Rows of the list of one kind. The kind is a literal, so that the statement text is the same at each call. */
const rowsOf = (kind: ServiceKind) => (tx: Tx) =>
  tx
    .selectFrom('service as s')
    .innerJoin('company as c', 'c.id', 's.company_id')
    .leftJoin('tariff as t', 't.id', 's.tariff_id')
    .leftJoin('nas as n', 'n.id', 's.nas_id')
    .leftJoin('site as w', 'w.id', 's.site_id')
    .leftJoin('hardware as d', 'd.id', 's.hardware_id')
    .where('s.kind', '=', sql.lit(kind))
    .select([
      's.id',
      's.name',
      's.username',
      's.company_id',
      'c.name as company_name',
      's.tariff_id',
      't.name as tariff_name',
      's.nas_id',
      'n.name as nas_name',
      's.site_id',
      'w.name as site_name',
      's.hardware_id',
      'd.name as hardware_name',
      's.starts_on',
      's.ends_on',
      's.created_at',
      's.updated_at',
      's.deleted_at',
      's.search_text',
      's.ancestor_ids',
    ])
    .select(orderColumns)
    .select([
      sql<ServiceRow['status']>`s.status`.as('status'),
      sql<ServiceRow['payment_period']>`s.payment_period`.as('payment_period'),
      sql<ServiceRow['auth_method']>`s.auth_method`.as('auth_method'),
      sql<string | null>`upper(s.mac::text)`.as('mac'),
      sql<string | null>`option82_text(s.circuit_id)`.as('circuit_id'),
      sql<string | null>`option82_text(s.remote_id)`.as('remote_id'),
      sql<ServiceRow['ipv4_method']>`s.ipv4_method`.as('ipv4_method'),
      sql<ServiceRow['framed_ipv6_method']>`s.framed_ipv6_method`.as('framed_ipv6_method'),
      sql<ServiceRow['delegated_ipv6_method']>`s.delegated_ipv6_method`.as('delegated_ipv6_method'),
      sql<ServiceRow['quota_state']>`s.quota_state`.as('quota_state'),
      held('host(s.address)').as('address'),
      held('s.network::text').as('network'),
      held('s.ipv6_network::text').as('ipv6_network'),
      held(`case s.framed_ipv6_method when 'static-address' then host(s.framed_ipv6) else s.framed_ipv6::text end`).as(
        'framed_ipv6',
      ),
      // A scalar subquery per row: for `exists`, the planner would hash all sessions of the installation for each page.
      sql<boolean>`coalesce((select true from session_live l where l.service_id = s.id limit 1), false)`.as('online'),
      sql<string | null>`(select min(l.started_at) from session_live l where l.service_id = s.id)`.as('online_since'),
      sql<number>`(select coalesce(sum(u.in_octets + u.out_octets), 0)::bigint from usage_by_day u where u.service_id = s.id
        and u.day >= date_trunc(coalesce(t.quota_period, 'month'), now() at time zone 'UTC')::date)`.as('used_bytes'),
    ])

/** Columns of the service itself, by which pages are found without a join. */
const leanOf = (kind: ServiceKind) => ({
  columns: [
    'id',
    'username',
    'name',
    'auth_method',
    'mac_order',
    'status_rank',
    'payment_period',
    'starts_on',
    'ends_on',
    'address_order',
    'quota_rank',
    'created_at',
    'updated_at',
  ],
  rows: (tx: Tx) =>
    tx
      .selectFrom('service as s')
      .where('s.kind', '=', sql.lit(kind))
      .select([
        's.id',
        's.username',
        's.name',
        's.auth_method',
        's.payment_period',
        's.starts_on',
        's.ends_on',
        's.created_at',
        's.updated_at',
        's.company_id',
        's.tariff_id',
        's.nas_id',
        's.deleted_at',
        's.ancestor_ids',
      ])
      .select(orderColumns) as never,
})

const recordOf = (kind: ServiceKind) => (tx: Tx) =>
  rowsOf(kind)(tx)
    .leftJoin('subnet as a', 'a.id', 's.subnet_id')
    .leftJoin('subnet as r', 'r.id', 's.network_subnet_id')
    .leftJoin('subnet as v', 'v.id', 's.ipv6_subnet_id')
    .leftJoin('subnet as f', 'f.id', 's.framed_ipv6_subnet_id')
    .select([
      's.calling_station',
      's.simultaneous_use',
      's.subnet_id',
      'a.net as subnet_net',
      's.address_id',
      's.network_subnet_id',
      'r.net as network_subnet_net',
      's.network_id',
      's.ipv6_subnet_id',
      'v.net as ipv6_subnet_net',
      's.ipv6_network_id',
      's.delegated_ipv6_pool',
      's.framed_ipv6_subnet_id',
      'f.net as framed_ipv6_subnet_net',
      's.framed_ipv6_network_id',
      's.framed_ipv6_address_id',
      's.framed_ipv6_pool',
      's.notes',
      's.version',
      pathOf('c.ancestor_ids').as('path'),
    ])
    .select([
      sql<LiveSession[]>`coalesce((
        select json_agg(x) from (
          select l.uid as id, l.service_id, ${sql.lit(kind)} as service_kind, l.username, l.company_id, c.name as company_name,
            l.nas_id, (select g.name from nas g where g.id = l.nas_id) as nas_name, l.nas_port, l.calling, l.called,
            host(l.framed_ip) as framed_ip, l.framed_ipv6_address, l.framed_ipv6, l.delegated_ipv6, ${wireTime('l.started_at')} as started_at,
            ${wireTime('l.updated_at')} as updated_at, l.secs as seconds, l.in_octets as upload_bytes, l.out_octets as download_bytes
          from session_live l where l.service_id = s.id order by l.started_at desc limit ${sql.lit(maxLive)}) x), '[]')`.as(
        'live',
      ),
      sql<Service['last_rejection']>`(
        select json_build_object('id', l.id, 'at', ${wireTime('l.at')}, 'nas_id', l.nas_id,
            'nas_name', (select g.name from nas g where g.id = l.nas_id), 'calling', l.calling,
            'reason', ${loginReasonOf('l.reason')}, 'params', '{}'::json, 'message', null)
          from auth_log l where l.service_id = s.id and not l.accepted order by l.at desc, l.id desc limit 1)`.as(
        'last_rejection',
      ),
      sql<Service['quota']>`(
        select json_build_object('period', p.period, 'since', p.since, 'quota_bytes', t.quota_bytes, 'used_bytes',
          (select coalesce(sum(u.in_octets + u.out_octets), 0) from usage_by_day u where u.service_id = s.id and u.day >= p.since))
        from (select coalesce(t.quota_period, 'month') as period,
          date_trunc(coalesce(t.quota_period, 'month'), now() at time zone 'UTC')::date as since) p)`.as('quota'),
    ])

/** A `like` pattern for a substring, in lower case. */
const containing = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** The search text for a MAC address, or the start of one, in any notation; undefined for any other word. */
function macSearchText(word: string): string | undefined {
  const parsed = parseMacAddress(word)
  return 'mac' in parsed ? parsed.mac.toLowerCase() : typedMac(word)
}

/** Condition for a word that is a MAC address in a notation that the search text does not contain. */
function macWord(word: string): Expression<SqlBool> | undefined {
  const text = macSearchText(word)
  if (text === undefined) return undefined
  // The word may also be part of a name.
  const asTyped = sql`${sql.ref('r.search_text')} like ${containing(word)}`
  return sql<SqlBool>`(${sql.ref('r.search_text')} like ${containing(text)} or ${asTyped})`
}

/**
 * Conditions that are not a plain comparison of the displayed column. Online starts from the live sessions and joins. A
 * MAC address matches in any notation, by the index on the search text.
 */
function condition({ field, operator, values }: Condition): Expression<SqlBool> | undefined {
  if (field === 'online')
    return sql<SqlBool>`${values[0] === true ? sql`` : sql`not `}exists (select from session_live l where l.service_id = r.id)`
  if (field !== 'mac' || (operator !== '=' && operator !== 'like' && operator !== 'ilike')) return undefined
  const text = containing(macSearchText(String(values[0])) ?? String(values[0]))
  return sql<SqlBool>`(${sql.ref('r.search_text')} like ${text}
    and (lower(${sql.ref('r.mac')}) like ${text} or lower(replace(${sql.ref('r.mac')}, ':', '')) like ${text}))`
}

const source = (kind: ServiceKind) =>
  ({
    table: 'service',
    owner: 'company_id',
    rows: rowsOf(kind),
    record: recordOf(kind),
    searchText: 'search_text',
    ancestor_ids: 'ancestor_ids',
    word: macWord,
    condition,
    lean: leanOf(kind),
    grouped: {
      ...byName('company', 'company_name', 'company_id'),
      ...byName('tariff', 'tariff_name', 'tariff_id'),
      ...byName('nas', 'nas_name', 'nas_id'),
    },
    scoped: ['username id'],
    sortBy: {
      status: ['status_rank', 'username'],
      quota_state: 'quota_rank',
      mac: 'mac_order',
      address: 'address_order',
      company_name: ['company_name', 'company_id'],
      tariff_name: ['tariff_name', 'tariff_id'],
      nas_name: ['nas_name', 'nas_id'],
    },
    tallied: serviceStatuses.map((status) => `${kind}:${status}`),
    labels: 'service',
  }) as const

/** List sources by kind; created once, because prepared statements are cached per source. */
export const serviceSources = { service: source('service'), 'vpn-dialup': source('vpn-dialup') }
