import { savedViews } from '@trunkline/contract/resources/saved-view'
import { useCallback } from 'react'
import { call } from './call.ts'
import { queryClient } from './query-client.ts'
import { queryKey, useCall } from './query.ts'

type StoredPreference = { data: Record<string, unknown> }

/**
 * A display preference of the signed-in user, stored on the server: `usePreference<{ off: boolean }>('shortcuts')`.
 * `set` applies at once and restores the old value when the server rejects it.
 */
export function usePreference<T extends Record<string, unknown>>(
  key: string,
): [value: T | undefined, set: (value: T | null) => Promise<void>] {
  const all = useCall(savedViews.preferences, {}, { staleTime: 5 * 60_000 })
  const set = useCallback(
    async (value: T | null) => {
      const at = queryKey(savedViews.preferences)
      const before = queryClient.getQueryData<StoredPreference>(at)
      queryClient.setQueryData<StoredPreference>(at, { data: { ...before?.data, [key]: value ?? undefined } })
      try {
        await call(savedViews.setPreference, { body: { key, value } })
      } catch (error) {
        queryClient.setQueryData<StoredPreference>(at, before)
        throw error
      }
    },
    [key],
  )
  return [all.data?.data[key] as T | undefined, set]
}

/** The preference `shortcuts`: single-key shortcuts can be turned off (WCAG 2.2, 2.1.4). */
export interface ShortcutPreference extends Record<string, unknown> {
  off: boolean
}

export const useShortcutPreference = () => usePreference<ShortcutPreference>('shortcuts')
