import type { ImportColumn } from '@trunkline/contract/resources/import'

type RequiredField = Pick<ImportColumn, 'name' | 'label' | 'required'>

/** Matches a column with a field. A field has one column: any other column with it is skipped. */
export const matchColumn = (columns: readonly string[], index: number, field: string): string[] =>
  columns.map((current, at) => (at === index ? field : field !== '' && current === field ? '' : current))

/** Required fields that no column is matched with. */
export const missingFields = <F extends RequiredField>(fields: readonly F[], columns: readonly string[]): F[] =>
  fields.filter(({ name, required }) => required && !columns.includes(name))

const maxSamples = 3

/** The first distinct values of a column that are not empty. */
export const sampleOf = (sample: readonly (readonly string[])[], index: number): string[] =>
  [...new Set(sample.map((row) => (row[index] ?? '').trim()).filter((value) => value !== ''))].slice(0, maxSamples)

/** The fields of all columns in the header, as far as they are known. */
export const columnsFor = (header: readonly string[], columns: readonly string[]): string[] =>
  header.map((_, index) => columns[index] ?? '')

/** Page `wanted` (from 0) of `all`, with its range `from` to `to`, counted from 1. */
export function pageOf<T>(all: readonly T[], wanted: number, size: number) {
  const pages = Math.max(1, Math.ceil(all.length / size))
  const page = Math.min(Math.max(wanted, 0), pages - 1)
  const rows = all.slice(page * size, (page + 1) * size)
  return { rows, page, pages, from: all.length === 0 ? 0 : page * size + 1, to: page * size + rows.length }
}
