import type { GrantedAbility } from '@trunkline/contract/abilities'
import type { Session as SessionReply, SessionUser } from '@trunkline/contract/resources/auth'
import { useSyncExternalStore } from 'react'
import { request } from '../api/request.ts'
import { sessionCalls } from '../api/session-calls.ts'
import { storage } from '../api/storage.ts'
import { noteServerVersion } from '../api/version.ts'
import { homeOf } from './home.ts'
import { goTo, returnPath, safeReturn } from './navigate.ts'
import { hasUnsavedInput } from './unsaved.ts'

/** Who is signed in, as `userData` keeps it. `role` decides the home page. */
export interface SignedIn {
  role: string
  roles: string[]
  abilities: GrantedAbility[]
  user: SessionUser
}

const listeners = new Set<() => void>()
let lastText: string | null = null
let lastParsed: SignedIn | null = null
/** The session that has ended while a form held unsaved input: shown until its user comes back or it is dropped. */
let held: SignedIn | null = null

function parse(text: string | null): SignedIn | null {
  if (text === null) return null
  try {
    const value = JSON.parse(text) as Partial<SignedIn>
    return value.user && Array.isArray(value.abilities) ? (value as SignedIn) : null
  } catch {
    return null
  }
}

/** What local storage says, which is what route guards ask. */
export function storedSession(): SignedIn | null {
  const text = storage.get('userData')
  if (text !== lastText) {
    lastText = text
    lastParsed = parse(text)
  }
  return lastParsed
}

/** What the page shows: the stored session, or the one held while its user signs in again over a form. */
export const shownSession = (): SignedIn | null => held ?? storedSession()

/** Who is looking: another person, or the same one acting as another, must never see what was fetched before. */
export const identityOf = (session: SignedIn | null): string | null =>
  session ? `${session.user.id}/${session.user.impersonator?.id ?? ''}` : null

const notify = () => {
  for (const listener of listeners) listener()
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The signed-in user with its abilities, or null. Follows sign-in and sign-out in other tabs. */
export const useSession = (): SignedIn | null => useSyncExternalStore(onSessionChange, shownSession)

/**
 * Keeps a reply of sign-in, refresh or log-in-as. A reply without a refresh token (logged in as somebody) leaves the
 * stored one alone: it is the admin's own, and the way back.
 */
export function storeSession(session: SessionReply): void {
  storage.set('accessToken', session.access.token)
  if (session.refresh) storage.set('refreshToken', session.refresh.token)
  const stored: SignedIn = {
    role: session.user.role,
    roles: session.roles,
    abilities: session.abilities as GrantedAbility[],
    user: session.user,
  }
  storage.set('userData', JSON.stringify(stored))
  if (held && held.user.id === session.user.id) held = null
  noteServerVersion(session.app.version)
  notify()
}

/** Keeps what the user has just changed about itself, so that the page shows it before the next refresh says it too. */
export function amendUser(change: Partial<SessionUser>): void {
  const session = storedSession()
  if (!session) return
  storage.set('userData', JSON.stringify({ ...session, user: { ...session.user, ...change } } satisfies SignedIn))
  notify()
}

/** Forgets tokens and user. With `hold`, the page goes on showing the session that has ended. */
export function clearSession(inMemory = false): void {
  held = inMemory ? shownSession() : null
  storage.remove('accessToken', 'refreshToken', 'userData')
  notify()
}

export const isInMemory = (): boolean => held !== null

/** Lets go of a held session: its user did not come back. */
export function dropInMemorySession(): void {
  if (!held) return
  held = null
  notify()
}

/**
 * Keeps the session of a sign-in or registration and goes on: to `redirect`, else to the return path in the address,
 * else home by role.
 */
export function signIn(session: SessionReply, options: { redirect?: string } = {}): void {
  storeSession(session)
  goTo(safeReturn(options.redirect) ?? returnPath() ?? homeOf(session.user.role), { replace: true })
}

/** Ends this session on the server, as well as can be done, and forgets it here. */
export async function endOwnSession(): Promise<void> {
  const token = storage.get('accessToken')
  // Cleared first: whatever becomes of the call, nobody finds this session in the browser any more.
  clearSession()
  if (token) await request(sessionCalls.logout, { token }).catch(() => undefined)
}

/** Signs out and goes to the sign-in page. */
export async function signOut(): Promise<void> {
  await endOwnSession()
  goTo('/login', { replace: true })
}

if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key !== 'userData' && event.key !== null) return
    const before = held ?? lastParsed
    const now = storedSession()
    // Somebody signed in in another tab: the same user goes on with the form here, to another one it does not belong.
    // Signed out there: a form with unsaved input waits for its user.
    held = now === null && before !== null && hasUnsavedInput() ? before : null
    notify()
  })
