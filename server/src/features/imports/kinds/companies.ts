import { message } from '@trunkline/contract/errors'
import { typesBelow, type CompanyType } from '@trunkline/contract/abilities'
import { billingTerms, companies, companyStore } from '@trunkline/contract/resources/company'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { actorMayOn, relationTo } from '../../../access/actor.ts'
import { checkProtectedFields, protectedFieldsOf } from '../../../http/protected-fields.ts'
import { valuesOf } from '../../../http/standard-handlers.ts'
import { referenceColumns } from '../../../reference/fields.ts'
import { billingTermLabels, companyTypeLabels } from '../../../reference/labels.ts'
import { companyWrite, signOutDeactivated } from '../../companies/company.ts'
import { checkWritable } from '../../companies/company-rules.ts'
import { oneOf, readFields, truth } from '../cells.ts'
import type { ImportKind, KindRun, KindWork, RowOutcome, SourceRow } from '../kind.ts'
import { companyNames, single } from '../names.ts'
import { changesOf, insertRow, updateRow } from '../../../db/write-row.ts'
import { createKeyIndex, reportRejection, withBadOutcomes, writeEach, type CheckedRow } from '../write.ts'
import { column } from './column.ts'

const { logo: _logo, parent_id: _parent, ...fields } = companyStore.shape
const schema = z.object(fields)
const readers = {
  type: oneOf(schema.shape.type.options, companyTypeLabels),
  billing_term: oneOf(billingTerms, billingTermLabels),
  locale: oneOf(['en', 'de'] as const),
  is_active: truth,
}

type Body = z.infer<typeof schema>

/** The parent of a company: an existing company, or one that an earlier row of the file creates. */
interface Parent {
  id: number | undefined
  type: CompanyType
  key: string
}

/** A company created by this file. */
interface CreatedCompany {
  id: number | undefined
  type: CompanyType
  /** The parent, if it exists already. */
  parent_id: number | undefined
}

interface Checked extends CheckedRow {
  body: Body
  parent: Parent
  before: Record<string, unknown> | undefined
  ref: CreatedCompany
}

/** Descendant companies of the caller's company, parents before children. The key is the name within the parent. */
export const companyImport: ImportKind = {
  name: 'companies',
  noun: 'companies',
  ability: { action: 'create', subject: 'companies' },
  columns: [
    column('name', 'Name', 'Name', 'Northern Cable Ltd', { required: true }),
    column('type', 'Type', 'Typ', 'client', {
      required: true,
      hint: [
        'master-distributor, distributor, reseller or client',
        'master-distributor, distributor, reseller oder client',
      ],
    }),
    column('parent', 'Parent company', 'Übergeordnete Firma', '', {
      hint: [
        'Name, path or ID; leave blank for the selected company',
        'Name, Pfad oder ID; leer lassen für die gewählte Firma',
      ],
      aliases: ['parent_id', 'parent_name', 'company above'],
    }),
    column('legal_name', 'Legal name', 'Eingetragener Name', 'Northern Cable Limited', { aliases: ['firmierung'] }),
    column('registration_number', 'Registration number', 'Registernummer', '', { aliases: ['handelsregisternummer'] }),
    column('vat_number', 'VAT number', 'USt-IdNr.', ''),
    column('email', 'E-mail', 'E-Mail', 'office@example.com', { aliases: ['mail'] }),
    column('telephone', 'Phone', 'Telefon', '+44 20 7946 0958', { aliases: ['phone number'] }),
    column('address_line_1', 'Street and number', 'Straße und Hausnummer', '1 High Street', {
      aliases: ['address', 'anschrift'],
    }),
    column('address_line_2', 'Address line 2', 'Adresszusatz', '', {
      aliases: ['address, second line', 'anschrift, zweite zeile'],
    }),
    column('city', 'City', 'Ort', 'Leeds'),
    column('region', 'State or region', 'Bundesland oder Region', ''),
    column('postcode', 'Postcode', 'Postleitzahl', 'LS1 1AA', { aliases: ['zip'] }),
    column('countyIsoCode', 'Country', 'Land', 'GB', { hint: ['ISO 3166, two letters', 'ISO 3166, zwei Buchstaben'] }),
    column('billing_term', 'Billing term', 'Zahlungsziel', 'net-30', {
      hint: ['prepaid, net-7, net-14, net-30 or net-60', 'prepaid, net-7, net-14, net-30 oder net-60'],
    }),
    column('currency', 'Currency', 'Währung', 'GBP', {
      hint: ['ISO 4217, three letters', 'ISO 4217, drei Buchstaben'],
    }),
    column('locale', 'Language', 'Sprache', 'en', { hint: ['en or de', 'en oder de'] }),
    column('time_zone', 'Time zone', 'Zeitzone', 'Europe/London'),
    column('is_active', 'Active', 'Aktiv', 'true'),
    column('notes', 'Notes', 'Notizen', ''),
  ],
  begin,
}

const key = (parent: string, name: string) => `${parent} ${name.toLowerCase()}`

function begin(run: KindRun): KindWork {
  const { tx, actor, mode } = run
  const names = companyNames(tx)
  const seen = createKeyIndex(run)
  /** Companies of this file by name; the name is unique within a parent only. */
  const created = new Map<string, CreatedCompany[]>()

  const parentOf = (source: SourceRow): Parent | undefined => {
    const text = source.cells['parent']
    const found = names.find(text ?? String(run.company_id))
    // A company that exists and is also in the file is the same one.
    const fresh = (text === undefined ? [] : (created.get(text.toLowerCase()) ?? [])).filter(
      ({ parent_id }) => !found.some(({ ancestor_ids: ancestorIds }) => ancestorIds.at(-2) === parent_id),
    )
    if (found.length === 0 && fresh.length === 1) {
      const [one] = fresh as [CreatedCompany]
      return { ...one, key: `new ${text?.toLowerCase()}` }
    }
    const named = single([...found, ...fresh], 'company', 'cell.ambiguous_company')
    if ('one' in named && 'ancestor_ids' in named.one)
      return { id: named.one.id, type: named.one.type, key: String(named.one.id) }
    run.error(source, 'parent', 'error' in named ? named.error : message('row.missing', { kind: 'company' }))
    return undefined
  }

  /** Undefined if the company cannot be identified; all errors of the row are reported. */
  const check = (source: SourceRow): Checked | undefined => {
    const { countyIsoCode, telephone, currency, time_zone, ...read } = readFields(run, source, schema, readers)
    const reference = { countyIsoCode, telephone, currency, time_zone }
    try {
      referenceColumns(reference)
    } catch (error) {
      reportRejection(run, source, error)
    }
    const parent = parentOf(source)
    const { name, type } = read
    if (parent === undefined || name === undefined || type === undefined) return undefined
    if (!typesBelow(parent.type).includes(type))
      run.error(source, 'type', message('company.rank', { type, parent: parent.type }))
    seen.isFirst(key(parent.key, name), source, 'name')
    const here: CreatedCompany = { id: undefined, type, parent_id: parent.id }
    const named = name.toLowerCase()
    if (!run.isBad(source)) created.set(named, [...(created.get(named) ?? []), here])
    const given = Object.entries(reference).filter(([, value]) => value !== undefined)
    const body = { ...read, ...Object.fromEntries(given), name, type } as Body
    return { source, label: name, body, parent, before: undefined, ref: here }
  }

  /** Finds existing companies by parent and name. */
  const findPresent = async (rows: readonly Checked[]): Promise<void> => {
    const placed = rows.filter(({ parent }) => parent.id !== undefined)
    const { rows: found } = await sql<Record<string, unknown> & { at: number }>`
      select c.*, w.ordinality as at from unnest(${placed.map(({ parent }) => parent.id)}::bigint[], ${placed.map(({ body }) => body.name)}::text[])
        with ordinality w(parent_id, name, ordinality)
      join company c on c.parent_id = w.parent_id and lower(c.name) = lower(w.name) and c.deleted_at is null`.execute(
      tx,
    )
    for (const company of found) {
      const row = placed[company.at - 1] as Checked
      row.before = company
      row.ref.id = Number(company['id'])
      if (mode !== 'update') run.error(row.source, 'name', message('import.company_exists'))
      else allowChange(row)
    }
  }

  const allowChange = ({ source, body, before }: Checked) => {
    if (before?.['type'] !== body.type) run.error(source, 'type', message('import.company_type_fixed'))
    const owner = Number(before?.['id'])
    const { type: _, ...wanted } = body
    try {
      if (!actorMayOn(actor, companies.update.access, relationTo(actor, owner)))
        run.error(source, '', message('row.forbidden'))
      const changed = Object.fromEntries(changesOf(before as object as Record<string, unknown>, wanted))
      checkProtectedFields(actor, companies.update, protectedFieldsOf(companies.update), changed, owner)
      checkWritable(actor, before as Record<string, unknown>, changed)
    } catch (error) {
      reportRejection(run, source, error)
    }
  }

  const write = async ({ body, parent, before, ref: here }: Checked): Promise<Pick<RowOutcome, 'outcome' | 'id'>> => {
    if (before === undefined) {
      const parent_id = parent.id ?? created.get(parent.key.slice(4))?.[0]?.id
      if (!run.writes()) return { outcome: 'created', id: null }
      const wanted = { body: { ...body, parent_id }, actor, before: undefined }
      const id = await insertRow(tx, 'company', await valuesOf(tx, companyWrite, wanted))
      here.id = id
      return { outcome: 'created', id }
    }
    const { type: _, ...wanted } = body
    const requested = Object.fromEntries(changesOf(before, wanted))
    const changed = changesOf(before, await valuesOf(tx, companyWrite, { body: requested, actor, before }))
    const id = Number(before['id'])
    if (changed.length === 0) return { outcome: 'same', id }
    if (!run.writes()) return { outcome: 'updated', id }
    await updateRow(tx, 'company', id, Object.fromEntries(changed))
    await signOutDeactivated(tx, before, requested)
    return { outcome: 'updated', id }
  }

  return {
    async storeRows(rows) {
      await names.load([String(run.company_id), ...rows.map(({ cells }) => cells['parent'])])
      const checked = rows.flatMap((source) => check(source) ?? [])
      await findPresent(checked)
      const good = checked.filter(({ source }) => !run.isBad(source))
      const outcomes = await writeEach(run, good, write, ({ source }, error) =>
        reportRejection(run, source, error, { parent_id: 'parent' }),
      )
      return withBadOutcomes(rows, outcomes)
    },
  }
}
