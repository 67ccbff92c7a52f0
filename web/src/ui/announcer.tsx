import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'

type Listener = (message: string) => void
const listeners = new Set<Listener>()

/** Tells screen readers what has happened, without moving the focus. */
export function announce(message: string): void {
  for (const listener of listeners) listener(message)
}

/** The live region behind `announce`; stands once in the page, from the start, because a region that comes with its text is not read. */
export function Announcer() {
  const [stated, setSaid] = useState({ message: '', turn: 0 })
  useEffect(() => {
    const listen: Listener = (message) => setSaid((before) => ({ message, turn: before.turn + 1 }))
    listeners.add(listen)
    return () => void listeners.delete(listen)
  }, [])
  return (
    <VisuallyHidden role="status" aria-live="polite" aria-atomic="true">
      {/* The same message twice in a row is read twice only if the text differs. */}
      {stated.message}
      {stated.turn % 2 ? '\u00a0' : ''}
    </VisuallyHidden>
  )
}
