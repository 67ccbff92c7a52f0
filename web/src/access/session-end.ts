import { useSyncExternalStore } from 'react'
import { goTo, here, loginPath } from './navigate.ts'
import {
  clearSession,
  dropInMemorySession,
  isInMemory,
  onSessionChange,
  shownSession,
  storedSession,
} from './session.ts'
import { hasUnsavedInput } from './unsaved.ts'

/** Settles when the user of a held session has come back (true) or has not (false). */
let comingBack: Promise<boolean> | undefined

function waitForReturn(userId: number | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = onSessionChange(() => {
      if (isInMemory()) return
      stop()
      comingBack = undefined
      resolve(storedSession()?.user.id === userId)
    })
  })
}

/** Pages that are there for people without a session: nobody is led from them to the sign-in. */
const withoutSession = /^\/(login|register|forgot-password|reset-password|verify-email|legal|latest|error-404)(\/|$)/

/**
 * The session has ended for good: tokens and user data are cleared. With unsaved input on the page, the sign-in opens
 * over the form; else the page goes to the sign-in, unless it is there.
 * @returns whether the same user came back, so that the call that met the end may be tried again
 */
export async function endSession(): Promise<boolean> {
  if (comingBack) return await comingBack
  if (shownSession() !== null && hasUnsavedInput()) {
    comingBack = waitForReturn(shownSession()?.user.id)
    clearSession(true)
    return await comingBack
  }
  clearSession()
  if (!withoutSession.test(location.pathname)) goTo(loginPath(here()), { replace: true })
  return false
}

/** Gives a held session up and goes to the sign-in page. */
export function discardSession(): void {
  const back = here()
  dropInMemorySession()
  goTo(loginPath(back), { replace: true })
}

/** Whether the sign-in dialog is to be shown over the page. */
export const useInMemorySession = (): boolean => useSyncExternalStore(onSessionChange, isInMemory)
