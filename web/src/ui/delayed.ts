import { useEffect, useState } from 'react'

/** True once `on` has lasted for `milliseconds`: what comes quickly never flashes a skeleton. */
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
