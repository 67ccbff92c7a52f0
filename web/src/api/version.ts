import { useSyncExternalStore } from 'react'
import { storage } from './storage.ts'

/** The version of the running page, from the build. */
export const pageVersion: string = import.meta.env.VITE_TRUNKLINE_VERSION ?? ''

let newer: string | null = null
const listeners = new Set<() => void>()

/**
 * Compares the version of a reply with the stored one. A difference is only offered as a reload. A page that already
 * has the reported version stores it.
 */
export function noteServerVersion(reported: string): void {
  const stored = storage.get('version')
  const next = stored !== null && stored !== reported && reported !== pageVersion ? reported : null
  if (next === null) storage.set('version', reported)
  if (next === newer) return
  newer = next
  for (const listener of listeners) listener()
}

/** The version that a reload would load, or null. */
export const useNewerVersion = (): string | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => newer,
  )

/** Reloads into the offered version. */
export function reloadIntoNewVersion(): void {
  if (newer) storage.set('version', newer)
  location.reload()
}
