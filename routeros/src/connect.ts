import { connectApi } from './api/session.ts'
import { connectRest } from './rest/session.ts'
import type { Session, Target } from './session.ts'

/**
 * Connects to a router and logs in. Over REST, which has no connection, a small request verifies address and login.
 * @throws RouterError unreachable, certificate (with the fingerprint of the presented one), login, timeout
 * (connected, but no
 *   reply to the login), protocol
 */
export const connect = async (target: Target): Promise<Session> =>
  target.transport === 'rest' ? await connectRest(target) : await connectApi(target, target.transport)
