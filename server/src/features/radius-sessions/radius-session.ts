import { radiusSessions } from '@trunkline/contract/resources/radius-session'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import { indexHandler } from '../../http/standard-handlers.ts'
import { requestDisconnect } from '../../sessions/change.ts'
import { sessionSources } from './session-lists.ts'

export const radiusSessionHandlers = (deps: Deps): Handlers<typeof radiusSessions> => ({
  index: indexHandler(deps, radiusSessions.index, sessionSources.live),
  history: indexHandler(deps, radiusSessions.history, sessionSources.closed),
  logins: indexHandler(deps, radiusSessions.logins, sessionSources.logins),
  coa: indexHandler(deps, radiusSessions.coa, sessionSources.coa),

  // A session that the caller does not see is one that has ended: nothing is asked of any NAS.
  disconnect: (call) =>
    call.db(async (tx) => {
      const { uids } = call.body
      const seen = await tx.selectFrom('session_live').select('uid').where('uid', 'in', uids).execute()
      if (seen.length < uids.length) throw notFound()
      return { data: await requestDisconnect(tx, uids, call.actor.label) }
    }),
})
