import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNotices, type Notice } from '../ui/notify.ts'
import styles from './toasts.module.css'

/** The specification's constants. */
const shownFor = 3000
const atMost = 3

const onVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Goes after its time; the clock stands while it is pointed at or the page is in the background (WCAG 2.2, 2.2.1). */
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
    // Only an error may interrupt a screen reader; the rest is read when it is the text's turn.
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
 * The short notices of `notify`, at most three at a time, newest below. They carry no buttons, and everything in them
 * can be read again in the list of notifications.
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
