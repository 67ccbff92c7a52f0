import { formatPrefix, parsePrefix, errorOf } from '@trunkline/contract/net'
import type { ObjectKind } from '@trunkline/contract/object-kind'
import { sql } from 'kysely'
import type { Tx } from '../../../db/pool.ts'
import type { ServiceBody } from '../../services/service-body.ts'
import type { KindRun, SourceRow } from '../kind.ts'
import { byIdOrName, companyNames, idsAmong, namesOf, single, type Ambiguous, type Names } from '../names.ts'

interface NameRow {
  id: number
}

/** Live subnets that the caller may see, by id or by prefix in any notation. */
const subnetNames = (tx: Tx): Names<NameRow> =>
  namesOf(async (texts) => {
    const nets = texts.map((text) =>
      errorOf(() => parsePrefix(text)) === undefined ? formatPrefix(parsePrefix(text)) : null,
    )
    const { rows } = await sql<NameRow & { text: string }>`
      select s.id, w.text from unnest(${texts}::text[], ${nets}::text[]) w(text, net) join subnet s on s.net = w.net::cidr where s.deleted_at is null
      union all
      select s.id, w.id::text from unnest(${idsAmong(texts)}::bigint[]) w(id) join subnet s on s.id = w.id where s.deleted_at is null`.execute(
      tx,
    )
    return rows
  })

const named = (tx: Tx, select: ReturnType<typeof sql>) =>
  namesOf<NameRow & { company_id?: number }>((texts) => byIdOrName(tx, select, texts))

/** A column that refers to a row, and the form field for its id. */
interface Reference {
  field: string
  kind: ObjectKind
  ambiguous?: Ambiguous
}

/** Columns that refer to rows. */
const references = {
  company: { field: 'company_id', kind: 'company', ambiguous: 'cell.ambiguous_company' },
  tariff: { field: 'tariff_id', kind: 'tariff' },
  nas: { field: 'nas_id', kind: 'nas' },
  site: { field: 'site_id', kind: 'site' },
  subnet: { field: 'subnet_id', kind: 'subnet' },
  network_subnet: { field: 'network_subnet_id', kind: 'subnet' },
  ipv6_subnet: { field: 'ipv6_subnet_id', kind: 'subnet' },
} as const satisfies Record<string, Reference>
type Column = keyof typeof references

/** File columns of form fields with another name. */
export const columnOf: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(references).map(([column, { field }]) => [field, column]),
)

/** Resolves the references of services, among the rows that the caller may see. */
export function serviceNames({ tx, company_id, error: reportError }: KindRun) {
  const subnets = subnetNames(tx)
  const names: Record<Column, Names<NameRow & { company_id?: number }>> = {
    company: companyNames(tx),
    tariff: named(tx, sql`select id, name from tariff where deleted_at is null`),
    nas: named(tx, sql`select id, name from nas where deleted_at is null`),
    site: named(tx, sql`select id, name, company_id from site where deleted_at is null`),
    subnet: subnets,
    network_subnet: subnets,
    ipv6_subnet: subnets,
  }
  const columns = Object.keys(references) as Column[]
  return {
    async load(rows: readonly SourceRow[]): Promise<void> {
      for (const column of columns) await names[column].load(rows.map(({ cells }) => cells[column]))
    },

    /** The ids of the referenced rows by form field; reports those that are not found. */
    find(source: SourceRow): Partial<ServiceBody> {
      const found: Record<string, number> = {}
      for (const column of columns) {
        const text = source.cells[column]
        if (text === undefined) continue
        const { field, kind, ambiguous }: Reference = references[column]
        const all = names[column].find(text)
        // Site names are unique within a company.
        const owner = found['company_id'] ?? company_id
        const narrowed = column === 'site' && all.length > 1 ? all.filter((one) => one.company_id === owner) : all
        const one = single(narrowed, kind, ambiguous)
        if ('one' in one) found[field] = one.one.id
        else reportError(source, column, one.error)
      }
      return found as Partial<ServiceBody>
    },
  }
}
