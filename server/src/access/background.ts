import type { Logger } from '../log.ts'

const running = new Set<Promise<void>>()

/**
 * Runs work without delaying the reply, because its duration would reveal something (whether an address is known).
 * Failures are logged. `backgroundSettled` waits for all of it when the process stops.
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
