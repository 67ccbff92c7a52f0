import { reportText } from '../api/only-row.ts'
import type { BulkReportRow, RowId } from './list-types.ts'

/** A bulk report as lines of a file, one per id. */
export function reportLines<Id extends RowId>(
  rows: readonly BulkReportRow<Id>[],
  nameOf: (id: Id) => string | undefined,
  header: readonly [id: string, name: string, outcome: string, code: string, reason: string],
): unknown[][] {
  return [
    [...header],
    ...rows.map((row) => [
      row.id,
      nameOf(row.id) ?? '',
      row.ok ? 'done' : 'failed',
      row.code ?? '',
      reportText(row) ?? '',
    ]),
  ]
}
