import { notifyManager, QueryClient } from '@tanstack/react-query'
import { identityOf, isInMemory, onSessionChange, storedSession } from '../access/session.ts'
import { ApiError } from './request.ts'

/** Errors that may be temporary; all others are reported at once. */
const passing = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 503) && error.code !== 'aborted'

// Before the next frame and the next event: with the default, a timer, a checkbox whose value is in the cache is shown
// unchanged in between.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 5 * 60_000,
      retry: (count, error) => passing(error) && count < 2,
      retryDelay: (count, error) =>
        Math.min((error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : 500) * 2 ** count, 8000),
      refetchOnWindowFocus: true,
    },
  },
})

let fetchedBy = identityOf(storedSession())
// Data fetched for one user is never shown to another, nor to the same one signed in as another.
onSessionChange(() => {
  const now = identityOf(storedSession())
  if (now === fetchedBy || isInMemory()) return
  fetchedBy = now
  queryClient.clear()
})
