import type { Session } from '@trunkline/contract/resources/auth'
import { oneAtATime, exchangeRefreshToken } from '../api/refresh.ts'
import { request } from '../api/request.ts'
import { sessionCalls } from '../api/session-calls.ts'
import { storage } from '../api/storage.ts'
import { homeOf } from './home.ts'
import { goTo, here, safeReturn } from './navigate.ts'
import { clearSession, storeSession, storedSession } from './session.ts'

/** Session storage, so that each tab returns to its own page. */
const returnKey = 'trunkline.login-as-return'

type Listener = (name: string) => void
const listeners = new Set<Listener>()

/** Called with the name of the user whose session has ended. */
export function onLoginAsEnd(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const isImpersonating = (): boolean => Boolean(storedSession()?.user.impersonator)

/**
 * Starts the session that `POST /user/{id}/login` replied. The admin's own refresh token stays stored, to return to the
 * own session.
 */
export function beginLoginAs(session: Session): void {
  try {
    sessionStorage.setItem(returnKey, here())
  } catch {
    // Without session storage, the return leads home.
  }
  storeSession(session)
  goTo(homeOf(session.user.role))
}

function returnPath(): string | undefined {
  try {
    const path = safeReturn(sessionStorage.getItem(returnKey))
    sessionStorage.removeItem(returnKey)
    return path
  } catch {
    return undefined
  }
}

let ending: Promise<boolean> | undefined

/**
 * Returns to the admin's own session and the page before: on Stop, and after 30 minutes. Another tab may have done so
 * already. Concurrent calls (a rejected request, the live channel) share one return.
 * @returns whether the own session is active again
 */
export function endLoginAs(): Promise<boolean> {
  ending ??= goBack().finally(() => {
    ending = undefined
  })
  return ending
}

async function goBack(): Promise<boolean> {
  const acted = storedSession()
  const used = storage.get('accessToken')
  if (!acted?.user.impersonator) return acted !== null
  // The session may have ended on the server already.
  await request(sessionCalls.logout, { token: used }).catch(() => undefined)
  const back = await oneAtATime(async () => {
    if (storage.get('accessToken') !== used && !isImpersonating()) return true
    const refreshToken = storage.get('refreshToken')
    if (refreshToken === null) return false
    return await exchangeRefreshToken(refreshToken).then(
      () => true,
      () => false,
    )
  })
  for (const listener of listeners) listener(acted.user.name)
  const role = storedSession()?.role ?? ''
  // A tab in which it was not started has no previous page: it stays, unless the page is only for the other kind of
  // user.
  if (back) goTo(returnPath() ?? (role === acted.role ? here() : homeOf(role)))
  else {
    clearSession()
    goTo('/login', { replace: true })
  }
  return back
}
