import type { HardwareDevice, HardwareRow } from '@trunkline/contract/resources/hardware'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Condition } from '../../http/list-dialect.ts'
import { parseMac, typedMac } from './mac.ts'

/**
 * Devices as lists show them. What only names things is joined from the left by its id, so that a statement that does
 * not ask for the names (a count, a search before its page is cut) does not join at all.
 */
export const hardwareRows = (tx: Tx) =>
  tx
    .selectFrom('hardware as h')
    .leftJoin('company as c', 'c.id', 'h.company_id')
    .leftJoin('hardware_model as m', 'm.id', 'h.model_id')
    .leftJoin('hardware_type as t', 't.id', 'h.type_id')
    .leftJoin('hardware_manufacturer as f', 'f.id', 'h.manufacturer_id')
    .leftJoin('site as s', 's.id', 'h.site_id')
    .leftJoin('hardware_state as r', 'r.hardware_id', 'h.id')
    .select([
      'h.id',
      'h.name',
      'h.serial_number',
      'h.type_id as type',
      'h.manufacturer_id as manufacturer',
      'h.model_id as model',
      'h.company_id',
      'h.site_id',
      's.name as site_name',
      'h.warranty_expiry_at',
      'h.telephone',
      'h.comment',
      'h.is_online',
      'r.polled_at',
      'h.created_at',
      'h.updated_at',
      'h.deleted_at',
      'h.search_text',
      'h.lineage',
      'h.mac as mac_address',
    ])
    .select([
      sql<string | null>`upper(h.mac::text)`.as('mac'),
      // Never null: each row has them, and whoever sees the row sees them.
      sql<string>`c.name`.as('company_name'),
      sql<string>`m.name`.as('model_name'),
      sql<string>`t.name`.as('type_name'),
      sql<HardwareRow['kind']>`t.kind`.as('kind'),
      sql<string>`f.name`.as('manufacturer_name'),
      sql<HardwareRow['online_status']>`
        case when h.is_online then 'online' when h.is_online is null then 'unknown' else 'offline' end`.as(
        'online_status',
      ),
    ])

/** A time as the wire has it, for what the database puts together as JSON. */
const wireTime = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A device as show answers it. `management` is there for everybody: the handlers take it away from who only looks. */
export const hardwareRecord = (tx: Tx) =>
  hardwareRows(tx)
    .select(['h.phone_country_code', 'h.phone_number', 'h.version'])
    .select([
      sql<boolean>`m.has_lte`.as('has_lte'),
      sql<number>`m.warranty_months`.as('warranty_months'),
      sql<HardwareDevice['management']>`json_build_object(
        'address', h.management_address, 'protocol', h.management_protocol, 'port', h.management_port,
        'user', h.management_user, 'has_password', h.management_password is not null,
        'pinned_certificate', h.pinned_certificate, 'vpn_dialup_id', h.vpn_dialup_id,
        'vpn_dialup_name', (select d.username from service d where d.id = h.vpn_dialup_id))`.as('management'),
      sql<HardwareDevice['readOnly']>`json_build_object(
        'polled_at', ${wireTime('r.polled_at')}, 'identity', r.identity, 'board', r.board, 'serial_number', r.serial_number,
        'routeros_version', r.routeros_version, 'firmware', r.firmware, 'uptime_seconds', r.uptime_seconds,
        'cpu_load', r.cpu_load, 'memory_total', r.memory_total, 'memory_free', r.memory_free,
        'wan_address', host(r.wan_address), 'last_error', r.last_error, 'last_error_at', ${wireTime('r.last_error_at')})`.as(
        'readOnly',
      ),
    ])

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')
const holding = (text: string) => `%${escaped(text.toLowerCase())}%`
const ofRow = (name: string) => sql.ref(`r.${name}`)

/** A word of free text: a MAC address is found in whatever notation it is typed. */
export function hardwareWord(word: string): Expression<SqlBool> | undefined {
  const mac = typedMac(word)
  return mac === undefined ? undefined : sql<SqlBool>`${ofRow('search_text')} like ${holding(mac)}`
}

/** Names by which a device is found through the id of what has the name. */
const named: Record<string, { id: string; table: string }> = {
  company_name: { id: 'company_id', table: 'company' },
  site_name: { id: 'site_id', table: 'site' },
  model_name: { id: 'model', table: 'hardware_model' },
  type_name: { id: 'type', table: 'hardware_type' },
  manufacturer_name: { id: 'manufacturer', table: 'hardware_manufacturer' },
}

/** Conditions that an index answers where the plain comparison of the shown column would read all rows. */
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
  if (field === 'kind' && (operator === '=' || operator === 'in'))
    return sql<SqlBool>`${ofRow('type')} in (select n.id from hardware_type n where n.kind in (${sql.join(values)}))`
  return undefined
}
