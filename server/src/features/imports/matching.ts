import { message, type Message } from '@trunkline/contract/errors'
import type { ImportKind, KindColumn } from './kind.ts'
import { cut } from './table-limits.ts'

/**
 * Names are compared without case, spaces, hyphens and underscores: `Serial number`, `serial_number`, `SERIAL-NUMBER`.
 */
const plain = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\-.*:]+/g, '')

/** Names of a column in groups, the best first; names in a group have the same rank. */
const ranksOf = ({ name, label, aliases = [] }: KindColumn): string[][] => [
  [name],
  [label.en, label.de],
  ...aliases.map((alias) => [alias]),
]

export interface Matched {
  /** The field of each column of the file; empty: ignored. */
  columns: string[]
  /** Why the file cannot be imported; undefined if it can. */
  problem: Message | undefined
}

/**
 * Maps each column of a file to a field, by its header: the field name, its English or German label, or an alias.
 * If two columns match one field, the better-ranked name wins. Our own exports need this: they contain both id and name
 * of a reference.
 */
export function matchHeader(kind: ImportKind, header: readonly string[]): Matched {
  const columns = header.map(() => '')
  const doubles: string[] = []
  for (const column of kind.columns)
    for (const names of ranksOf(column)) {
      const known = names.map(plain)
      const found = header.flatMap((name, at) => (columns[at] === '' && known.includes(plain(name)) ? [at] : []))
      if (found.length === 0) continue
      columns[found[0] as number] = column.name
      if (found.length > 1) doubles.push(header[found[0] as number] as string)
      break
    }
  return {
    columns,
    problem:
      doubles.length > 0
        ? message('import.duplicate_headers', { names: doubles.map((name) => name.slice(0, 40)) })
        : missingOf(kind, columns),
  }
}

/** What is wrong with the columns that the user chose; undefined if nothing is. */
export function problemOf(
  kind: ImportKind,
  header: readonly string[],
  columns: readonly string[],
): Message | undefined {
  if (columns.length > header.length) return message('import.column_count', { columns: header.length })
  const known = new Set(kind.columns.map(({ name }) => name))
  const strange = columns.find((name) => name !== '' && !known.has(name))
  if (strange !== undefined) return message('import.field_unknown', { name: strange.slice(0, 64), known: [...known] })
  const double = columns.find((name, at) => name !== '' && columns.indexOf(name) !== at)
  if (double !== undefined) return message('import.field_twice', { name: double })
  return missingOf(kind, columns)
}

function missingOf(kind: ImportKind, columns: readonly string[]): Message | undefined {
  const missing = kind.columns.filter(({ name, required }) => required === true && !columns.includes(name))
  if (missing.length === 0) return undefined
  return message('import.fields_missing', { names: missing.map(({ label }) => label.en) })
}

/** Headers that indicate a secret, whatever field they are mapped to. */
const secretName = /pass|kenn|secret|geheim|psk|\bpin\b|token/i
export const masked = '••••••'

/** Sample rows with secrets masked. */
export function maskSample(
  kind: ImportKind,
  header: readonly string[],
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string[][] {
  const secret = new Set(kind.columns.flatMap(({ name, secret: is }) => (is === true ? [name] : [])))
  const hidden = header.map((name, at) => secretName.test(name) || secret.has(columns[at] ?? ''))
  return rows.map((cells) =>
    header.map((_, at) => {
      const text = cells[at] ?? ''
      return text === '' ? '' : hidden[at] === true ? masked : cut(text, 200)
    }),
  )
}
