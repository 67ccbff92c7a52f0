import { ApiError } from '../api/call.ts'

/** The current count from a 409 `selection_moved`. */
export function movedTotal(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'selection_moved') return undefined
  const total = error.details?.total
  return typeof total === 'number' ? total : undefined
}
