import { useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useSetSearch, type Search } from '../../ui/navigation.ts'
import { periodOf, type Period } from './period.ts'

/** The time, renewed every minute while the page is visible. Milliseconds since 1970. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now())
    }, 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The period of the graphs of a page, which is in its URL. */
export function usePeriod(): { period: Period; now: number; change: (search: Search) => void } {
  const search = useSearch({ strict: false }) as Search
  const set = useSetSearch()
  const now = useMinute()
  const { period: span, from, to, compare } = search
  const period = useMemo(() => periodOf({ period: span, from, to, compare }, now), [span, from, to, compare, now])
  // Each period is a place to return to with the Back button.
  return { period, now, change: (next) => void set(next) }
}
