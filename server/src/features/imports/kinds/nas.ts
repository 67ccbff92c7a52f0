import { message } from '@trunkline/contract/errors'
import { nas } from '@trunkline/contract/resources/nas'
import { ipoeIdentifiers, nasPurposes, vendors } from '@trunkline/contract/resources/radius-enums'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { nasPurposeLabels, vendorLabels } from '../../../reference/radius-labels.ts'
import { open } from '../../../sessions/seal.ts'
import { changeNas, createNas, nasSource, type NasBody } from '../../nas/nas.ts'
import { integer, listOf, oneOf, truth } from '../cells.ts'
import type { KindRun } from '../kind.ts'
import { recordImport } from '../record-kind.ts'
import { companyReference, named, type Reference } from '../references.ts'
import { column, companyColumn } from './column.ts'
import { subnetNames } from './services-names.ts'

const {
  company_id: _company,
  hardware_id: _hardware,
  pool_ids: _pools,
  extra_attributes: _attributes,
  ...fields
} = nas.store.body.shape

const references = {
  company: companyReference,
  hardware: {
    field: 'hardware_id',
    kind: 'hardware',
    names: named(sql`select id, name, company_id from hardware where deleted_at is null`),
    byCompany: true,
  },
  pools: { field: 'pool_ids', kind: 'subnet', names: subnetNames, list: true },
} as const satisfies Record<string, Reference>

/** Secrets are compared in the process: a file that is imported twice does not count as a change. */
async function changedSecrets({ tx, key }: KindRun, id: number, changed: Record<string, unknown>) {
  const { rows } = await sql<{ secret: Buffer; ipoe_password: Buffer | null; pools: number[] }>`
    select secret, ipoe_password,
      array(select subnet_id from nas_pool where nas_id = nas.id order by position, subnet_id) as pools
    from nas where id = ${id}`.execute(tx)
  const { secret, ipoe_password, pools } = rows[0] as (typeof rows)[number]
  const stored: Record<string, unknown> = {
    secret: open(key, secret),
    ipoe_password: ipoe_password === null ? null : open(key, ipoe_password),
    pool_ids: pools.map(Number),
  }
  return Object.fromEntries(
    Object.entries(changed).filter(
      ([field, value]) => !(field in stored) || JSON.stringify(value) !== JSON.stringify(stored[field]),
    ),
  )
}

/** NAS devices, by the rules of their form. The key is the address. */
export const nasImport = recordImport({
  name: 'nas',
  noun: 'NAS devices',
  ability: { action: 'create', subject: 'nas' },
  columns: [
    column('name', 'Name', 'Name', 'BNG Leeds 1', { required: true }),
    column('address', 'Address', 'Adresse', '203.0.113.10', {
      required: true,
      hint: ['Source address of its RADIUS packets', 'Absenderadresse seiner RADIUS-Pakete'],
      aliases: ['ip', 'nasname', 'nas ip'],
    }),
    column('secret', 'Shared secret', 'Gemeinsames Geheimnis', '', {
      secret: true,
      hint: [
        '8 to 64 letters, digits, points, hyphens and underscores; left out for a new NAS: generated',
        '8 bis 64 Buchstaben, Ziffern, Punkte, Binde- und Unterstriche; leer bei einem neuen NAS: wird erzeugt',
      ],
    }),
    column('vendor', 'Vendor', 'Hersteller', 'mikrotik', { aliases: ['type', 'manufacturer'] }),
    column('purposes', 'Purposes', 'Zwecke', 'pppoe; hotspot', {
      hint: [
        `${nasPurposes.join(', ')}; separated by semicolons`,
        `${nasPurposes.join(', ')}; durch Semikolon getrennt`,
      ],
      aliases: ['purpose'],
    }),
    companyColumn(),
    column('region', 'Region', 'Region', 'Yorkshire'),
    column('pools', 'Pools', 'Pools', '', {
      hint: [
        'IPv4 pools in their order, separated by semicolons',
        'IPv4-Pools in ihrer Reihenfolge, durch Semikolon getrennt',
      ],
    }),
    column('hardware', 'Device', 'Gerät', '', {
      hint: ['Name or ID in the inventory', 'Name oder ID im Inventar'],
      aliases: ['hardware_id', 'hardware_name'],
    }),
    column('coa_port', 'CoA port', 'CoA-Port', '3799'),
    column('require_message_authenticator', 'Require Message-Authenticator', 'Message-Authenticator verlangen', 'true'),
    column('input_is_download', 'Counts from the customer’s side', 'Zählt von der Kundenseite', ''),
    column('ipoe_identifier', 'IPoE identifier', 'IPoE-Kennung', '', {
      hint: [ipoeIdentifiers.join(', '), ipoeIdentifiers.join(', ')],
    }),
    column('ipoe_password', 'IPoE password', 'IPoE-Kennwort', '', { secret: true }),
    column('is_active', 'Active', 'Aktiv', 'true'),
  ],
  maxRows: 20_000,
  calls: nas,
  schema: z.object(fields),
  readers: {
    vendor: oneOf(vendors, vendorLabels),
    purposes: listOf(oneOf(nasPurposes, nasPurposeLabels)),
    coa_port: integer(1, 65_535),
    require_message_authenticator: truth,
    input_is_download: truth,
    ipoe_identifier: oneOf(ipoeIdentifiers),
    is_active: truth,
  },
  references,
  // The key opens secrets only; the record does not contain them.
  source: nasSource(Buffer.alloc(0)),
  keyColumn: 'address',
  keyOf: ({ body }) => body['address'] as string | undefined,
  async findPresent(tx, rows) {
    const { rows: found } = await sql<{ position: number; id: number }>`
      select w.at - 1 as position, n.id from unnest(${rows.map(({ body }) => body['address'])}::text[]) with ordinality w(address, at)
      join nas n on n.address = w.address::inet and n.deleted_at is null`.execute(tx)
    return found
  },
  taken: message('nas.address_taken'),
  changes: (run, _row, id, changed) => changedSecrets(run, id, changed),
  create: ({ tx, actor, key }, { body, company_id }) =>
    createNas(tx, { actor, body: { ...body, company_id } as NasBody }, nasSource(key)),
  update: ({ tx, actor, key }, id, body) =>
    changeNas(tx, { actor, params: { id }, body: body as NasBody }, nasSource(key)),
})
