import type { ApiError } from '../../api/call.ts'
import type { ReadingFault } from '../devices/use-reading.ts'

interface One {
  readAt: string | undefined
  readingError: ReadingFault | undefined
  reading: boolean
  error: ApiError | undefined
  read: () => void
}

/** Several readings of one device as one: as old as the oldest of them, at fault if one is. */
export function together(all: readonly One[]): One {
  const times = all.flatMap(({ readAt }) => (readAt === undefined ? [] : [readAt]))
  return {
    readAt: times.length === 0 ? undefined : times.reduce((one, other) => (other < one ? other : one)),
    readingError: all.find(({ readingError: problem }) => problem)?.readingError,
    reading: all.some(({ reading }) => reading),
    error: all.find(({ error }) => error)?.error,
    read: () => {
      for (const one of all) one.read()
    },
  }
}
