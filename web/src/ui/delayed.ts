import { useEffect, useState } from 'react'

/** True once `on` has been true for `milliseconds`, so that a fast reply does not flash a skeleton. */
export function useDelayed(on: boolean, milliseconds = 150): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!on) return
    const timer = setTimeout(() => setLate(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [on, milliseconds])
  return on && late
}
