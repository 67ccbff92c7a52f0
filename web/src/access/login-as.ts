import type { Session } from '@trunkline/contract/resources/auth'
import { oneAtATime, exchangeRefreshToken } from '../api/refresh.ts'
import { request } from '../api/request.ts'
import { sessionCalls } from '../api/session-calls.ts'
import { storage } from '../api/storage.ts'
import { homeOf } from './home.ts'
import { goTo, here, safeReturn } from './navigate.ts'
import { clearSession, storeSession, storedSession } from './session.ts'

/** Session storage, so that each tab finds its own way back. */
const returnKey = 'trunkline.login-as-return'

type Listener = (name: string) => void
const listeners = new Set<Listener>()

/** Told with the name of the user that is no longer acted as. */
export function onLoginAsEnd(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const isImpersonating = (): boolean => Boolean(storedSession()?.user.impersonator)

/**
 * Takes on the session that `POST /user/{id}/login` answered. The admin's own refresh token stays where it is and is
 * the way back.
 */
export function beginLoginAs(session: Session): void {
  try {
    sessionStorage.setItem(returnKey, here())
  } catch {
    // Without session storage the way back leads home.
  }
  storeSession(session)
  goTo(homeOf(session.user.role))
}

function wayBack(): string | undefined {
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
 * Back to the admin's own session and the page before: on Stop, and when the 30 minutes are over. Another tab may
 * have done it already. Several who notice the end at once (a refused call, the live channel) make it one way back.
 * @returns whether there is an own session again
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
  // The session may be over on the server already: its end is not a reason to stay in it.
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
  // A tab that the acting was not begun in has no page before: it stays, unless it stands where only the other kind of user goes.
  if (back) goTo(wayBack() ?? (role === acted.role ? here() : homeOf(role)))
  else {
    clearSession()
    goTo('/login', { replace: true })
  }
  return back
}
