import type { Body } from '@trunkline/contract/endpoint'
import { message } from '@trunkline/contract/errors'
import { users, type UserRow } from '@trunkline/contract/resources/user'
import type { Actor } from '../../access/actor.ts'
import { endSessions } from '../../access/sessions.ts'
import type { Tx } from '../../db/pool.ts'
import { changeSelected } from '../../http/change-selected.ts'
import type { ListSource } from '../../http/list/source.ts'

/** One result per row; rejected rows do not affect the others. */
export async function changeUserStatus<StoredUser extends UserRow>(
  tx: Tx,
  actor: Actor,
  source: ListSource<StoredUser> & { table: string; owner: string },
  { is_active, ...selection }: Body<typeof users.changeStatus>,
) {
  const { data, changed } = await changeSelected<Pick<UserRow, 'id' | 'company_id' | 'role'>, StoredUser>(tx, actor, {
    endpoint: users.changeStatus,
    index: users.index,
    source,
    selection,
    values: { is_active },
    check: ({ id, company_id, role }) => {
      if (id === actor.user_id) return { code: 'forbidden', ...message('user.own') }
      if (role === 'primary-admin' && company_id === actor.company_id)
        return { code: 'forbidden', ...message('user.primary_admin_protected') }
      return undefined
    },
  })
  if (changed.length > 0 && !is_active) await endSessions(tx, { user_id: changed }, 'deactivated')
  return { data }
}
