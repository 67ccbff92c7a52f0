import type { account } from '@trunkline/contract/resources/account'
import { createApiToken, listApiTokens, revokeApiToken } from '../../access/api-tokens.ts'
import { endOtherSessions, endOwnSession, listSessions } from '../../access/own-sessions.ts'
import { beginTwoFactor, confirmTwoFactor, disableTwoFactor, renewRecoveryCodes } from '../../access/two-factor.ts'
import { confirmSession } from '../../access/guards.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'

/**
 * Handlers of a user's own sessions, two-factor authentication and API tokens. The rules are in the module `access`.
 */
export const accountHandlers = (deps: Deps): Handlers<typeof account> => ({
  sessions: async ({ actor }) => ({ data: await listSessions(deps, actor) }),
  endSession: ({ actor, params, request }) => endOwnSession(deps, actor, params.id, request),
  endOthers: async ({ actor, request }) => ({ data: { ended: await endOtherSessions(deps, actor, request) } }),

  beginTwoFactor: async ({ actor, body, request }) => ({
    data: await beginTwoFactor(deps, actor, body.password, request),
  }),
  confirmTwoFactor: async ({ actor, body, request }) => ({
    data: { recovery_codes: await confirmTwoFactor(deps, actor, body.code, request) },
  }),
  renewRecoveryCodes: async ({ actor, body, request }) => ({
    data: { recovery_codes: await renewRecoveryCodes(deps, actor, body.password, request) },
  }),
  disableTwoFactor: ({ actor, body, request }) => disableTwoFactor(deps, actor, body, request),

  confirmPassword: ({ actor, body }) => confirmSession(deps, actor, body.password),

  tokens: async ({ actor }) => ({ data: await listApiTokens(deps, actor) }),
  storeToken: async ({ actor, body, request }) => ({ data: await createApiToken(deps, actor, body, request) }),
  destroyToken: ({ actor, params, request }) => revokeApiToken(deps, actor, params.id, request),
})
