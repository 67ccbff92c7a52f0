import type { RouterState } from '../router/router-state.ts'
import type { Row } from '../tables/table.ts'

/** Creates the initial rows of a router. */
export type Maker = (router: RouterState) => readonly Row[]

export const hex = (value: number): string => `*${value.toString(16).toUpperCase()}`

/** Rows with ids in order. */
export const numbered = (rows: readonly Row[], from = 1): Row[] =>
  rows.map((row, index) => ({ '.id': hex(from + index), ...row }))
