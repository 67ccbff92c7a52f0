import { reportText } from '../api/only-row.ts'
import { toCsv } from '../ui/csv.ts'
import type { BulkReportRow, RowId } from './list-types.ts'

/** A bulk report as a file: a row an id, with its name where the list has it. */
export function reportCsv<Id extends RowId>(
  rows: readonly BulkReportRow<Id>[],
  nameOf: (id: Id) => string | undefined,
  header: readonly [id: string, name: string, outcome: string, code: string, reason: string],
): string {
  return toCsv([
    header,
    ...rows.map((row) => [
      row.id,
      nameOf(row.id) ?? '',
      row.ok ? 'done' : 'refused',
      row.code ?? '',
      reportText(row) ?? '',
    ]),
  ])
}
