import { message } from '@trunkline/contract/errors'
import { hardwareModels } from '@trunkline/contract/resources/hardware-model'
import { radioBands } from '@trunkline/contract/resources/hardware-enums'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { createRecord, updateRecord } from '../../../http/standard-handlers.ts'
import { radioBandLabels } from '../../../reference/hardware-labels.ts'
import { modelSource } from '../../hardware/hardware-model.ts'
import { integer, listOf, oneOf, truth } from '../cells.ts'
import { recordImport } from '../record-kind.ts'
import { named } from '../references.ts'
import { column } from './column.ts'

const { type: _type, manufacturer: _manufacturer, ...fields } = hardwareModels.store.body.shape

/** Models of the catalogue, by the rules of their form. The key is manufacturer and name. */
export const hardwareModelImport = recordImport({
  name: 'hardware-models',
  noun: 'hardware models',
  ability: { action: 'create', subject: 'hardware-models' },
  columns: [
    column('name', 'Name', 'Name', 'hAP ax³', { required: true, aliases: ['model'] }),
    column('manufacturer', 'Manufacturer', 'Hersteller', 'MikroTik', {
      required: true,
      hint: ['Name or ID of a known manufacturer', 'Name oder ID eines bekannten Herstellers'],
      aliases: ['manufacturer_name', 'maker', 'vendor'],
    }),
    column('type', 'Type', 'Typ', 'Router', {
      required: true,
      hint: ['Name or ID of a known type', 'Name oder ID eines bekannten Typs'],
      aliases: ['type_name'],
    }),
    column('code', 'Product code', 'Produktcode', 'C53UiG+5HPaxD2HPaxD', { aliases: ['product code', 'part number'] }),
    column('warranty_months', 'Warranty, months', 'Garantie in Monaten', '24', { aliases: ['warranty'] }),
    column('ethernet_ports', 'Ethernet ports', 'Ethernet-Ports', '5'),
    column('sfp_ports', 'SFP ports', 'SFP-Ports', '0'),
    column('poe_out_ports', 'PoE out ports', 'PoE-Out-Ports', '0'),
    column('radios', 'Radio bands', 'Funkbänder', '2.4; 5', {
      hint: ['GHz, separated by semicolons', 'GHz, durch Semikolon getrennt'],
    }),
    column('has_lte', 'LTE', 'LTE', 'false'),
    column('notes', 'Notes', 'Notizen', ''),
  ],
  maxRows: 20_000,
  calls: hardwareModels,
  schema: z.object(fields),
  readers: {
    warranty_months: integer(0, 600),
    ethernet_ports: integer(0, 512),
    sfp_ports: integer(0, 512),
    poe_out_ports: integer(0, 512),
    radios: listOf(oneOf(radioBands, radioBandLabels)),
    has_lte: truth,
  },
  references: {
    manufacturer: {
      field: 'manufacturer',
      kind: 'hardware-manufacturer',
      names: named(sql`select id, name from hardware_manufacturer where deleted_at is null`),
    },
    type: {
      field: 'type',
      kind: 'hardware-type',
      names: named(sql`select id, name from hardware_type where deleted_at is null`),
    },
  },
  source: modelSource,
  keyColumn: 'name',
  prepare(run, row) {
    for (const field of ['manufacturer', 'type'])
      if (row.source.cells[field] === undefined) run.error(row.source, field, message('field.required'))
    return { ...row, company_id: run.actor.company_id }
  },
  keyOf: ({ body }) =>
    typeof body['name'] === 'string' && typeof body['manufacturer'] === 'number'
      ? `${body['manufacturer']} ${body['name'].toLowerCase()}`
      : undefined,
  async findPresent(tx, rows) {
    const { rows: found } = await sql<{ position: number; id: number }>`
      select w.at - 1 as position, m.id
      from unnest(${rows.map(({ body }) => body['manufacturer'])}::bigint[], ${rows.map(({ body }) => body['name'])}::text[])
        with ordinality w(manufacturer_id, name, at)
      join hardware_model m on m.manufacturer_id = w.manufacturer_id and lower(m.name) = lower(w.name)
        and m.deleted_at is null`.execute(tx)
    return found
  },
  taken: message('catalogue.name_taken'),
  create: ({ tx, actor }, { body }) => createRecord(tx, { actor, body }, hardwareModels.store, modelSource),
  async update({ tx, actor }, id, body) {
    await updateRecord(tx, { actor, params: { id }, body }, hardwareModels.update, modelSource)
  },
})
