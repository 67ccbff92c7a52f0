import { message } from '@trunkline/contract/errors'
import { licences } from '@trunkline/contract/resources/licence'
import { licenceLevels, licenceParts, licenceTypes } from '@trunkline/contract/resources/licence-enums'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { updateRecord } from '../../../http/standard-handlers.ts'
import {
  licenceLevelLabels,
  licencePartLabels,
  licenceStatusLabels,
  licenceTypeLabels,
} from '../../../reference/licence-labels.ts'
import { createLicences, licenceRecords } from '../../licences/licence.ts'
import { calendarDay, integer, listOf, oneOf } from '../cells.ts'
import { recordImport } from '../record-kind.ts'
import { companyReference } from '../references.ts'
import { column, companyColumn } from './column.ts'

const { company_id: _company, ...fields } = licences.store.body.shape
const statuses = ['available', 'active'] as const

/** Licences, by the rules of their form. The key is the licence key; rows without one create licences. */
export const licenceImport = recordImport({
  name: 'licences',
  noun: 'licences',
  ability: { action: 'create', subject: 'licences' },
  columns: [
    companyColumn(['Name, path or ID', 'Name, Pfad oder ID'], { required: true }),
    column('category', 'Category', 'Kategorie', 'radius', {
      required: true,
      hint: [licenceParts.join(', '), licenceParts.join(', ')],
    }),
    column('key', 'Key', 'Schlüssel', '', {
      hint: [
        'Of an existing licence, to update it; new licences get a key',
        'Einer vorhandenen Lizenz, um sie zu ändern; neue Lizenzen erhalten einen Schlüssel',
      ],
      aliases: ['licence key', 'license key'],
    }),
    column('level', 'Level', 'Stufe', 'standard', { hint: [licenceLevels.join(', '), licenceLevels.join(', ')] }),
    column('type', 'Type', 'Typ', 'subscription', { hint: [licenceTypes.join(', '), licenceTypes.join(', ')] }),
    column('permissions', 'Parts', 'Bereiche', 'radius; ipam', {
      hint: ['Separated by semicolons', 'Durch Semikolon getrennt'],
    }),
    column('quantity', 'Quantity', 'Menge', '100'),
    column('starts_on', 'Starts on', 'Beginnt am', '2027-01-01', { aliases: ['start', 'from'] }),
    column('expires_on', 'Expires on', 'Läuft ab am', '2027-12-31', {
      hint: ['Required unless perpetual', 'Erforderlich, außer bei unbefristeten'],
      aliases: ['end', 'until', 'expiry'],
    }),
    column('status', 'Status', 'Status', 'active', {
      hint: ['Of a new licence: available or active', 'Einer neuen Lizenz: available oder active'],
    }),
    column('amount', 'Number of licences', 'Anzahl der Lizenzen', '1', {
      hint: ['Identical new licences', 'Gleiche neue Lizenzen'],
      aliases: ['count'],
    }),
    column('notes', 'Notes', 'Notizen', ''),
  ],
  maxRows: 20_000,
  calls: licences,
  schema: z.object({ ...fields, key: z.optional(z.string().check(z.trim(), z.toUpperCase())) }),
  readers: {
    category: oneOf(licenceParts, licencePartLabels),
    level: oneOf(licenceLevels, licenceLevelLabels),
    type: oneOf(licenceTypes, licenceTypeLabels),
    permissions: listOf(oneOf(licenceParts, licencePartLabels)),
    quantity: integer(1, 1_000_000),
    amount: integer(1, 1000),
    starts_on: calendarDay,
    expires_on: calendarDay,
    status: oneOf(statuses, { available: licenceStatusLabels.available, active: licenceStatusLabels.active }),
  },
  references: { company: companyReference },
  source: licenceRecords,
  keyColumn: 'key',
  keyOf: ({ body }) => body['key'] as string | undefined,
  async findPresent(tx, rows) {
    const { rows: found } = await sql<{ position: number; id: number }>`
      select w.at - 1 as position, l.id from unnest(${rows.map(({ body }) => body['key'])}::text[]) with ordinality w(key, at)
      join licence l on l.key = w.key and l.deleted_at is null`.execute(tx)
    return found
  },
  taken: message('import.licence_exists'),
  checkNew(run, { source, body }) {
    if (source.cells['company'] === undefined && !run.chosen) run.error(source, 'company', message('field.required'))
    // Only the panel makes keys.
    if (body['key'] !== undefined && run.mode === 'update')
      run.error(source, 'key', message('row.missing', { kind: 'licence' }))
    else if (body['key'] !== undefined) run.error(source, 'key', message('import.licence_key'))
  },
  async create({ tx, actor }, { body: sent, company_id }) {
    const { key: _, ...body } = sent
    const [id] = await createLicences(tx, { actor, body: { ...body, company_id } })
    return id as number
  },
  // The key finds a licence; status and number are those of new ones.
  async changes(_run, _row, _id, changed) {
    const { key: _, status: _status, amount: _amount, ...rest } = changed
    return rest
  },
  async update({ tx, actor }, id, body) {
    await updateRecord(tx, { actor, params: { id }, body }, licences.update, licenceRecords)
  },
})
