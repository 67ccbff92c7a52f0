import type { ImportColumn } from '@trunkline/contract/resources/import'

export type Known = Pick<ImportColumn, 'name' | 'label' | 'required'>

/** Takes a column of the file as a field. A field has one source: it is taken away where it was before. */
export const matchColumn = (columns: readonly string[], at: number, field: string): string[] =>
  columns.map((one, other) => (other === at ? field : field !== '' && one === field ? '' : one))

/** Required fields that no column is taken as. */
export const missingFields = <K extends Known>(known: readonly K[], columns: readonly string[]): K[] =>
  known.filter(({ name, required }) => required && !columns.includes(name))

/** How many values of a column are shown. */
const samples = 3

/** The first values of a column that are not empty, each once. */
export const sampleOf = (sample: readonly (readonly string[])[], at: number): string[] =>
  [...new Set(sample.map((row) => (row[at] ?? '').trim()).filter((value) => value !== ''))].slice(0, samples)

/** As many as the file has columns, whatever was remembered. */
export const columnsFor = (header: readonly string[], columns: readonly string[]): string[] =>
  header.map((_, at) => columns[at] ?? '')

/** Page `page` (from 0) of rows, and what it shows: `from` to `to`, counted from 1. */
export function pageOf<T>(rows: readonly T[], page: number, size: number) {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const at = Math.min(Math.max(page, 0), pages - 1)
  const shown = rows.slice(at * size, (at + 1) * size)
  return { shown, page: at, pages, from: rows.length === 0 ? 0 : at * size + 1, to: at * size + shown.length }
}
