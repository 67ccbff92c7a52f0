import { message, type Message } from '@trunkline/contract/errors'
import type { Ability } from '@trunkline/contract/abilities'
import type { ObjectSchema } from '@trunkline/contract/endpoint'
import { sql } from 'kysely'
import { actorMayOn, relationTo } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { rowsOf } from '../../http/list/source.ts'
import type { RecordSource } from '../../http/standard-handlers.ts'
import { readFields, type Reader } from './cells.ts'
import type { ImportKind, KindRun, KindWork, RowOutcome, SourceRow } from './kind.ts'
import { createReferences, type Reference } from './references.ts'
import {
  createKeyIndex,
  reportRejection,
  runAndRollBack,
  withBadOutcomes,
  writeEach,
  type CheckedRow,
} from './write.ts'

/** The body of a call, as far as the file has its fields. */
type Body = Readonly<Record<string, unknown>>

/** A row of the file as the body of a call. */
export interface BodyRow extends CheckedRow {
  body: Body
  /** The company that owns the record. */
  company_id: number
}

/** An existing record with the key of a row: its `position` in the rows, and its id, or null if the caller cannot see it. */
export interface PresentRecord {
  position: number
  id: number | null
}

/** What a resource with the usual calls says about its import; `recordImport` does the rest. */
export interface RecordImport extends Omit<ImportKind, 'begin'> {
  calls: { store: { access: Ability }; update: { access: Ability } }
  /** The fields that are read from cells; references are left out. */
  schema: ObjectSchema
  readers: Readonly<Record<string, Reader>>
  references: Readonly<Record<string, Reference>>
  /** Record fields with values that the file may repeat; others are always written. */
  source: RecordSource<unknown>
  /** The column at which duplicates and existing records are reported. */
  keyColumn: string
  /** What identifies a record within a file; undefined if the row has no key. */
  keyOf(row: BodyRow): string | undefined
  /** Existing records by key. @returns records with positions from 0 */
  findPresent(tx: Tx, rows: readonly BodyRow[]): Promise<PresentRecord[]>
  /** The error of a row whose record exists. */
  taken: Message
  /** Further checks of a row and changes to its body, before its record is looked up. */
  prepare?(run: KindRun, row: BodyRow): BodyRow
  /** Body fields by which an update differs from the record, where names or notations differ from those of show. */
  changes?(run: KindRun, row: BodyRow, id: number, changed: Record<string, unknown>): Promise<Record<string, unknown>>
  /** Checks of a row without an existing record. */
  checkNew?(run: KindRun, row: BodyRow): void
  create(run: KindRun, row: BodyRow): Promise<number>
  /** Rejects a change of fields that a file cannot change. */
  update(run: KindRun, id: number, body: Body): Promise<void>
}

interface Checked extends BodyRow {
  /** No record has its key. */
  isNew: boolean
  before: (Record<string, unknown> & { id: number }) | undefined
}

/**
 * An import of records by the functions of their own calls. A dry run writes and rolls back, so that it finds the same
 * errors as an import.
 */
export function recordImport(of: RecordImport): ImportKind {
  const { name, noun, ability, columns, maxRows, examples, updateNeedsPassword } = of
  return {
    name,
    noun,
    ability,
    columns,
    ...(maxRows !== undefined && { maxRows }),
    ...(examples !== undefined && { examples }),
    ...(updateNeedsPassword && { updateNeedsPassword }),
    begin: (run) => begin(of, run),
  }
}

function begin(of: RecordImport, run: KindRun): KindWork {
  const references = createReferences(run, of.references)
  const seen = createKeyIndex(run)
  const reject = ({ source }: CheckedRow, error: unknown) => reportRejection(run, source, error, references.columnOf)

  const check = (source: SourceRow): Checked | undefined => {
    const read = readFields(run, source, of.schema, of.readers) as Body
    const body: Body = { ...read, ...references.find(source) }
    const company_id = (body['company_id'] ?? run.company_id) as number
    const label = source.cells[of.keyColumn] ?? source.cells['name'] ?? ''
    const plain: BodyRow = { source, label, body, company_id }
    const row = of.prepare?.(run, plain) ?? plain
    // Which record it is depends on the references.
    const unresolved = Object.entries(of.references).some(
      ([column, { field }]) => source.cells[column] !== undefined && body[field] === undefined,
    )
    const key = unresolved ? undefined : of.keyOf(row)
    if (key !== undefined) seen.isFirst(key, source, of.keyColumn)
    return unresolved ? undefined : { ...row, isNew: true, before: undefined }
  }

  const findPresent = async (rows: readonly Checked[]): Promise<void> => {
    const keyed = rows.filter((row) => of.keyOf(row) !== undefined)
    const present = keyed.length === 0 ? [] : await of.findPresent(run.tx, keyed)
    const ids = present.flatMap(({ id }) => (id === null ? [] : [id]))
    const records = await readRecords(run.tx, of.source, ids)
    for (const { position, id } of present) {
      const row = keyed[position] as Checked
      row.isNew = false
      const record = id === null ? undefined : records.get(id)
      if (record === undefined || run.mode !== 'update') run.error(row.source, of.keyColumn, of.taken)
      else row.before = record
    }
  }

  const checkOwner = ({ source, company_id, before }: Checked): void => {
    if (before === undefined) {
      if (!actorMayOn(run.actor, of.calls.store.access, relationTo(run.actor, company_id)))
        run.error(source, 'company', message('import.company_forbidden'))
      return
    }
    const owner = before['company_id'] as number | undefined
    // A record without a company in its reply belongs to the provider, as the catalogue does.
    if (owner !== undefined && !actorMayOn(run.actor, of.calls.update.access, relationTo(run.actor, owner)))
      run.error(source, '', message('row.forbidden'))
    else if (source.cells['company'] !== undefined && owner !== undefined && owner !== company_id)
      run.error(source, 'company', message('import.company_fixed'))
  }

  const write = async (row: Checked): Promise<Pick<RowOutcome, 'outcome' | 'id'>> => {
    const { before, body } = row
    if (before === undefined) return { outcome: 'created', id: await of.create(run, row) }
    const { company_id: _, ...wanted } = body
    const differing = Object.fromEntries(
      Object.entries(wanted).filter(
        ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(before[field]),
      ),
    )
    const changed = (await of.changes?.(run, row, before.id, differing)) ?? differing
    if (Object.keys(changed).length === 0) return { outcome: 'same', id: before.id }
    await of.update(run, before.id, changed)
    // The same value in another notation changes nothing.
    return {
      outcome: (await versionOf(run.tx, of.source.table, before.id)) === before['version'] ? 'same' : 'updated',
      id: before.id,
    }
  }

  return {
    async storeRows(rows) {
      await references.load(rows)
      const checked = rows.flatMap((source) => check(source) ?? [])
      await findPresent(checked)
      for (const row of checked) {
        checkOwner(row)
        if (row.isNew) of.checkNew?.(run, row)
      }
      const good = checked.filter(({ source }) => !run.isBad(source))
      const all = () => writeEach(run, good, write, reject)
      const outcomes = run.writes() ? await all() : (await runAndRollBack(run.tx, all)).map(withoutNewId)
      return withBadOutcomes(rows, outcomes)
    },
  }
}

const withoutNewId = (outcome: RowOutcome): RowOutcome =>
  outcome.outcome === 'created' ? { ...outcome, id: null } : outcome

/** Records in the format of show by id, of those that the caller may see. */
async function readRecords(
  tx: Tx,
  source: RecordSource<unknown>,
  ids: readonly number[],
): Promise<Map<number, Record<string, unknown> & { id: number }>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Record<string, unknown> & { id: number }>`
    select * from (${rowsOf(tx, { rows: source.record })}) as r where r.id = any (${ids}::bigint[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

async function versionOf(tx: Tx, table: string, id: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from ${sql.table(table)} where id = ${id}`.execute(tx)
  return (rows[0] as { version: number }).version
}
