import { useSyncExternalStore } from 'react'

/** The question for the password that is open, shared by all calls that wait for it. */
let waiting: { answer: Promise<boolean>; settle: (confirmed: boolean) => void } | null = null
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** Asks for the password over the page. @returns whether it was confirmed, so that the rejected call is repeated */
export function requestPassword(): Promise<boolean> {
  if (waiting === null) {
    let settle: (confirmed: boolean) => void = () => undefined
    const answer = new Promise<boolean>((resolve) => (settle = resolve))
    waiting = { answer, settle }
    notify()
  }
  return waiting.answer
}

/** Closes the question. */
export function settlePassword(confirmed: boolean): void {
  waiting?.settle(confirmed)
  waiting = null
  notify()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a call waits for the password. */
export const usePasswordRequest = (): boolean => useSyncExternalStore(subscribe, () => waiting !== null)
