import { useSyncExternalStore } from 'react'

/**
 * Changes that this page requested. While one runs, and for a short time after it, lists show what they fetch at once;
 * rows that others changed wait until the user asks for them.
 */

/** Time after the end of a change in which its effects arrive by refetches and announcements. Milliseconds. */
const effectsFor = 10_000
/** A device command may wait for its device; other people's changes are not applied for as long. Milliseconds. */
const maxDuration = 120_000

let running = 0
let endsAt = 0
let timer: ReturnType<typeof setTimeout> | undefined
let isActive = false
const listeners = new Set<() => void>()

function update(): void {
  clearTimeout(timer)
  const left = endsAt - Date.now()
  if (running === 0 && left > 0) timer = setTimeout(update, left)
  const next = running > 0 || left > 0
  if (next === isActive) return
  isActive = next
  for (const listener of listeners) listener()
}

/**
 * Reports the start of a change that the user of this page requested.
 * @returns a function for its end; `failed` where nothing was changed
 */
export function startOwnChange(): (failed?: boolean) => void {
  running += 1
  let ended = false
  const end = (failed = false) => {
    clearTimeout(limit)
    if (!ended) running -= 1
    ended = true
    if (!failed) endsAt = Date.now() + effectsFor
    update()
  }
  const limit = setTimeout(() => end(), maxDuration)
  update()
  return end
}

/** Reports a change whose effects are about to arrive. */
export const expectOwnChange = (): void => startOwnChange()()

/** Whether effects of own changes may arrive now. */
export const useOwnChanges = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => isActive,
  )

/** Forgets all changes, for tests. */
export function resetOwnChanges(): void {
  running = 0
  endsAt = 0
  update()
}
