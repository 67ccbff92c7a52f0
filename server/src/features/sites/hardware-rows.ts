import type { HardwareRow } from '@trunkline/contract/resources/hardware'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'

/** Devices as lists show them. */
export const rows = (tx: Tx) =>
  tx
    .selectFrom('hardware as h')
    .innerJoin('company as c', 'c.id', 'h.company_id')
    .innerJoin('hardware_model as m', 'm.id', 'h.model_id')
    .innerJoin('hardware_type as t', 't.id', 'h.type_id')
    .innerJoin('hardware_manufacturer as f', 'f.id', 'h.manufacturer_id')
    .leftJoin('site as s', 's.id', 'h.site_id')
    .leftJoin('hardware_state as r', 'r.hardware_id', 'h.id')
    .select([
      'h.id',
      'h.name',
      'h.serial_number',
      'h.type_id as type',
      't.name as type_name',
      'h.manufacturer_id as manufacturer',
      'f.name as manufacturer_name',
      'h.model_id as model',
      'm.name as model_name',
      'h.company_id',
      'c.name as company_name',
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
    ])
    .select([
      sql<string | null>`upper(h.mac::text)`.as('mac'),
      sql<HardwareRow['kind']>`t.kind`.as('kind'),
      sql<
        HardwareRow['online_status']
      >`case when h.is_online then 'online' when h.is_online is null then 'unknown' else 'offline' end`.as(
        'online_status',
      ),
    ])
