import type { ObjectKind } from '@trunkline/contract/object-kind'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { listedTexts } from './listed-texts.ts'
import type { KindRun, SourceRow } from './kind.ts'
import { byIdOrName, companyNames, namesOf, single, type Ambiguous, type Names } from './names.ts'

/** A row that a cell refers to; `company_id` for rows whose names are unique within a company only. */
export interface NamedRow {
  id: number
  company_id?: number
}

/** A column of a file that names rows, and the form field for their ids. */
export interface Reference {
  field: string
  kind: ObjectKind
  names: (tx: Tx) => Names<NamedRow>
  ambiguous?: Ambiguous
  /** Of several rows with the name, those of the company of the record. */
  byCompany?: true
  /** The cell holds several names, separated by semicolons or bars. */
  list?: true
}

/** Visible rows by id or name: `select` names `id` and `name`, and `company_id` if the reference is by company. */
export const named = (select: RawBuilder<unknown>) => (tx: Tx) =>
  namesOf<NamedRow>((texts) => byIdOrName(tx, select, texts))

/** The company that owns a record. */
export const companyReference = {
  field: 'company_id',
  kind: 'company',
  names: companyNames,
  ambiguous: 'cell.ambiguous_company',
} as const satisfies Reference

/** Live sites by name. */
export const siteReference = {
  field: 'site_id',
  kind: 'site',
  names: named(sql`select id, name, company_id from site where deleted_at is null`),
  byCompany: true,
} as const satisfies Reference

/** The row that a cell names; an unknown or ambiguous name is reported at its column. */
export function findOne<T>(
  run: Pick<KindRun, 'error'>,
  source: SourceRow,
  column: string,
  found: readonly T[],
  kind: ObjectKind,
  ambiguous?: Ambiguous,
): T | undefined {
  const one = single(found, kind, ambiguous)
  if ('one' in one) return one.one
  run.error(source, column, one.error)
  return undefined
}

/** Resolves the references of the rows of a run by `columns`, among the rows that the caller may see. */
export function createReferences(run: KindRun, columns: Readonly<Record<string, Reference>>) {
  const all = Object.entries(columns).map(([column, reference]) => ({
    ...reference,
    column,
    names: reference.names(run.tx),
    textsOf: ({ cells }: SourceRow): string[] => {
      const text = cells[column]
      if (text === undefined) return []
      return reference.list === true ? listedTexts(text) : [text]
    },
  }))
  return {
    /** File columns of form fields with another name. */
    columnOf: Object.fromEntries(all.map(({ column, field }) => [field, column])) as Readonly<Record<string, string>>,

    async load(rows: readonly SourceRow[]): Promise<void> {
      for (const { names, textsOf } of all) await names.load(rows.flatMap(textsOf))
    },

    /** The ids of the named rows by form field; reports those that are not found. */
    find(source: SourceRow): Record<string, number | number[]> {
      const found: Record<string, number | number[]> = {}
      for (const { column, field, kind, ambiguous, byCompany, list, names, textsOf } of all) {
        const ids = textsOf(source).map((text) => {
          const rows = names.find(text)
          const owner = found['company_id'] ?? run.company_id
          const narrowed = byCompany === true && rows.length > 1 ? rows.filter((row) => row.company_id === owner) : rows
          return findOne(run, source, column, narrowed, kind, ambiguous)?.id
        })
        if (ids.length === 0 || ids.includes(undefined)) continue
        found[field] = list === true ? (ids as number[]) : (ids[0] as number)
      }
      return found
    },
  }
}
