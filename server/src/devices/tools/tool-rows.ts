import { maxRows } from '@trunkline/contract/resources/device-tool'
import { maskSecrets, type Row } from '@trunkline/routeros'
import { inOneLine } from '../faults.ts'

/** Rows of a run as they are stored, bounded in number and size. */
export interface ToolRows {
  /** Adds a row; beyond the maximum the oldest one is dropped. */
  append(row: Row): void
  /** Adds a row, or replaces the one with this key; beyond the maximum a new key is ignored. */
  put(key: string, row: Row): void
  /** Replaces all rows. */
  replace(rows: readonly Row[]): void
  list(): Row[]
  /** Whether rows were dropped or ignored. */
  isCut(): boolean
  /** Counts changes. */
  version(): number
}

/**
 * @param columns properties that are stored; the router's others are left out
 */
export function createToolRows(columns: readonly string[]): ToolRows {
  let rows = new Map<string, Row>()
  let isCut = false
  let version = 0
  let next = 0
  const narrowed = (row: Row): Row =>
    Object.fromEntries(
      columns.flatMap((name) => {
        const value = row[name]
        return value === undefined || value === '' ? [] : [[name, maskSecrets(inOneLine(value))]]
      }),
    )
  const put = (key: string, row: Row) => {
    if (!rows.has(key) && rows.size >= maxRows) isCut = true
    else {
      rows.set(key, narrowed(row))
      version++
    }
  }
  return {
    append(row) {
      if (rows.size >= maxRows) {
        isCut = true
        rows.delete(rows.keys().next().value as string)
      }
      put(`#${next++}`, row)
    },
    put,
    replace(all) {
      rows = new Map()
      version++
      for (const [at, row] of all.entries()) put(String(at), row)
    },
    list: () => [...rows.values()],
    isCut: () => isCut,
    version: () => version,
  }
}
