import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'

type Listener = (message: string) => void
const listeners = new Set<Listener>()

/** Announces a message to screen readers without moving the focus. */
export function announce(message: string): void {
  for (const listener of listeners) listener(message)
}

/**
 * The live region of `announce`; rendered once from the start, because a region that is added with its text is not
 * announced.
 */
export function Announcer() {
  const [announced, setAnnounced] = useState({ message: '', turn: 0 })
  useEffect(() => {
    const listen: Listener = (message) => setAnnounced((before) => ({ message, turn: before.turn + 1 }))
    listeners.add(listen)
    return () => void listeners.delete(listen)
  }, [])
  return (
    <VisuallyHidden role="status" aria-live="polite" aria-atomic="true">
      {/* A repeated message is announced again only if the text differs. */}
      {announced.message}
      {announced.turn % 2 ? '\u00a0' : ''}
    </VisuallyHidden>
  )
}
