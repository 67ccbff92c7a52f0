import type { Row } from '../tables/table.ts'
import type { Caller } from './caller.ts'
import type { RouterState } from './router-state.ts'

/** What a property points at: the menu whose rows have that name, and words that are no names. */
export interface Reference {
  menu: string
  /** Words that may stand there as well. */
  also?: readonly string[]
}

/** What a menu does beyond keeping rows. */
export interface Rule {
  /** What a row has where nothing else was said. A property without default is left out of the row. */
  defaults?: Row
  required?: readonly string[]
  /** Properties in which an empty value is one of its own, and not the absence of any. */
  explicit?: readonly string[]
  /** Rows that may not be the same in all of `fields`. */
  unique?: readonly { fields: readonly string[]; message: string; withDynamic?: boolean }[]
  references?: Record<string, Reference>
  /** Goes out only to who may see secrets. */
  secrets?: readonly string[]
  /** Never goes out. */
  unseen?: readonly string[]
  /** Kept as `yes` and `no`. */
  yesNo?: readonly string[]
  /** Dynamic rows may be removed by hand. */
  dropsDynamic?: boolean
  /** Puts the last touches to a row before it is kept. @throws Trap where it can't be */
  check?: (
    router: RouterState,
    row: Row,
    of: { before: Row | undefined; given: ReadonlySet<string>; caller: Caller },
  ) => void
  /** Runs after the row was kept (`before` absent: it is new) or is gone (`row` absent). */
  changed?: (router: RouterState, row: Row | undefined, before: Row | undefined) => void
}
