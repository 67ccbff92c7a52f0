import { RouterError } from '../errors.ts'

/**
 * Runs `work` with a signal that is aborted with a RouterError as its reason: after `ms`, or when the caller gives up.
 * `work` has to end by it.
 */
export async function withDeadline<T>(
  ms: number,
  given: AbortSignal | undefined,
  late: () => RouterError,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(late()), ms)
  const onExpired = () =>
    ending.abort(new RouterError('timeout', 'The connection was given up.', { cause: given?.reason }))
  if (given?.aborted === true) onExpired()
  else given?.addEventListener('abort', onExpired, { once: true })
  try {
    return await work(ending.signal)
  } finally {
    clearTimeout(timer)
    given?.removeEventListener('abort', onExpired)
  }
}
