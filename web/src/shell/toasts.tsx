import { lazy, Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { loadChunk } from '../api/chunk.ts'
import { loadTexts } from '../i18n/language.ts'
import { useNotices, type Notice } from '../ui/notify.ts'
import styles from './toasts.module.css'

const ToastUndo = lazy(
  async () =>
    (
      await Promise.all([
        loadChunk(() => import('../screens/recent-actions/toast-undo.tsx')),
        loadTexts(['recent-actions']),
      ])
    )[0],
)

/** Constants of the specification. */
const shownFor = 3000
const maxToasts = 3
/** With a button it takes longer to read, and to reach by keyboard. */
const shownWithUndo = 10_000

const onVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/**
 * Disappears after its time, which stops while the pointer or the focus is in it, or the page is in the background (WCAG
 * 2.2, 2.2.1).
 */
function Toast({ notice, onDone }: { notice: Notice; onDone: (id: number) => void }) {
  const [held, setHeld] = useState(false)
  const hidden = useSyncExternalStore(onVisibility, () => document.hidden)
  const left = useRef(shownFor)
  const [offersUndo, setOffersUndo] = useState(false)
  const onOffer = useCallback(() => {
    left.current = shownWithUndo
    setOffersUndo(true)
  }, [])
  useEffect(() => {
    if (held || hidden) return
    const began = Date.now()
    const timer = setTimeout(() => onDone(notice.id), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(0, left.current - (Date.now() - began))
    }
  }, [held, hidden, offersUndo, notice.id, onDone])
  return (
    // Only errors interrupt a screen reader.
    <div
      className={styles.toast}
      data-kind={notice.kind}
      role={notice.kind === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {notice.text}
      {notice.requests.length > 0 && (
        <Suspense fallback={null}>
          <ToastUndo requests={notice.requests} onOffer={onOffer} onDone={() => onDone(notice.id)} />
        </Suspense>
      )}
    </div>
  )
}

/**
 * Notifications of `notify`, at most three at a time, newest last. The list of notifications shows them again; their only
 * button undoes what they report, as the list of recent actions does.
 */
export function Toasts() {
  const notices = useNotices()
  const [done, setDone] = useState<ReadonlySet<number>>(new Set())
  const [before] = useState(() => notices[0]?.id ?? 0)
  const finish = useRef((id: number) => setDone((now) => new Set(now).add(id)))
  const shown = notices
    .filter(({ id }) => id > before && !done.has(id))
    .slice(0, maxToasts)
    .toReversed()
  return (
    <div className={styles.toasts} aria-live="polite">
      {shown.map((notice) => (
        <Toast key={notice.id} notice={notice} onDone={finish.current} />
      ))}
    </div>
  )
}
