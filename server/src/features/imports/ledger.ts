import { message, type Message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { RowOutcome, SourceRow } from './kind.ts'
import { masked } from './matching.ts'
import { cut } from './table-limits.ts'

/** Maximum number of errors stored for the panel; the report contains those of all rows. */
const maxErrors = 5000
const shownValue = 200
/** Milliseconds between two progress updates. */
const reportEvery = 1000

/** A run was stopped by the user, its timeout or the shutdown of the process. */
export class ImportStopped extends Error {
  override name = 'Stopped'
}

/** Identifies one run of an import; each run has another text. */
export interface RunId {
  id: number
  run: string
}

export interface ImportError {
  row: number
  column: string
  value: string
  message: Message
}

/** Progress and errors of a run, written in separate transactions so that they are visible while the run continues. */
export interface Ledger {
  /** @param error plain text for rules of the record that have no reason code yet */
  error(row: SourceRow, field: string, error: Message | string): void
  /** Reports an error of a row that could not be read as fields. */
  rowError(row: number, column: string, value: string, error: Message): void
  isBad(row: number): boolean
  readonly errors: number
  readonly counts: { created: number; updated: number; same: number; bad: number }
  /** Adds outcomes; an invalid row includes its messages. */
  add(outcomes: readonly RowOutcome[]): void
  /** Writes pending data if the interval has elapsed or `now` is set. @throws ImportStopped if the run is no longer active */
  write(now?: boolean): Promise<void>
}

/**
 * @param query runs a statement in a separate transaction
 * @param names the column names of the file by field
 */
export function openLedger(
  query: <R>(work: (tx: Tx) => Promise<R>) => Promise<R>,
  { id, run }: RunId,
  names: ReadonlyMap<string, string>,
  secret: ReadonlySet<string>,
): Ledger {
  const counts = { created: 0, updated: 0, same: 0, bad: 0 }
  let errors = 0
  let written = 0
  let chunk = 0
  let last = performance.now()
  let unwritten: ImportError[] = []
  let rows: unknown[][] = []
  /** Errors by row, for rows without an outcome yet, each with its column. */
  const messages = new Map<number, [column: string, error: Message][]>()
  const rowError = (row: number, column: string, value: string, error: Message) => {
    errors++
    messages.set(row, [...(messages.get(row) ?? []), [column, error]])
    if (written + unwritten.length < maxErrors)
      unwritten.push({ row, column, value: cut(value, shownValue), message: error })
  }
  return {
    counts,
    get errors() {
      return errors
    },
    rowError,
    error(source, field, error) {
      const value = source.cells[field] ?? ''
      rowError(
        source.row,
        names.get(field) ?? '',
        secret.has(field) && value !== '' ? masked : value,
        typeof error === 'string' ? message('text', { text: error }) : error,
      )
    },
    isBad: (row) => messages.has(row),
    add(outcomes) {
      for (const { row, outcome, id: created, label } of outcomes) {
        const reported = messages.get(row)
        messages.delete(row)
        const became = reported === undefined ? outcome : 'bad'
        counts[became]++
        rows.push([row, became, became === 'bad' ? null : created, cut(label, shownValue), reported ?? []])
      }
    },
    async write(now = false) {
      if (!now && rows.length < 1000 && performance.now() - last < reportEvery) return
      last = performance.now()
      const [newErrors, newRows, at] = [unwritten, rows, chunk]
      unwritten = []
      rows = []
      if (newRows.length > 0) chunk++
      await query(async (tx) => {
        const { rows: running } = await sql`
          update import set rows_done = ${counts.created + counts.updated + counts.same + counts.bad}, created_count = ${counts.created},
            updated_count = ${counts.updated}, same_count = ${counts.same}, bad_count = ${counts.bad}, error_count = ${errors}
          where id = ${id} and tenant ->> 'run' = ${run} and state in ('checking', 'applying') returning id`.execute(tx)
        if (running.length === 0) throw new ImportStopped('The import was stopped.')
        if (newRows.length > 0)
          await sql`insert into import_outcome (import_id, chunk, rows) values (${id}, ${at}, ${JSON.stringify(newRows)}::jsonb)`.execute(
            tx,
          )
        if (newErrors.length > 0)
          await sql`
            insert into import_error (import_id, position, row, column_name, value, message)
            select ${id}, ${written} + f.ordinality, (f.value ->> 'row')::int, f.value ->> 'column', f.value ->> 'value', f.value -> 'message'
              from jsonb_array_elements(${JSON.stringify(newErrors)}::jsonb) with ordinality f`.execute(tx)
      })
      written += newErrors.length
    },
  }
}

/** Deletes the results of an earlier run of the same import. */
export async function clearLedger(tx: Tx, id: number): Promise<void> {
  await sql`delete from import_error where import_id = ${id}`.execute(tx)
  await sql`delete from import_outcome where import_id = ${id}`.execute(tx)
}
