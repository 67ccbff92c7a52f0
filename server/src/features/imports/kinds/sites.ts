import { message } from '@trunkline/contract/errors'
import { sites } from '@trunkline/contract/resources/site'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { createRecord, updateRecord } from '../../../http/standard-handlers.ts'
import { siteSource } from '../../sites/site-rows.ts'
import { siteWrite } from '../../sites/site-rules.ts'
import { decimal } from '../cells.ts'
import { recordImport } from '../record-kind.ts'
import { companyReference } from '../references.ts'
import { column, companyColumn } from './column.ts'

const { company_id: _company, ...fields } = sites.store.body.shape
const source = { ...siteSource, ...siteWrite }

/** Sites, by the rules of their form. The key is the name within the company. */
export const siteImport = recordImport({
  name: 'sites',
  noun: 'sites',
  ability: { action: 'create', subject: 'sites' },
  columns: [
    column('name', 'Name', 'Name', 'Leeds office', { required: true }),
    companyColumn(['Name, path or ID of a client', 'Name, Pfad oder ID eines Kunden']),
    column('address_line_1', 'Address', 'Anschrift', '1 High Street'),
    column('address_line_2', 'Address, second line', 'Anschrift, zweite Zeile', ''),
    column('city', 'City', 'Ort', 'Leeds', { aliases: ['town'] }),
    column('region', 'Region', 'Region', ''),
    column('postcode', 'Postcode', 'Postleitzahl', 'LS1 1AA', { aliases: ['zip', 'postal code', 'plz'] }),
    column('countyIsoCode', 'Country', 'Land', 'GB', { hint: ['ISO 3166, two letters', 'ISO 3166, zwei Buchstaben'] }),
    column('latitude', 'Latitude', 'Breitengrad', '53.7997', {
      hint: ['Degrees, WGS 84; with the longitude', 'Grad, WGS 84; mit dem Längengrad'],
      aliases: ['lat'],
    }),
    column('longitude', 'Longitude', 'Längengrad', '-1.5492', { aliases: ['lon', 'lng', 'long'] }),
    column('time_zone', 'Time zone', 'Zeitzone', 'Europe/London', {
      hint: ['Leave blank for the time zone of the client', 'Leer lassen für die Zeitzone des Kunden'],
    }),
    column('contact_name', 'Contact', 'Ansprechpartner', 'Jo Bloggs'),
    column('contact_email', 'Contact e-mail', 'E-Mail des Ansprechpartners', 'jo@example.com', {
      aliases: ['email', 'mail', 'e-mail'],
    }),
    column('telephone', 'Telephone', 'Telefon', '+44 20 7946 0958', { aliases: ['phone'] }),
    column('notes', 'Notes', 'Notizen', ''),
  ],
  calls: sites,
  schema: z.object(fields),
  readers: { latitude: decimal(-90, 90), longitude: decimal(-180, 180) },
  references: { company: companyReference },
  source,
  keyColumn: 'name',
  keyOf: ({ body, company_id }) =>
    typeof body['name'] === 'string' ? `${company_id} ${body['name'].toLowerCase()}` : undefined,
  async findPresent(tx, rows) {
    const { rows: found } = await sql<{ position: number; id: number }>`
      select w.at - 1 as position, s.id
      from unnest(${rows.map(({ company_id }) => company_id)}::bigint[], ${rows.map(({ body }) => body['name'])}::text[])
        with ordinality w(company_id, name, at)
      join site s on s.company_id = w.company_id and lower(s.name) = lower(w.name) and s.deleted_at is null`.execute(tx)
    return found
  },
  taken: message('site.name_taken'),
  create: ({ tx, actor }, { body, company_id }) =>
    createRecord(tx, { actor, body: { ...body, company_id } }, sites.store, source),
  async update({ tx, actor }, id, body) {
    await updateRecord(tx, { actor, params: { id }, body }, sites.update, source)
  },
})
