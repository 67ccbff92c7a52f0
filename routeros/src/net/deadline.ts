import { RouterError } from '../errors.ts'

/**
 * Runs `work` with a signal that aborts with a RouterError as its reason: after `ms`, or when the caller aborts.
 * `work` has to end on it.
 */
export async function withDeadline<T>(
  ms: number,
  callerSignal: AbortSignal | undefined,
  late: () => RouterError,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(late()), ms)
  const onExpired = () =>
    controller.abort(new RouterError('timeout', 'The connection attempt was aborted.', { cause: callerSignal?.reason }))
  if (callerSignal?.aborted === true) onExpired()
  else callerSignal?.addEventListener('abort', onExpired, { once: true })
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    callerSignal?.removeEventListener('abort', onExpired)
  }
}
