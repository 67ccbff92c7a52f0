import { useEffect, useState } from 'react'
import { formatRelative } from '../../ui/time-format.ts'

/** Below this age seconds are counted: it is what somebody who waits looks at. */
const countedUntil = 90_000

/** `12 seconds ago`, `3 hours ago`. Milliseconds since 1970; what lies ahead by a wrong clock is now. */
export function agoText(then: number, now: number, language: string): string {
  const age = Math.max(0, now - then)
  if (age >= countedUntil) return formatRelative(then, now, language)
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.round(age / 1000), 'second')
}

/** The time, kept true to the second while `then` is young and to half a minute afterwards. */
export function useNow(then: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  const young = then !== undefined && now - then < countedUntil
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), young ? 1000 : 30_000)
    return () => clearInterval(timer)
  }, [young, then])
  return now
}
