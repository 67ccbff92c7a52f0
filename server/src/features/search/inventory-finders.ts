import type { LicencePart } from '@trunkline/contract/resources/licence-enums'
import { sql, type SqlBool } from 'kysely'
import { licencePartLabels } from '../../reference/licence-labels.ts'
import { findOwned, stateColumn, type Finder } from './finder.ts'

/** By name, address, postcode, contact and phone number. */
const sites: Finder = (tx, actor, question, limit) =>
  findOwned(tx, actor, question, limit, {
    kind: 'sites',
    table: 'site',
    shown: sql`t.name as title, t.company_id, t.id as site_id, ${stateColumn('t.status')} as state,
      concat_ws(', ', nullif(t.address_line_1, ''), nullif(t.postcode, ''), nullif(t.city, '')) as detail`,
    order: 't.name, t.id',
  })

/** By key, with and without its dashes, and notes; the latest first. */
const licences: Finder = async (tx, actor, question, limit) => {
  const found = await findOwned(tx, actor, question, limit, {
    kind: 'licences',
    table: 'licence',
    shown: sql`t.key as title, t.company_id, t.category as detail, ${stateColumn('t.status')} as state`,
    order: 't.id desc',
  })
  return found.map((hit) => ({ ...hit, detail: licencePartLabels[hit.detail as LicencePart][actor.locale] }))
}

const deviceColumns = sql`t.name as title, t.company_id, t.site_id, t.id as hardware_id,
  concat_ws(', ', (select m.name from hardware_model m where m.id = t.model_id), t.serial_number, upper(t.mac::text), t.management_address) as detail,
  case when t.is_online then 'online' when t.is_online is null then 'unknown' else 'offline' end as state`

/** Devices by name, serial number, MAC address, comment, management address and the phone number of the SIM. */
const hardware: Finder = (tx, actor, question, limit) =>
  findOwned(tx, actor, question, limit, {
    kind: 'hardware',
    table: 'hardware',
    shown: deviceColumns,
    condition: question.address && sql`t.management_address = ${question.address.text}`,
    order: 't.name, t.id',
  })

/** Entries of the access lists of sites, by MAC address, name and note. */
const accessEntries: Finder = (tx, actor, question, limit) =>
  findOwned(tx, actor, question, limit, {
    kind: 'access-control',
    table: 'access_control',
    where: sql<SqlBool>`true`,
    shown: sql`t.name as title, t.company_id, t.site_id, upper(t.mac::text) as detail,
      case when not t.is_enabled then 'inactive' when t.action = 'allow' then 'allowed' else 'blocked' end as state`,
    order: 't.name, t.id',
  })

export const inventoryFinders = { sites, licences, hardware, 'access-control': accessEntries }
