import type { TFunction } from '../i18n/translations.ts'
import type { ListColumn } from '../list/list-types.ts'
import { fieldLabel } from '../ui/field-label.ts'

/** A column whose header is the label of its field, if it says no other. */
export type RecordColumn<Row> = Omit<ListColumn<Row>, 'header'> & { header?: string }

/** Pixels. */
const timeWidth = 200
const times = ['created_at', 'updated_at'] as const

/** Columns with the labels of their fields, where they have no header of their own. */
export const fieldColumns = <Row>(
  t: TFunction,
  texts: string,
  columns: readonly RecordColumn<Row>[],
): ListColumn<Row>[] => columns.map((column) => ({ header: fieldLabel(t, texts, column.field), ...column }))

/**
 * The columns of a list of records: those of the caller, with the labels of their fields where they say no other
 * header, and behind them when a row was created and changed, hidden at first, where the caller does not name them.
 */
export function recordColumns<Row extends Partial<Record<(typeof times)[number], unknown>>>(
  t: TFunction,
  texts: string,
  columns: readonly RecordColumn<Row>[],
): ListColumn<Row>[] {
  const own = new Set<string>(columns.map(({ field }) => field))
  const added = times
    .filter((field) => !own.has(field))
    .map((field): RecordColumn<Row> => ({ field, width: timeWidth, hidden: true }))
  return fieldColumns(t, texts, [...columns, ...added])
}
