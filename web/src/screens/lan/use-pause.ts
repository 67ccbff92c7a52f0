import { useState } from 'react'

export interface Pause {
  paused: boolean
  toggle: () => void
}

/** Whether a live picture stands still because the reader wants to look at it (WCAG 2.2.2). */
export function usePause(): Pause {
  const [paused, setPaused] = useState(false)
  return { paused, toggle: () => setPaused((before) => !before) }
}
