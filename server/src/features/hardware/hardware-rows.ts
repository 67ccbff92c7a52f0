import type { HardwareDevice, HardwareRow } from '@trunkline/contract/resources/hardware'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Condition } from '../../http/list/parse.ts'
import { byName } from '../../http/list/source.ts'
import { parseMac, typedMac } from './mac.ts'

/** A column of a related row, as a subquery by id. */
const of = <T>(table: string, column: string, id: string) =>
  sql<T>`(select n.${sql.ref(column)} from ${sql.table(table)} n where n.id = ${sql.ref(id)})`

/**
 * Devices as listed. Related rows are subqueries by id, not joins: the planner needs 16 ms to order seven joins,
 * reading the page takes 1 ms. A count, or a search before its page is cut, evaluates none of them. The last reading is
 * joined by its key, which a query that uses no value of it leaves out.
 */
export const hardwareRows = (tx: Tx) =>
  tx
    .selectFrom('hardware as h')
    .leftJoin('hardware_state as k', 'k.hardware_id', 'h.id')
    .select([
      'h.id',
      'h.name',
      'h.serial_number',
      'h.type_id as type',
      'h.manufacturer_id as manufacturer',
      'h.model_id as model',
      'h.company_id',
      'h.site_id',
      'h.warranty_expiry_at',
      'h.telephone',
      'h.comment',
      'h.is_online',
      'h.created_at',
      'h.updated_at',
      'h.deleted_at',
      'h.search_text',
      'h.ancestor_ids',
      'h.mac as mac_address',
      'k.polled_at',
      'k.routeros_version',
      'k.board',
      'k.wan_address as wan_inet',
      'k.uptime_seconds',
      'h.version_numbers',
      'h.boot_rank',
      'h.contact_rank',
    ])
    .select([
      sql<string | null>`upper(h.mac::text)`.as('mac'),
      // Never null: each row has them, and a caller who may see the row may see them.
      of<string>('company', 'name', 'h.company_id').as('company_name'),
      of<string>('hardware_model', 'name', 'h.model_id').as('model_name'),
      of<string>('hardware_type', 'name', 'h.type_id').as('type_name'),
      of<HardwareRow['kind']>('hardware_type', 'kind', 'h.type_id').as('kind'),
      of<string>('hardware_manufacturer', 'name', 'h.manufacturer_id').as('manufacturer_name'),
      of<string | null>('site', 'name', 'h.site_id').as('site_name'),
      sql<string | null>`host(k.wan_address)`.as('wan_address'),
      // The expression of the indexes hardware_online.
      sql<number>`case when h.is_online then 1 when h.is_online is null then 2 else 0 end`.as('online_rank'),
      sql<HardwareRow['online_status']>`
        case when h.is_online then 'online' when h.is_online is null then 'unknown' else 'offline' end`.as(
        'online_status',
      ),
    ])

/** A timestamp in the format of the API, for values inside JSON built by PostgreSQL. */
export const wireTime = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A device as returned by show. Always includes `management`; handlers remove it for callers with read permission. */
export const hardwareRecord = (tx: Tx) =>
  hardwareRows(tx)
    .select(['h.phone_country_code', 'h.phone_number', 'h.version'])
    .select([
      of<boolean>('hardware_model', 'has_lte', 'h.model_id').as('has_lte'),
      of<number>('hardware_model', 'warranty_months', 'h.model_id').as('warranty_months'),
      sql<HardwareDevice['management']>`json_build_object(
        'address', h.management_address, 'protocol', h.management_protocol, 'port', h.management_port,
        'user', h.management_user, 'has_password', h.management_password is not null,
        'pinned_certificate', h.pinned_certificate, 'vpn_dialup_id', h.vpn_dialup_id,
        'vpn_dialup_name', (select d.username from service d where d.id = h.vpn_dialup_id))`.as('management'),
      sql<HardwareDevice['readOnly']>`json_build_object(
        'polled_at', ${wireTime('k.polled_at')}, 'identity', k.identity, 'board', k.board, 'serial_number', k.serial_number,
        'routeros_version', k.routeros_version, 'firmware', k.firmware, 'uptime_seconds', k.uptime_seconds,
        'cpu_load', k.cpu_load, 'memory_total', k.memory_total, 'memory_free', k.memory_free,
        'wan_address', host(k.wan_address), 'last_error', k.last_error, 'last_error_at', ${wireTime('k.last_error_at')})`.as(
        'readOnly',
      ),
    ])

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')
const holding = (text: string) => `%${escaped(text.toLowerCase())}%`
const ofRow = (name: string) => sql.ref(`r.${name}`)

/** Search condition of one word: a MAC address matches in any notation. */
export function hardwareWord(word: string): Expression<SqlBool> | undefined {
  const mac = typedMac(word)
  return mac === undefined ? undefined : sql<SqlBool>`${ofRow('search_text')} like ${holding(mac)}`
}

/**
 * Columns by which fields of devices are sorted. What each reading changes is sorted by a column of the device that
 * changes less often (db/migrations/0101_order_of_devices.sql): the uptime by the last start, the last contact with all
 * devices that are online after those that are not.
 */
export const hardwareSorts = {
  online_status: ['online_rank', 'name'],
  polled_at: 'contact_rank',
  routeros_version: 'version_numbers',
  uptime_seconds: 'boot_rank',
  wan_address: 'wan_inet',
  type_name: ['type_name', 'model_name', 'model'],
  manufacturer_name: ['manufacturer_name', 'model_name', 'model'],
  model_name: ['model_name', 'model'],
  company_name: ['company_name', 'company_id'],
} as const

/** The models with the names by which devices are sorted: a device has the type and manufacturer of its model. */
const models = () => sql`
  select m.id, m.name as model_name, t.name as type_name, f.name as manufacturer_name
  from hardware_model m join hardware_type t on t.id = m.type_id join hardware_manufacturer f on f.id = m.manufacturer_id`
const byModel = (...order: string[]) => ({ key: 'model', groups: models, order })

/** Orders in which devices are grouped by their model or company. */
const hardwareGroups = {
  'type_name model_name model id': byModel('type_name', 'model_name'),
  'manufacturer_name model_name model id': byModel('manufacturer_name', 'model_name'),
  'model_name model id': byModel('model_name'),
  ...byName('company', 'company_name', 'company_id'),
}

/** Filterable names, with the id by which an index finds the device. */
const named: Record<string, { id: string; table: string }> = {
  company_name: { id: 'company_id', table: 'company' },
  site_name: { id: 'site_id', table: 'site' },
  model_name: { id: 'model', table: 'hardware_model' },
  type_name: { id: 'type', table: 'hardware_type' },
  manufacturer_name: { id: 'manufacturer', table: 'hardware_manufacturer' },
}

const states = { online: sql`= true`, offline: sql`= false`, unknown: sql`is null` }

/** Online state, in the literal form of the partial index of offline devices. */
const onlineCondition = (values: readonly unknown[]): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    (values as (keyof typeof states)[]).map((state) => sql`${ofRow('is_online')} ${states[state]}`),
    sql` or `,
  )})`

/** Conditions rewritten for an index, where a comparison of the displayed column would read all rows. */
export function hardwareCondition({ field, operator, values }: Condition): Expression<SqlBool> | undefined {
  const text = String(values[0])
  const like = operator === 'like' || operator === 'ilike'
  if (field === 'mac' && (like || operator === '=')) {
    const found = parseMac(text)
    if ('mac' in found) return sql<SqlBool>`${ofRow('mac_address')} = ${found.mac}::macaddr`
    const part = holding(typedMac(text) ?? text)
    return sql<SqlBool>`(${ofRow('search_text')} like ${part} and
      (lower(${ofRow('mac')}) like ${part} or lower(replace(${ofRow('mac')}, ':', '')) like ${part}))`
  }
  if (like && (field === 'name' || field === 'serial_number' || field === 'comment'))
    return sql<SqlBool>`(${ofRow('search_text')} like ${holding(text)} and ${ofRow(field)} ilike ${`%${escaped(text)}%`})`
  const other = named[field]
  if (like && other !== undefined)
    return sql<SqlBool>`${ofRow(other.id)} in (select n.id from ${sql.table(other.table)} n where n.name ilike ${`%${escaped(text)}%`})`
  if (field === 'online_status' && (operator === '=' || operator === 'in')) return onlineCondition(values)
  if (other !== undefined && (operator === '=' || operator === 'in'))
    return sql<SqlBool>`${ofRow(other.id)} in (select n.id from ${sql.table(other.table)} n where n.name in (${sql.join(values)}))`
  if (field === 'kind' && (operator === '=' || operator === 'in'))
    return sql<SqlBool>`${ofRow('type')} in (select n.id from hardware_type n where n.kind in (${sql.join(values)}))`
  return undefined
}

/** The list of devices. */
/** Kinds of devices in `tally`: each has one. */
export const hardwareKinds = ['hardware:true', 'hardware:false', 'hardware:unknown'] as const

export const hardwareListSource = {
  rows: hardwareRows,
  sortBy: hardwareSorts,
  grouped: hardwareGroups,
  owner: 'company_id',
  ancestor_ids: 'ancestor_ids',
  searchText: 'search_text',
  word: hardwareWord,
  condition: hardwareCondition,
  scoped: [
    'name id',
    'serial_number id',
    'warranty_expiry_at id',
    'created_at id',
    'version_numbers id',
    'boot_rank id',
    'contact_rank id',
  ],
  tallied: hardwareKinds,
  softDelete: true,
} as const
