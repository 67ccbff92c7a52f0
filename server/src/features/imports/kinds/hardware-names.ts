import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import type { Tx } from '../../../db/pool.ts'
import { warrantyUntil, type Model } from '../../hardware/hardware-rules.ts'
import type { KindRun, SourceRow } from '../kind.ts'
import { byIdOrName, companyNames, namesOf, type NamedCompany } from '../names.ts'
import { findOne } from '../references.ts'

interface CatalogueModel extends Model {
  code: string | null
  manufacturer_name: string
  type_name: string
}

export interface NamedSite {
  id: number
  name: string
  company_id: number
}

/** The existing rows that a device row refers to; empty and unknown references are left out. */
interface ReferencedRows {
  model: Model | undefined
  company: NamedCompany | undefined
  site: NamedSite | undefined
  vpn_dialup_id: number | undefined
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')

/** The whole catalogue: it is small, and a long file refers to most of it. */
async function readCatalogue(tx: Tx): Promise<(text: string) => CatalogueModel[]> {
  const { rows } = await sql<CatalogueModel>`
    select hardware_model.id, hardware_model.name, code, type_id, manufacturer_id, warranty_months, ${warrantyUntil} as warranty_until,
      f.name as manufacturer_name, t.name as type_name
    from hardware_model join hardware_manufacturer f on f.id = manufacturer_id join hardware_type t on t.id = type_id
    where hardware_model.deleted_at is null`.execute(tx)
  const by = new Map<string, CatalogueModel[]>()
  for (const model of rows)
    for (const name of new Set([model.name, model.code ?? model.name].map(plain)))
      by.set(name, [...(by.get(name) ?? []), model])
  const byId = new Map(rows.map((model) => [String(model.id), model]))
  return (text) => by.get(plain(text)) ?? [byId.get(text)].filter((model) => model !== undefined)
}

/** Resolves references batch by batch, among the rows that the caller may see. Creates nothing. */
export function hardwareNames(run: KindRun) {
  const { tx } = run
  const companies = companyNames(tx)
  const sites = namesOf<NamedSite>((texts) =>
    byIdOrName<NamedSite>(tx, sql`select id, name, company_id from site where deleted_at is null`, texts),
  )
  const dialups = namesOf<{ id: number }>((texts) =>
    byIdOrName(
      tx,
      sql`select id, username as name from service where kind = 'vpn-dialup' and deleted_at is null`,
      texts,
    ),
  )
  let catalogue: ReturnType<typeof readCatalogue> | undefined

  const modelOf = (source: SourceRow, find: (text: string) => CatalogueModel[]): Model | undefined => {
    const { model: text, manufacturer, type } = source.cells
    if (text === undefined) return void run.error(source, 'model', message('field.required'))
    const all = find(text)
    const named = (name: string, id: number, wanted: string | undefined) =>
      wanted === undefined || plain(name) === plain(wanted) || String(id) === wanted
    const created = all.filter((model) => named(model.manufacturer_name, model.manufacturer_id, manufacturer))
    const [first] = all
    if (first !== undefined && created.length === 0)
      return void run.error(source, 'manufacturer', message('import.other_manufacturer', { model: first.name }))
    const fits = created.filter((model) => named(model.type_name, model.type_id, type))
    if (created[0] !== undefined && fits.length === 0)
      return void run.error(source, 'type', message('import.other_type', { model: created[0].name }))
    return findOne(run, source, 'model', fits, 'hardware-model', 'cell.ambiguous_model')
  }

  return {
    async load(rows: readonly SourceRow[]): Promise<void> {
      await companies.load([String(run.company_id), ...rows.map(({ cells }) => cells['company'])])
      await sites.load(rows.map(({ cells }) => cells['site']))
      await dialups.load(rows.map(({ cells }) => cells['vpn_dialup']))
      await (catalogue ??= readCatalogue(tx))
    },

    /** Resolves the references of a row and reports those that are not found. */
    async find(source: SourceRow): Promise<ReferencedRows> {
      const { company: companyText, site: siteText, vpn_dialup } = source.cells
      const company =
        companyText === undefined
          ? undefined
          : findOne(run, source, 'company', companies.find(companyText), 'company', 'cell.ambiguous_company')
      const found = siteText === undefined ? [] : sites.find(siteText)
      const ofCompany = found.filter(({ company_id }) => company_id === company?.id)
      const site =
        siteText === undefined
          ? undefined
          : findOne(run, source, 'site', ofCompany.length > 0 ? ofCompany : found, 'site', 'cell.ambiguous_site')
      const dialup =
        vpn_dialup === undefined
          ? undefined
          : findOne(run, source, 'vpn_dialup', dialups.find(vpn_dialup), 'vpn-dialup')
      const model = modelOf(source, await (catalogue as ReturnType<typeof readCatalogue>))
      return { model, company, site, vpn_dialup_id: dialup?.id }
    },
  }
}
