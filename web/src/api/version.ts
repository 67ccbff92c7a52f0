import { useSyncExternalStore } from 'react'
import { storage } from './storage.ts'

/** Version of the page that is running, from the build. */
export const pageVersion: string = import.meta.env.VITE_TRUNKLINE_VERSION ?? ''

let newer: string | null = null
const listeners = new Set<() => void>()

/**
 * Compares the version that a reply names with the stored one. A difference is only offered as a reload, never acted
 * on by itself. A page that is already of the reported version just stores it.
 */
export function noteServerVersion(reported: string): void {
  const stored = storage.get('version')
  const next = stored !== null && stored !== reported && reported !== pageVersion ? reported : null
  if (next === null) storage.set('version', reported)
  if (next === newer) return
  newer = next
  for (const listener of listeners) listener()
}

/** The version that a reload would bring, or null. */
export const useNewerVersion = (): string | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => newer,
  )

/** Reloads into the version that was offered. */
export function reloadIntoNewVersion(): void {
  if (newer) storage.set('version', newer)
  location.reload()
}
