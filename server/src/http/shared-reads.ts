/**
 * Reads take turns, and those who wait with the same question share one answer. A change is announced to every open
 * screen, which then all ask at once; they are served by one statement. Only a question that has not begun is shared:
 * whoever asks after a write was committed gets an answer that was looked up after it.
 */
export interface SharedReads {
  /** @param lane reads of one lane take turns with each other only */
  ask<T>(lane: string, question: string, find: () => Promise<T>): Promise<T>
}

/** @param places how many reads of a lane are under way at once */
export function createSharedReads(places: Record<string, number>): SharedReads {
  const lanes = new Map(
    Object.entries(places).map(([name, free]) => [
      name,
      { free, queue: [] as (() => void)[], waiting: new Map<string, Promise<unknown>>() },
    ]),
  )
  return {
    ask<T>(name: string, question: string, find: () => Promise<T>): Promise<T> {
      const lane = lanes.get(name)
      if (lane === undefined) throw new Error(`There is no lane "${name}".`)
      const shared = lane.waiting.get(question)
      if (shared !== undefined) return shared as Promise<T>
      const run = async (): Promise<T> => {
        try {
          return await find()
        } finally {
          const next = lane.queue.shift()
          if (next === undefined) lane.free++
          else next()
        }
      }
      if (lane.free > 0) {
        lane.free--
        return run()
      }
      const answer = new Promise<void>((go) => lane.queue.push(go)).then(() => {
        lane.waiting.delete(question)
        return run()
      })
      lane.waiting.set(question, answer)
      return answer
    },
  }
}
