import { isImpersonating, endLoginAs } from '../access/login-as.ts'
import { endSession } from '../access/session-end.ts'
import { refreshAccess } from './refresh.ts'

/**
 * After the server has refused the access token `used`: a fresh one, or the end of the session as the page shows it.
 * A session as somebody else is never prolonged; its end leads back to the own one.
 * @returns whether the same user may go on, so that a refused call may be repeated
 * @throws {ApiError} when the server could not be asked
 */
export async function renewSession(used: string | null, spent = false): Promise<boolean> {
  if (isImpersonating()) {
    await endLoginAs()
    return false
  }
  return (!spent && (await refreshAccess(used))) || (await endSession())
}
