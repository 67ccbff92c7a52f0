import { accessControl } from '@trunkline/contract/resources/access-control'
import { sql, type SqlBool } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { answerList } from './entry-list.ts'
import { addEntry, changeEntry, loadSite, moveEntry, switchEntries, writeEntries, writeList } from './entry-writes.ts'

/** Handlers of Wi-Fi access control: one list per site, written to its controllers by commands. */
export const accessControlHandlers = (deps: Deps): Handlers<typeof accessControl> => ({
  all: (call) => answerList(deps, accessControl.all, call, []),

  async index(call) {
    const { id } = call.params
    await call.db((tx) => loadSite(tx, call.actor, accessControl.index, id))
    return answerList(deps, accessControl.index, call, [sql<SqlBool>`r.site_id = ${id}`])
  },

  store: (call) => addEntry(deps, call),
  update: (call) => changeEntry(deps, call),
  move: (call) => moveEntry(deps, call),
  enable: (call) => writeEntries(deps, accessControl.enable, call, switchEntries(true)),
  disable: (call) => writeEntries(deps, accessControl.disable, call, switchEntries(false)),
  destroy: (call) =>
    writeEntries(deps, accessControl.destroy, call, (tx, ids, site) =>
      sql`delete from access_control where site_id = ${site} and id = any (${[...ids]}::bigint[])`.execute(tx),
    ),

  async apply(call) {
    const { commands } = await writeList(deps, accessControl.apply, call, async () => {})
    return { data: commands }
  },
})
