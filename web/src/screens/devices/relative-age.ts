import { useEffect, useState } from 'react'
import { formatRelative } from '../../ui/time-format.ts'

/** Milliseconds. Younger readings show their age in seconds, for a user who waits for the next one. */
const SECONDS_UNTIL = 90_000

/** `12 seconds ago`, `3 hours ago`. Milliseconds since 1970. A time in the future, from a wrong clock, counts as now. */
export function relativeAge(then: number, now: number, language: string): string {
  const age = Math.max(0, now - then)
  if (age >= SECONDS_UNTIL) return formatRelative(then, now, language)
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.round(age / 1000), 'second')
}

/** The current time in milliseconds, updated every second while `then` is recent and every 30 s afterwards. */
export function useNow(then: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  const isRecent = then !== undefined && now - then < SECONDS_UNTIL
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), isRecent ? 1000 : 30_000)
    return () => clearInterval(timer)
  }, [isRecent, then])
  return now
}
