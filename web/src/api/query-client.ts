import { QueryClient } from '@tanstack/react-query'
import { identityOf, isInMemory, onSessionChange, storedSession } from '../access/session.ts'
import { ApiError } from './request.ts'

/** Faults that may pass by themselves; everything else is told at once. */
const passing = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 503) && error.code !== 'aborted'

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
// What one person fetched is never shown to another, not even to the same one acting as somebody.
onSessionChange(() => {
  const now = identityOf(storedSession())
  if (now === fetchedBy || isInMemory()) return
  fetchedBy = now
  queryClient.clear()
})
