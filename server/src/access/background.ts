import type { Logger } from '../log.ts'

const running = new Set<Promise<void>>()

/**
 * Does work that the reply does not wait for, because waiting would tell something (whether an address is known).
 * Failures are logged. `backgroundSettled` waits for all of it at a stop.
 */
export function inBackground(log: Logger, what: string, work: () => Promise<unknown>): void {
  const task = Promise.resolve()
    .then(work)
    .then(
      () => undefined,
      (error: unknown) => log.error({ err: error }, what),
    )
    .finally(() => running.delete(task))
  running.add(task)
}

export async function backgroundSettled(): Promise<void> {
  while (running.size > 0) await Promise.all(running)
}
