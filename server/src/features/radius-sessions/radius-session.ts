import { sql } from 'kysely'
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

  // A session that the caller may not see is treated as ended: no NAS receives a request.
  disconnect: (call) =>
    call.db(async (tx) => {
      const { uids } = call.body
      // Sessions that ended since the list was read are skipped; the others are disconnected.
      const { rows: seen } = await sql<{ uid: string }>`
        select uid from session_live where uid = any (${uids}::text[])
        union select uid from session_closed where uid = any (${uids}::text[]) and stopped_at > now() - interval '1 day'`.execute(
        tx,
      )
      if (seen.length < uids.length) throw notFound()
      return { data: await requestDisconnect(tx, uids, call.actor.label) }
    }),
})
