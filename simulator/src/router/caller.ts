import type { Row } from '../tables/table.ts'
import type { Trap } from './trap.ts'

/** The user of a command, and the policies of its group. */
export interface Caller {
  user: string
  policies: ReadonlySet<string>
  via: 'api' | 'rest-api' | 'script'
  address: string
  /** The connection, for state that is bound to it (safe mode). */
  session?: object
}

/** Arguments of a command by name. */
export type Args = ReadonlyMap<string, string>

/** Rows that are sent until the client cancels. */
export interface Stream {
  /**
   * @param emit called for every row
   * @param end called at most once, when the stream ends; a trap is sent before `!done`
   * @returns cancels it
   */
  start(emit: (row: Row) => void, end: (trap?: Trap) => void): () => void
}

export type CommandOutcome =
  | { rows?: readonly Row[]; done?: Row }
  | { stream: Stream }
  /** The router closes the connection without a reply. */
  | { gone: true }

export const done: CommandOutcome = {}

export const answer = (ret: string): CommandOutcome => ({ done: { ret } })
