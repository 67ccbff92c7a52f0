import { isImpersonating, endLoginAs } from '../access/login-as.ts'
import { endSession } from '../access/session-end.ts'
import { refreshAccess } from './refresh.ts'

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
