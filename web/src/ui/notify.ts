import { notifications } from '@mantine/notifications'
import { useSyncExternalStore } from 'react'

export interface Notice {
  id: number
  kind: 'success' | 'info' | 'error'
  text: string
  /** Milliseconds since 1970. */
  at: number
}

/** How many notices the list keeps; older ones fall out. */
const kept = 50
let notices: readonly Notice[] = []
let lastId = 0
const listeners = new Set<() => void>()

function keep(kind: Notice['kind'], text: string): void {
  notices = [{ id: ++lastId, kind, text, at: Date.now() }, ...notices].slice(0, kept)
  for (const listener of listeners) listener()
}

const colors = { success: 'teal', info: 'blue', error: 'red' } as const

function show(kind: Notice['kind'], text: string): void {
  keep(kind, text)
  notifications.show({
    message: text,
    color: colors[kind],
    autoClose: 3000,
    withBorder: true,
    // Mantine says `alert` for all of them; only an error may interrupt a screen reader.
    role: kind === 'error' ? 'alert' : 'status',
  })
}

/** Short notices: 3 s, no progress bar. Never the only carrier: what matters also stays where it happened and in the list. */
export const notify = {
  success: (text: string) => show('success', text),
  info: (text: string) => show('info', text),
  error: (text: string) => show('error', text),
}

/** Everything notified since the page was opened, newest first. */
export const useNotices = (): readonly Notice[] =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, () => notices)

export function clearNotices(): void {
  notices = []
  for (const listener of listeners) listener()
}
