import { message, type Message } from '@trunkline/contract/errors'
import { englishText } from '../../errors.ts'

/** Data rows that an import takes; the header comes on top. */
export const maxRows = 100_000
export const maxColumns = 200
/** Characters of a cell: what spreadsheets can hold. */
export const maxCellLength = 32_767

/** What is wrong with a cell, or with the whole row, before anybody asks what it means. */
export interface TableError {
  /** Counts from 0; null: the whole row. */
  column: number | null
  error: Message
}

export interface TableRow {
  /** As a spreadsheet counts: from 1, the header included. */
  row: number
  cells: string[]
  errors?: TableError[]
}

/** A file that is read row by row: memory holds the rows of one piece alone. */
export interface Table {
  format: 'csv' | 'xlsx'
  /** `UTF-8` and the like; empty for an XLSX. */
  encoding: string
  /** Empty for an XLSX. */
  separator: string
  /** Name of the sheet; empty for a CSV. */
  sheet: string
  /** Pieces of rows from the top, blank ones left out; ends early when the caller stops. @throws UnreadableFile */
  rows(): AsyncGenerator<TableRow[]>
}

/** A file, or a place in it, that can't be read; `reason` is for the user who uploaded it. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly reason: Message

  constructor(reason: Message) {
    super(englishText(reason))
    this.reason = reason
  }
}

/** At most so many characters of a text, and no half of one: the database keeps none. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')

/** The cell as it is kept: cut where it is longer than any cell can be, with the fault that says so. */
export function checkCell(text: string, column: number, errors: TableError[]): string {
  if (text.length <= maxCellLength) return text
  errors.push({ column, error: message('field.max_length', { max: maxCellLength }) })
  return cut(text, 200)
}

/** Takes the apostrophe off that exports put before what a spreadsheet would run as a formula. */
export const withoutGuard = (text: string): string => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text)
