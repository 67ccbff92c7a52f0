import { message } from '@trunkline/contract/errors'
import type { ListInput } from '@trunkline/contract/list'
import { users, type UserRow } from '@trunkline/contract/resources/user'
import { actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import { endSessions } from '../../access/sessions.ts'
import type { Tx } from '../../db/pool.ts'
import type { ListSource } from '../../http/list/source.ts'
import { selectedIds } from '../../http/selection.ts'

interface StatusBody {
  ids?: number[] | undefined
  matching?: (ListInput & { total: number }) | undefined
  is_active: boolean
}

/** One answer a row: what could not be switched is told, the rest is done. */
export async function changeUserStatus<StoredUser extends UserRow>(
  tx: Tx,
  actor: Actor,
  source: ListSource<StoredUser>,
  body: StatusBody,
) {
  const ids = await selectedIds(tx, actor, users.index, source, body)
  const rows = await tx
    .selectFrom('app_user')
    .select(['id', 'company_id', 'role', 'is_active', 'deleted_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const changing: number[] = []
  const data = rows.map(({ id, company_id, role, is_active, deleted_at }) => {
    if (id === actor.user_id) return { id, ok: false, code: 'forbidden', ...message('user.own') }
    if (!actorMayOn(actor, { action: 'manage', subject: 'users' }, relationTo(actor, company_id)))
      return { id, ok: false, code: 'forbidden', ...message('row.forbidden') }
    if (role === 'primary-admin' && company_id === actor.company_id)
      return {
        id,
        ok: false,
        code: 'forbidden',
        ...message('user.primary_admin_protected'),
      }
    if (deleted_at !== null) return { id, ok: false, code: 'conflict', ...message('row.trashed') }
    if (is_active !== body.is_active) changing.push(id)
    return { id, ok: true }
  })
  if (changing.length > 0) {
    await tx.updateTable('app_user').set({ is_active: body.is_active }).where('id', 'in', changing).execute()
    if (!body.is_active) await endSessions(tx, { user_id: changing }, 'deactivated')
  }
  return { data }
}
