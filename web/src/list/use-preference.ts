import { useQueryClient } from '@tanstack/react-query'
import { savedViews } from '@trunkline/contract/resources/saved-view'
import { call } from '../api/call.ts'
import { queryKey, useCall } from '../api/query.ts'

type StoredPreference = Record<string, unknown>

export interface Preferences {
  /** False until the server has answered or failed: what hangs on a preference waits for it, so that nothing jumps. */
  ready: boolean
  get: (key: string) => StoredPreference | undefined
  /** Shown at once, kept by the server; null forgets. */
  set: (key: string, value: StoredPreference | null) => void
}

/** Display preferences of the user. They hang on the account, not on the browser. */
export function usePreferences(): Preferences {
  const client = useQueryClient()
  const { data, isPending } = useCall(savedViews.preferences, {}, { staleTime: 5 * 60_000 })
  const key = queryKey(savedViews.preferences)
  return {
    ready: !isPending,
    get: (name) => {
      const value = data?.data[name]
      return typeof value === 'object' && value !== null ? (value as StoredPreference) : undefined
    },
    set: (name, value) => {
      client.setQueryData<{ data: StoredPreference }>(key, (before) => {
        const next = { ...before?.data }
        if (value) next[name] = value
        else delete next[name]
        return { data: next }
      })
      // A preference that could not be kept is not worth a message; the next reading shows what the server has.
      call(savedViews.setPreference, { body: { key: name, value } }).catch(
        () => void client.invalidateQueries({ queryKey: key }),
      )
    },
  }
}
