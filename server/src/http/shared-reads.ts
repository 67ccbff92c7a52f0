/**
 * Reads take turns, and those who wait with the same question share one answer. A change is announced to every open
 * screen, which then all ask at once; they are served by one statement. Only a question that has not begun is shared:
 * whoever asks after a write was committed gets an answer that was looked up after it. And of one question only one is
 * under way: eight at once would each take eight times as long on the same cores, and say the same.
 */
export interface SharedReads {
  /** @param lane reads of one lane take turns with each other only */
  call<T>(lane: string, question: string, find: () => Promise<T>): Promise<T>
}

interface Lane {
  free: number
  /** Questions that wait for their turn, in the order of asking. */
  waiting: Map<string, { answer: Promise<unknown>; begin: () => void }>
  underWay: Set<string>
}

/** @param places how many reads of a lane are under way at once */
export function createSharedReads(places: Record<string, number>): SharedReads {
  const lanes = new Map<string, Lane>(
    Object.entries(places).map(([name, free]) => [name, { free, waiting: new Map(), underWay: new Set() }]),
  )
  return {
    call<T>(name: string, question: string, find: () => Promise<T>): Promise<T> {
      const lane = lanes.get(name)
      if (lane === undefined) throw new Error(`There is no lane "${name}".`)
      const shared = lane.waiting.get(question)
      if (shared !== undefined) return shared.answer as Promise<T>
      const run = async (): Promise<T> => {
        try {
          return await find()
        } finally {
          lane.free++
          lane.underWay.delete(question)
          beginNext(lane)
        }
      }
      if (lane.free > 0 && !lane.underWay.has(question)) {
        startNext(lane, question)
        return run()
      }
      let begin = () => {}
      const answer = new Promise<void>((go) => (begin = go)).then(run)
      lane.waiting.set(question, { answer, begin })
      return answer
    },
  }
}

function startNext(lane: Lane, question: string): void {
  lane.free--
  lane.underWay.add(question)
}

/** Lets the one begin that waits longest and may; there is one place, the one that was just left. */
function beginNext(lane: Lane): void {
  for (const [question, { begin }] of lane.waiting) {
    if (lane.underWay.has(question)) continue
    lane.waiting.delete(question)
    // Now, and not when it comes to run: nobody else may take the place in between.
    startNext(lane, question)
    begin()
    return
  }
}
