import { RouterError, type TrapCategory } from '../errors.ts'
import type { Row } from '../session.ts'

/** A command that was sent or is queued. */
export interface Call {
  tag: string
  words: readonly string[]
  rows: Row[]
  onRow: ((row: Row) => void) | undefined
  trap: RouterError | undefined
  bytes: number
  sentAt: number
  /** Whether it occupies a slot of the window. */
  isCounted: boolean
  isSent: boolean
  settle: (error: RouterError | undefined, ret: string | undefined) => void
}

/** Converts a `!trap` to an error. */
export function trapOf(values: Row): RouterError {
  const category = Number(values.category)
  return new RouterError('refused', values.message ?? 'The router refused without a word.', {
    sent: true,
    ...(values.category !== undefined && category >= 0 && category <= 7 ? { category: category as TrapCategory } : {}),
  })
}
