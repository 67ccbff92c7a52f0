/**
 * Queues reads, and lets identical waiting reads share one result. A change is announced to every open screen, and all
 * of them then request the same lists; one statement serves them. Only a read that has not started is shared: a caller
 * that requests after a commit gets a result read after it. And only one of several identical reads runs at a time:
 * eight in parallel would each take eight times as long on the same cores.
 */
export interface SharedReads {
  /** @param lane only reads of the same lane wait for each other */
  call<T>(lane: string, key: string, find: () => Promise<T>): Promise<T>
}

interface Lane {
  free: number
  /** Waiting reads, in order of arrival. */
  waiting: Map<string, { result: Promise<unknown>; start: () => void }>
  running: Set<string>
}

/** @param slots number of reads of a lane that run concurrently */
export function createSharedReads(slots: Record<string, number>): SharedReads {
  const lanes = new Map<string, Lane>(
    Object.entries(slots).map(([name, free]) => [name, { free, waiting: new Map(), running: new Set() }]),
  )
  return {
    call<T>(name: string, key: string, find: () => Promise<T>): Promise<T> {
      const lane = lanes.get(name)
      if (lane === undefined) throw new Error(`Unknown lane "${name}".`)
      const shared = lane.waiting.get(key)
      if (shared !== undefined) return shared.result as Promise<T>
      const run = async (): Promise<T> => {
        try {
          return await find()
        } finally {
          lane.free++
          lane.running.delete(key)
          resumeNext(lane)
        }
      }
      if (lane.free > 0 && !lane.running.has(key)) {
        occupySlot(lane, key)
        return run()
      }
      let start = () => {}
      const result = new Promise<void>((resolve) => (start = resolve)).then(run)
      lane.waiting.set(key, { result, start })
      return result
    },
  }
}

function occupySlot(lane: Lane, key: string): void {
  lane.free--
  lane.running.add(key)
}

/** Starts the longest waiting read that may run; exactly one slot is free, the one just released. */
function resumeNext(lane: Lane): void {
  for (const [key, { start }] of lane.waiting) {
    if (lane.running.has(key)) continue
    lane.waiting.delete(key)
    // Occupied now, not when the read runs, so that no other read takes the slot in between.
    occupySlot(lane, key)
    start()
    return
  }
}
