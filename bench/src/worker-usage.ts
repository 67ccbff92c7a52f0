import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'

/** What a worker of `devices-worker.ts` has used since it started. */
export interface WorkerUsage {
  /** Readings of devices, by how they ended. */
  readings: Record<string, number>
  /** Resident memory in bytes. */
  rss: number
  /** CPU seconds. */
  cpu: number
}

/** Asks a worker of `devices-worker.ts` for its usage. */
export async function usageOf(worker: ChildProcess): Promise<WorkerUsage> {
  worker.send('tell')
  const [usage] = (await once(worker, 'message')) as [WorkerUsage]
  return usage
}
