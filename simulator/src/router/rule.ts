import type { Row } from '../tables/table.ts'
import type { Caller } from './caller.ts'
import type { RouterState } from './router-state.ts'

/** The target of a reference: the menu of the rows, and words that are not row names. */
export interface Reference {
  menu: string
  /** Words that are also allowed. */
  also?: readonly string[]
}

/** Behaviour of a menu beyond storing rows. */
export interface Rule {
  /** Default values. A property without a default is absent from the row. */
  defaults?: Row
  required?: readonly string[]
  /** Properties in which an empty value is a value, not an unset property. */
  explicit?: readonly string[]
  /** Two rows must not have the same values in all of `fields`. */
  unique?: readonly { fields: readonly string[]; message: string; withDynamic?: boolean }[]
  references?: Record<string, Reference>
  /** Sent only to users who may see secrets. */
  secrets?: readonly string[]
  /** Never sent. */
  unseen?: readonly string[]
  /** Stored as `yes` and `no`. */
  yesNo?: readonly string[]
  /** Dynamic rows may be removed by a user. */
  dropsDynamic?: boolean
  /** Completes and validates a row before it is stored. @throws Trap if it is invalid */
  check?: (
    router: RouterState,
    row: Row,
    of: { before: Row | undefined; given: ReadonlySet<string>; caller: Caller },
  ) => void
  /** Runs after the row was stored (`before` absent: it is new) or removed (`row` absent). */
  changed?: (router: RouterState, row: Row | undefined, before: Row | undefined) => void
}
