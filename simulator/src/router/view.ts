import type { Row } from '../tables/table.ts'
import type { RouterState } from './router-state.ts'

/** Rows of a menu that are computed on each read. */
export type View = (router: RouterState) => Row[]

/** Adds computed values to a stored row. */
export type Overlay = (router: RouterState, row: Row) => Row
