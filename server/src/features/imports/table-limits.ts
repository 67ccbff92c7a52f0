import { message, type Message } from '@trunkline/contract/errors'
import { englishText } from '../../errors.ts'

/** Maximum number of data rows of an import, without the header. */
export const maxRows = 100_000
export const maxColumns = 200
/** Maximum length of a cell in characters, the limit of spreadsheets. */
export const maxCellLength = 32_767

/** An error of a cell or of the whole row that does not depend on the kind. */
export interface TableError {
  /** Zero-based; null: the whole row. */
  column: number | null
  error: Message
}

export interface TableRow {
  /** Row number as in a spreadsheet: one-based, including the header. */
  row: number
  cells: string[]
  errors?: TableError[]
}

/** A file that is read row by row; only one batch of rows is in memory. */
export interface Table {
  format: 'csv' | 'xlsx'
  /** For example `UTF-8`; empty for an XLSX file. */
  encoding: string
  /** Empty for an XLSX file. */
  separator: string
  /** Name of the sheet; empty for a CSV file. */
  sheet: string
  /** Batches of rows in order, without blank rows; the caller may stop early. @throws UnreadableFile */
  rows(): AsyncGenerator<TableRow[]>
}

/** A file, or a part of it, that cannot be read; `reason` is shown to the user who uploaded it. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly reason: Message

  constructor(reason: Message) {
    super(englishText(reason))
    this.reason = reason
  }
}

/** Truncates a text without splitting a surrogate pair, which PostgreSQL rejects. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')

/** The cell as stored: truncated if it exceeds the maximum length, which is reported as an error. */
export function checkCell(text: string, column: number, errors: TableError[]): string {
  if (text.length <= maxCellLength) return text
  errors.push({ column, error: message('field.max_length', { max: maxCellLength }) })
  return cut(text, 200)
}

/** Removes the apostrophe that exports put before text that a spreadsheet would run as a formula. */
export const withoutGuard = (text: string): string => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text)
