import { useQueryClient } from '@tanstack/react-query'
import { savedViews } from '@trunkline/contract/resources/saved-view'
import { call } from '../api/call.ts'
import { queryKey, useCall } from '../api/query.ts'

type StoredPreference = Record<string, unknown>

export interface Preferences {
  /**
   * False until the server has replied or failed; rendering that depends on a preference waits, so that the layout does
   * not shift.
   */
  ready: boolean
  get: (key: string) => StoredPreference | undefined
  /** Applied at once and stored on the server; null deletes. */
  set: (key: string, value: StoredPreference | null) => void
}

/** Display preferences, stored with the account. */
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
      // An error is not reported; the next request shows the stored value.
      call(savedViews.setPreference, { body: { key: name, value } }).catch(
        () => void client.invalidateQueries({ queryKey: key }),
      )
    },
  }
}
