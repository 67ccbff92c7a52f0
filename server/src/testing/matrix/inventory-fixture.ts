import { randomBytes } from 'node:crypto'
import type { ObjectKind } from '@trunkline/contract/object-kind'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { makeOwnedRow } from './owned-rows.ts'
import { makeClientCertificate } from './radius-fixture.ts'

export const inventoryKinds = [
  'hardware-type',
  'hardware-manufacturer',
  'hardware-model',
  'dpk',
  'hardware',
  'device-command',
  'device-setup',
  'config-backup',
  'device-tool-run',
  'wifi-setting',
  'access-control',
  'licence',
] as const
export type InventoryKind = (typeof inventoryKinds)[number]
export const isInventoryKind = (kind: ObjectKind): kind is InventoryKind =>
  (inventoryKinds as readonly string[]).includes(kind)

/** Maintained by the provider for all companies: the provider owns them, regardless of the actor. */
export const catalogueKinds: readonly ObjectKind[] = ['hardware-type', 'hardware-manufacturer', 'hardware-model', 'dpk']

let serial = 0
const next = () => `${++serial}-${randomBytes(3).toString('hex')}`
const root = sql`(select id from company where parent_id is null)`

async function only(tx: Tx, statement: RawBuilder<{ id: number }>): Promise<number> {
  return (await statement.execute(tx)).rows[0]?.id as number
}

/** 25 characters of Crockford's base 32 in five groups. */
const licenceKey = () =>
  `TL-${[...randomBytes(20)]
    .map((byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte % 32])
    .join('')
    .replace(/.{5}(?=.)/g, '$&-')}`

const createHardwareType = (tx: Tx) =>
  only(
    tx,
    sql`insert into hardware_type (company_id, name, kind) values (${root}, ${`Type ${next()}`}, 'router') returning id`,
  )
const createManufacturer = (tx: Tx) =>
  only(
    tx,
    sql`insert into hardware_manufacturer (company_id, name) values (${root}, ${`Maker ${next()}`}) returning id`,
  )
const createModel = async (tx: Tx) =>
  only(
    tx,
    sql`insert into hardware_model (company_id, type_id, manufacturer_id, name)
      values (${root}, ${await createHardwareType(tx)}, ${await createManufacturer(tx)}, ${`Model ${next()}`}) returning id`,
  )

/** Initial rows of each company, so that every list has rows of every company. */
export async function seedInventory(tx: Tx, companies: readonly { id: number }[]): Promise<void> {
  for (const { id } of companies)
    for (const kind of inventoryKinds) if (!catalogueKinds.includes(kind)) await makeInventoryRow(tx, kind, id)
  for (const kind of catalogueKinds) await makeInventoryRow(tx, kind as InventoryKind, 0)
}

/** A new row of the company; rows of the catalogue belong to the provider whatever company is given. */
export async function makeInventoryRow(tx: Tx, kind: InventoryKind, company_id: number): Promise<number> {
  switch (kind) {
    case 'hardware-type':
      return createHardwareType(tx)
    case 'hardware-manufacturer':
      return createManufacturer(tx)
    case 'hardware-model':
      return createModel(tx)
    case 'dpk': {
      const id = await only(
        tx,
        sql`insert into dpk_file (company_id, manufacturer_id, name, size_bytes, sha256, uploaded_by)
          values (${root}, ${await createManufacturer(tx)}, ${`${next()}.dpk`}, 1, ${next()}, 'x') returning id`,
      )
      await sql`insert into dpk_content (dpk_file_id, bytes) values (${id}, '\\x00')`.execute(tx)
      return id
    }
    case 'hardware':
      return only(
        tx,
        sql`insert into hardware (company_id, model_id, name, serial_number)
          values (${company_id}, ${await createModel(tx)}, ${`Device ${next()}`}, ${next()}) returning id`,
      )
    case 'device-command': {
      const hardware_id = await makeInventoryRow(tx, 'hardware', company_id)
      return only(
        tx,
        sql`insert into device_command (company_id, hardware_id, kind, label, deadline_at)
          values (${company_id}, ${hardware_id}, 'reload', ${next()}, now() + interval '1 day') returning id`,
      )
    }
    case 'device-setup': {
      const hardware_id = await makeInventoryRow(tx, 'hardware', company_id)
      return only(
        tx,
        sql`insert into device_setup (company_id, hardware_id, expires_at)
          values (${company_id}, ${hardware_id}, now() + interval '1 day') returning id`,
      )
    }
    case 'config-backup':
    case 'device-tool-run':
      return makeInventoryPart(tx, kind, await makeInventoryRow(tx, 'hardware', company_id))
    case 'wifi-setting':
      return makeInventoryPart(tx, kind, await makeOwnedRow(tx, 'site', company_id))
    case 'access-control':
      return makeInventoryPart(tx, kind, await makeOwnedRow(tx, 'site', company_id))
    case 'licence':
      return only(
        tx,
        sql`insert into licence (company_id, key, category, permissions, type) values (${company_id}, ${licenceKey()}, 'ipam', '{ipam}', 'perpetual') returning id`,
      )
  }
}

const someMac = () =>
  `02:${randomBytes(5)
    .toString('hex')
    .replace(/..(?=.)/g, '$&:')}`

/** The parent kind of each kind that is part of a row. */
export const partKinds: Partial<Record<ObjectKind, ObjectKind>> = {
  'config-backup': 'hardware',
  'device-tool-run': 'hardware',
  'wifi-setting': 'site',
  'access-control': 'site',
  'service-certificate': 'service',
}

/** A part of another row: `of` is the id of the parent row. */
export async function makeInventoryPart(tx: Tx, kind: ObjectKind, of: number): Promise<number> {
  switch (kind) {
    case 'config-backup':
      return makeBackup(tx, of)
    case 'device-tool-run':
      return only(
        tx,
        sql`insert into device_tool_run (company_id, hardware_id, tool, state, deadline_at, finished_at)
          select company_id, id, 'ping', 'done', now(), now() from hardware where id = ${of} returning id`,
      )
    case 'wifi-setting':
      return only(
        tx,
        sql`with device as (
            insert into hardware (company_id, site_id, model_id, name, serial_number)
              select company_id, id, ${await createModel(tx)}, ${`Device ${next()}`}, ${next()} from site where id = ${of} returning id, company_id)
          insert into wifi_setting (company_id, hardware_id, stack, ssid, encryption)
            select company_id, id, 'wifi-capsman', 'Home', 'open' from device returning id`,
      )
    case 'access-control':
      return only(
        tx,
        sql`insert into access_control (company_id, site_id, mac, name, action, rank)
          select company_id, id, ${someMac()}, ${`Telephone ${next()}`}, 'block', 1 from site where id = ${of} returning id`,
      )
    case 'service-certificate':
      return makeClientCertificate(tx, of)
    default:
      throw new Error(`Nobody has said what a ${kind} is part of.`)
  }
}

async function makeBackup(tx: Tx, of: number): Promise<number> {
  const text = `/system identity set name=${next()}\n`
  return only(
    tx,
    sql`insert into config_backup (company_id, hardware_id, text, sha256, lines)
      select company_id, id, ${text}, ${next()}, 1 from hardware where id = ${of} returning id`,
  )
}

/** Ids of all rows with the company of each, and whether its descendants can read the row too. */
export const inventoryRows: Record<InventoryKind, RawBuilder<unknown>> = {
  'hardware-type': sql`select id, company_id as company, true as shared from hardware_type where deleted_at is null`,
  'hardware-manufacturer': sql`select id, company_id as company, true as shared from hardware_manufacturer where deleted_at is null`,
  'hardware-model': sql`select id, company_id as company, true as shared from hardware_model where deleted_at is null`,
  dpk: sql`select id, company_id as company, true as shared from dpk_file`,
  hardware: sql`select id, company_id as company from hardware where deleted_at is null`,
  'device-command': sql`select id, company_id as company from device_command`,
  'device-setup': sql`select id, company_id as company from device_setup`,
  'config-backup': sql`select id, company_id as company from config_backup`,
  'device-tool-run': sql`select id, company_id as company from device_tool_run`,
  'wifi-setting': sql`select id, company_id as company from wifi_setting`,
  'access-control': sql`select id, company_id as company from access_control`,
  licence: sql`select id, company_id as company from licence where deleted_at is null`,
}
