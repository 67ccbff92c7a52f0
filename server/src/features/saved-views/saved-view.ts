import { message } from '@trunkline/contract/errors'
import type { savedViews, SavedView } from '@trunkline/contract/resources/saved-view'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { AppError, conflict, invalid, notFound } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'

/** Maximum number of views per user, so that a script cannot fill the table. */
const maxViews = 500
const maxPreferences = 200
const maxPreferenceLength = 16_384

/** The user's views, those of their company, and those that it and its ancestors share with descendants. */
const views = (tx: Tx, actor: Actor) =>
  tx
    .selectFrom('saved_view as v')
    .select(['v.id', 'v.list', 'v.name', 'v.scope', 'v.owner_name'])
    .select([sql<SavedView['state']>`v.state`.as('state'), sql<boolean>`v.user_id = ${actor.user_id}`.as('own')])
    .where(({ or, and, eb }) =>
      or([
        eb('v.user_id', '=', actor.user_id),
        and([eb('v.scope', '=', 'company'), eb('v.company_id', '=', actor.company_id)]),
        and([
          eb('v.scope', '=', 'descendants'),
          sql<boolean>`v.company_id = any ((select ancestor_ids from company where id = ${actor.company_id})::bigint[])`,
        ]),
      ]),
    )

const oneView = async (tx: Tx, actor: Actor, id: number): Promise<SavedView> => {
  const view = await views(tx, actor).where('v.id', '=', id).executeTakeFirst()
  if (view === undefined) throw notFound()
  return view
}

/** A view of another user can be used but not changed: it is reported as not found. */
async function loadOwn(tx: Tx, actor: Actor, id: number): Promise<void> {
  const view = await tx
    .selectFrom('saved_view')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', actor.user_id)
    .forUpdate()
    .executeTakeFirst()
  if (view === undefined) throw notFound()
}

/** A read-only user can only create private views. @throws AppError forbidden */
function checkScope(actor: Actor, scope: SavedView['scope'] | undefined): void {
  if (scope !== undefined && scope !== 'private' && actor.role === 'read-only') throw new AppError('forbidden')
}

export const savedViewHandlers = (_deps: Deps): Handlers<typeof savedViews> => ({
  index: (call) =>
    call.db(async (tx) => ({
      data: await views(tx, call.actor)
        .where('v.list', '=', call.query.list)
        .orderBy('v.name')
        .orderBy('v.id')
        .execute(),
    })),

  store: (call) =>
    call.db(async (tx) => {
      const { user_id, company_id } = call.actor
      checkScope(call.actor, call.body.scope)
      const { rows } = await sql<{
        count: number
      }>`select count(*) as count from saved_view where user_id = ${user_id}`.execute(tx)
      if ((rows[0]?.count ?? 0) >= maxViews) throw conflict('saved_view.limit', { max: maxViews })
      const { id } = await tx
        .insertInto('saved_view')
        .values({
          ...call.body,
          user_id,
          company_id,
          state: JSON.stringify(call.body.state),
          owner_name: sql<string>`(select name from app_user where id = ${user_id})`,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { data: await oneView(tx, call.actor, id) }
    }),

  update: (call) =>
    call.db(async (tx) => {
      await loadOwn(tx, call.actor, call.params.id)
      const { state, ...rest } = call.body
      checkScope(call.actor, rest.scope)
      const values = { ...rest, ...(state !== undefined && { state: JSON.stringify(state) }) }
      if (Object.keys(values).length > 0)
        await tx.updateTable('saved_view').set(values).where('id', '=', call.params.id).execute()
      return { data: await oneView(tx, call.actor, call.params.id) }
    }),

  destroy: (call) =>
    call.db(async (tx) => {
      await loadOwn(tx, call.actor, call.params.id)
      await tx.deleteFrom('saved_view').where('id', '=', call.params.id).execute()
    }),

  preferences: (call) =>
    call.db(async (tx) => {
      const stored = await tx
        .selectFrom('preference')
        .select(['key', 'value'])
        .where('user_id', '=', call.actor.user_id)
        .execute()
      return { data: Object.fromEntries(stored.map(({ key, value }) => [key, value])) }
    }),

  setPreference: (call) =>
    call.db(async (tx) => {
      const { user_id } = call.actor
      const { key } = call.body
      if (call.body.value === null) {
        await tx.deleteFrom('preference').where('user_id', '=', user_id).where('key', '=', key).execute()
        return
      }
      const value = JSON.stringify(call.body.value)
      if (value.length > maxPreferenceLength) throw invalid({ value: message('preference.too_long') })
      const { rows } = await sql<{
        count: number
      }>`select count(*) as count from preference where user_id = ${user_id} and key <> ${key}`.execute(tx)
      if ((rows[0]?.count ?? 0) >= maxPreferences)
        throw invalid({ key: message('preference.limit', { max: maxPreferences }) })
      await tx
        .insertInto('preference')
        .values({ user_id, key, value })
        .onConflict((on) => on.columns(['user_id', 'key']).doUpdateSet({ value }))
        .execute()
    }),
})
