import type { Row } from '../tables/table.ts'
import type { RouterState } from './router-state.ts'

/** Rows of a menu that are computed at each read. */
export type View = (router: RouterState) => Row[]

/** A stored row with its measured values. */
export type Overlay = (router: RouterState, row: Row) => Row
