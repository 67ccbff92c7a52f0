import type { Session } from '@trunkline/contract/resources/auth'
import { storeSession } from '../access/session.ts'
import { ApiError, request } from './request.ts'
import { sessionCalls } from './session-calls.ts'
import { storage } from './storage.ts'

/** Codes with which the server rejects a refresh token for good. All others may be temporary. */
const final = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.status === 403 || error.status === 422)

let tail: Promise<unknown> = Promise.resolve()

/** Runs one task at a time, over all tabs where the browser has Web Locks (secure origins), else in this tab. */
export async function oneAtATime<T>(task: () => Promise<T>): Promise<T> {
  if (typeof navigator !== 'undefined' && navigator.locks)
    return await navigator.locks.request('trunkline-refresh', task)
  const mine = tail.then(task, task)
  tail = mine.catch(() => undefined)
  return await mine
}

/** Exchanges the stored refresh token for a session and stores it. */
export async function exchangeRefreshToken(refreshToken: string): Promise<Session> {
  const reply = await request(sessionCalls.refresh, { body: { refreshToken }, token: null })
  const { data } = (await reply.json()) as { data: Session }
  storeSession(data)
  return data
}

/**
 * Gets a new access token after a 401. A concurrent caller, in this tab or another, uses the new token.
 * @param used the access token that was rejected
 * @returns false when the session has ended for good
 * @throws {ApiError} when the server can't be reached
 */
export function refreshAccess(used: string | null): Promise<boolean> {
  return oneAtATime(async () => {
    const now = storage.get('accessToken')
    if (now !== null && now !== used) return true
    const refreshToken = storage.get('refreshToken')
    if (refreshToken === null) return false
    try {
      await exchangeRefreshToken(refreshToken)
      return true
    } catch (error) {
      if (final(error)) return false
      throw error
    }
  })
}
