import type { Row } from '../tables/table.ts'
import type { Trap } from './trap.ts'

/** Who asks, and what his group lets him do. */
export interface Caller {
  user: string
  policies: ReadonlySet<string>
  via: 'api' | 'rest-api' | 'script'
  address: string
  /** The connection, for what is bound to it (safe mode). */
  session?: object
}

/** Arguments of a command by name. */
export type Args = ReadonlyMap<string, string>

/** Rows that come as long as somebody wants them. */
export interface Stream {
  /**
   * @param emit is called for every row
   * @param end is called at most once, when the stream ends by itself; a trap goes out before `!done`
   * @returns ends it
   */
  start(emit: (row: Row) => void, end: (trap?: Trap) => void): () => void
}

export type CommandOutcome =
  | { rows?: readonly Row[]; done?: Row }
  | { stream: Stream }
  /** The router goes away without a word. */
  | { gone: true }

export const done: CommandOutcome = {}

export const answer = (ret: string): CommandOutcome => ({ done: { ret } })
