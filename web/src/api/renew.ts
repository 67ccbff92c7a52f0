import { isImpersonating, endLoginAs } from '../access/login-as.ts'
import { isAccessDue } from '../access/session.ts'
import { endSession } from '../access/session-end.ts'
import { refreshAccess } from './refresh.ts'
import { storage } from './storage.ts'

/**
 * After the server has rejected the access token `used`: gets a new one, or ends the session. A session as another user
 * is never extended; its end returns to the own one.
 * @returns whether the same user may continue, so that the rejected call is repeated
 * @throws {ApiError} when the server can't be reached
 */
export async function renewSession(used: string | null, spent = false): Promise<boolean> {
  if (isImpersonating()) {
    await endLoginAs()
    return false
  }
  return (!spent && (await refreshAccess(used))) || (await endSession())
}

/** After a renewal has failed, calls use the token as it is for so long. Milliseconds. */
const retryAfter = 15_000
let failed = { token: '', at: 0 }
let renewing: Promise<void> | undefined

/** Renews `token` for all callers at once. Where the server can't be reached, they don't wait for one another's timeout. */
async function renewEarly(token: string): Promise<void> {
  const isRenewed = await refreshAccess(token).catch(() => false)
  if (!isRenewed) failed = { token, at: Date.now() }
}

/**
 * The access token for the next call. One that is about to expire is renewed first, so that no call is rejected in
 * normal use. A failure is left to the call, which reports it.
 */
export async function freshToken(): Promise<string | null> {
  const token = storage.get('accessToken')
  if (token === null || !isAccessDue()) return token
  if (token === failed.token && Math.abs(Date.now() - failed.at) < retryAfter) return token
  renewing ??= renewEarly(token).finally(() => (renewing = undefined))
  await renewing
  return storage.get('accessToken')
}
