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

/** The signed-in user, as stored in `userData`. `role` decides the home page. */
export interface SignedIn {
  role: string
  roles: string[]
  abilities: GrantedAbility[]
  user: SessionUser
  /** When the access token is to be renewed, in milliseconds of the browser's clock. Missing: it is not renewed. */
  renew_at?: number
}

/** Access tokens are valid for so long. Milliseconds. */
const accessLifetime = 10 * 60_000
/** A shorter rest means that the browser's clock is wrong. Milliseconds. */
const minLifetime = 60_000
/** The part of its lifetime after which a token is renewed. */
const renewAfter = 0.8

/** When to renew a token that expires at `expiresAt`, a time of the server, whose clock may differ from the browser's. */
export function renewalTime(expiresAt: string, now = Date.now()): number {
  const left = Date.parse(expiresAt) - now
  return now + renewAfter * (left >= minLifetime && left <= accessLifetime ? left : accessLifetime)
}

const listeners = new Set<() => void>()
let lastText: string | null = null
let lastParsed: SignedIn | null = null
/** The session that ended while a form had unsaved input; shown until its user signs in again or it is dropped. */
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

/** The session in local storage, which route guards use. */
export function storedSession(): SignedIn | null {
  const text = storage.get('userData')
  if (text !== lastText) {
    lastText = text
    lastParsed = parse(text)
  }
  return lastParsed
}

/** Whether the access token is about to expire, or has expired. */
export const isAccessDue = (): boolean => Date.now() >= (storedSession()?.renew_at ?? Infinity)

/** The session of the page: the stored one, or the one held while its user signs in again over a form. */
export const shownSession = (): SignedIn | null => held ?? storedSession()

/** Identifies the user: another user, or the same one signed in as another, must not see what was fetched before. */
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
 * Stores a reply of sign-in, refresh or log-in-as. A reply without a refresh token (signed in as another user) keeps
 * the stored one: it is the admin's own.
 */
export function storeSession(session: SessionReply): void {
  storage.set('accessToken', session.access.token)
  if (session.refresh) storage.set('refreshToken', session.refresh.token)
  const stored: SignedIn = {
    role: session.user.role,
    roles: session.roles,
    abilities: session.abilities as GrantedAbility[],
    user: session.user,
    // A session as another user is never extended.
    ...(session.refresh && { renew_at: renewalTime(session.access.expires_at) }),
  }
  storage.set('userData', JSON.stringify(stored))
  if (held && held.user.id === session.user.id) held = null
  noteServerVersion(session.app.version)
  notify()
}

/** Stores a change that the user made to its own account, so that it shows before the next refresh. */
export function amendUser(change: Partial<SessionUser>): void {
  const session = storedSession()
  if (!session) return
  storage.set('userData', JSON.stringify({ ...session, user: { ...session.user, ...change } } satisfies SignedIn))
  notify()
}

/** Clears tokens and user. With `hold`, the page continues to show the ended session. */
export function clearSession(inMemory = false): void {
  held = inMemory ? shownSession() : null
  storage.remove('accessToken', 'refreshToken', 'userData')
  notify()
}

export const isInMemory = (): boolean => held !== null

/** Drops a held session. */
export function dropInMemorySession(): void {
  if (!held) return
  held = null
  notify()
}

/**
 * Stores the session of a sign-in or registration and navigates: to `redirect`, else to the return path in the URL,
 * else home by role.
 */
export function signIn(session: SessionReply, options: { redirect?: string } = {}): void {
  storeSession(session)
  goTo(safeReturn(options.redirect) ?? returnPath() ?? homeOf(session.user.role), { replace: true })
}

/** Ends the session on the server, if possible, and clears it here. */
export async function endOwnSession(): Promise<void> {
  const token = storage.get('accessToken')
  // Cleared first, so that the session is gone from the browser whatever the call returns.
  clearSession()
  if (token) await request(sessionCalls.logout, { token }).catch(() => undefined)
}

/** Signs out and navigates to the sign-in page. */
export async function signOut(): Promise<void> {
  await endOwnSession()
  goTo('/login', { replace: true })
}

if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key !== 'userData' && event.key !== null) return
    const before = held ?? lastParsed
    const now = storedSession()
    // Signed in in another tab: the same user continues with the form here, another one does not. Signed out there: a
    // form with unsaved input waits for its user.
    held = now === null && before !== null && hasUnsavedInput() ? before : null
    notify()
  })
