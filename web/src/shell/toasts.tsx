import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNotices, type Notice } from '../ui/notify.ts'
import styles from './toasts.module.css'

/** Constants of the specification. */
const shownFor = 3000
const atMost = 3

const onVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/**
 * Disappears after its time, which stops while the pointer is over it or the page is in the background (WCAG 2.2,
 * 2.2.1).
 */
function Toast({ notice, onDone }: { notice: Notice; onDone: (id: number) => void }) {
  const [held, setHeld] = useState(false)
  const hidden = useSyncExternalStore(onVisibility, () => document.hidden)
  const left = useRef(shownFor)
  useEffect(() => {
    if (held || hidden) return
    const began = Date.now()
    const timer = setTimeout(() => onDone(notice.id), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(0, left.current - (Date.now() - began))
    }
  }, [held, hidden, notice.id, onDone])
  return (
    // Only errors interrupt a screen reader.
    <div
      className={styles.toast}
      data-kind={notice.kind}
      role={notice.kind === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
    >
      {notice.text}
    </div>
  )
}

/**
 * Notifications of `notify`, at most three at a time, newest last. They have no buttons, and the list of notifications
 * shows them again.
 */
export function Toasts() {
  const notices = useNotices()
  const [done, setDone] = useState<ReadonlySet<number>>(new Set())
  const [before] = useState(() => notices[0]?.id ?? 0)
  const finish = useRef((id: number) => setDone((now) => new Set(now).add(id)))
  const shown = notices
    .filter(({ id }) => id > before && !done.has(id))
    .slice(0, atMost)
    .toReversed()
  return (
    <div className={styles.toasts} aria-live="polite">
      {shown.map((notice) => (
        <Toast key={notice.id} notice={notice} onDone={finish.current} />
      ))}
    </div>
  )
}
