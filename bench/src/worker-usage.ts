import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'

/** Usage of a worker of `devices-worker.ts` since it started. */
export interface WorkerUsage {
  /** Readings of devices, by result. */
  readings: Record<string, number>
  /** Resident memory in bytes. */
  rss: number
  /** CPU seconds. */
  cpu: number
}

/** Requests the usage of a worker of `devices-worker.ts`. */
export async function usageOf(worker: ChildProcess): Promise<WorkerUsage> {
  worker.send('tell')
  const [usage] = (await once(worker, 'message')) as [WorkerUsage]
  return usage
}
