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

/** Resolves with whether the user of a held session has signed in again. */
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

/** Pages for visitors without a session: they do not redirect to the sign-in. */
const withoutSession = /^\/(login|register|forgot-password|reset-password|verify-email|legal|latest|error-404)(\/|$)/

/**
 * Ends the session for good: clears tokens and user data. With unsaved input on the page, the sign-in dialog opens over
 * the form; otherwise the page navigates to the sign-in.
 * @returns whether the same user signed in again, so that the failed call may be repeated
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

/** Drops a held session and navigates to the sign-in page. */
export function discardSession(): void {
  const back = here()
  dropInMemorySession()
  goTo(loginPath(back), { replace: true })
}

/** Whether the sign-in dialog is shown over the page. */
export const useInMemorySession = (): boolean => useSyncExternalStore(onSessionChange, isInMemory)
