import { useSyncExternalStore } from 'react'
import { collectRequests } from '../api/own-requests.ts'

export interface Notice {
  id: number
  kind: 'success' | 'info' | 'error'
  text: string
  /** Milliseconds since 1970. */
  at: number
  /** The requests whose success it reports, which may be undone. */
  requests: readonly string[]
}

/** The maximum of notices in the list; older ones are dropped. */
const stored = 50
let notices: readonly Notice[] = []
let lastId = 0
const listeners = new Set<() => void>()

function notifyUser(kind: Notice['kind'], text: string): void {
  const requests = kind === 'success' ? collectRequests() : []
  notices = [{ id: ++lastId, kind, text, at: Date.now(), requests }, ...notices].slice(0, stored)
  for (const listener of listeners) listener()
}

/**
 * Short notices, shown for 3 s by `Toasts`. Important information is also shown in its place on the page, and in the
 * list of notifications.
 */
export const notify = {
  success: (text: string) => notifyUser('success', text),
  info: (text: string) => notifyUser('info', text),
  error: (text: string) => notifyUser('error', text),
}

/** All notices since the page was opened, newest first. */
export const useNotices = (): readonly Notice[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => notices,
  )

export function clearNotices(): void {
  notices = []
  for (const listener of listeners) listener()
}
