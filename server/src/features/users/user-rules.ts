import { message } from '@trunkline/contract/errors'
import { mayGiveRole } from '@trunkline/contract/abilities'
import type { userUpdate } from '@trunkline/contract/resources/user'
import type * as z from 'zod/mini'
import type { Actor } from '../../access/actor.ts'
import { rejectWhileImpersonating } from '../../access/guards.ts'
import { endSessions } from '../../access/sessions.ts'
import type { Tx } from '../../db/pool.ts'
import { AppError, conflict, invalid } from '../../errors.ts'

type StoredUser = Readonly<Record<string, unknown>>

/**
 * An admin cannot change the primary admin of their own company; users of an ancestor company can.
 * @throws AppError forbidden
 */
export function checkMayManageUser(actor: Actor, row: StoredUser): void {
  if (row['role'] === 'primary-admin' && row['company_id'] === actor.company_id && row['id'] !== actor.user_id)
    throw new AppError('forbidden')
}

/**
 * Fields that users cannot change on themselves here: email requires the password (auth.change-email), the others
 * another user.
 */
const protectedOnSelf = ['email', 'role', 'is_active'] as const
/** Fields that cannot be changed while impersonating. */
const fixedWhileImpersonating = ['email', 'telephone', 'role'] as const

/** @throws AppError forbidden, validation_failed at `role` */
export function checkUserUpdate(actor: Actor, row: StoredUser, body: z.infer<typeof userUpdate>): void {
  checkMayManageUser(actor, row)
  if (row['id'] === actor.user_id && protectedOnSelf.some((field) => body[field] !== undefined))
    throw new AppError('forbidden')
  if (fixedWhileImpersonating.some((field) => body[field] !== undefined)) rejectWhileImpersonating(actor)
  if (body.role === undefined || body.role === row['role']) return
  if (!mayGiveRole(actor.role, body.role)) throw new AppError('forbidden')
  if (body.role === 'primary-admin') throw invalid({ role: message('user.primary_admin_transfer') })
  if (row['role'] === 'primary-admin') throw invalid({ role: message('user.primary_admin_required') })
}

/**
 * Transfers the role of primary admin; the previous one becomes an admin. The caller must be allowed to give the role.
 * Sessions of both users end, except the caller's.
 * @throws AppError forbidden, conflict
 */
export async function makePrimary(tx: Tx, actor: Actor, row: StoredUser): Promise<void> {
  rejectWhileImpersonating(actor)
  if (!mayGiveRole(actor.role, 'primary-admin')) throw new AppError('forbidden')
  const company_id = row['company_id'] as number
  // Locking the company row serialises concurrent transfers.
  await tx.selectFrom('company').select('id').where('id', '=', company_id).forUpdate().executeTakeFirst()
  const people = await tx
    .selectFrom('app_user')
    .select(['id', 'role', 'is_active'])
    .where('company_id', '=', company_id)
    .where('deleted_at', 'is', null)
    .where(({ or, eb }) => or([eb('role', '=', 'primary-admin'), eb('id', '=', row['id'] as number)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  const next = people.find(({ id }) => id === row['id'])
  if (next === undefined) throw conflict('row.trashed')
  if (!next.is_active) throw conflict('user.inactive')
  if (next.role === 'primary-admin') return
  const present = people.filter(({ role }) => role === 'primary-admin').map(({ id }) => id)
  if (present.length > 0) await tx.updateTable('app_user').set({ role: 'admin' }).where('id', 'in', present).execute()
  await tx.updateTable('app_user').set({ role: 'primary-admin' }).where('id', '=', next.id).execute()
  await endSessions(tx, { user_id: [...present, next.id].filter((id) => id !== actor.user_id) }, 'role-changed')
}

/**
 * Deletes a user. The primary admin can be deleted only as the last user of the company.
 * @throws AppError conflict, forbidden
 */
export async function checkDestroy(row: StoredUser, { actor }: { actor: Actor }, tx: Tx): Promise<void> {
  if (row['id'] === actor.user_id) throw conflict('user.own')
  checkMayManageUser(actor, row)
  if (row['role'] === 'primary-admin') {
    const other = await tx
      .selectFrom('app_user')
      .select('id')
      .where('company_id', '=', row['company_id'] as number)
      .where('deleted_at', 'is', null)
      .where('id', '!=', row['id'] as number)
      .executeTakeFirst()
    if (other !== undefined) throw conflict('user.primary_admin_required')
  }
}

/**
 * A user can be restored if the company is live and the email address is free.
 * @throws AppError conflict that names the obstacle
 */
export async function checkRecover(tx: Tx, actor: Actor, row: StoredUser): Promise<void> {
  checkMayManageUser(actor, row)
  const company_id = row['company_id'] as number
  const company = await tx
    .selectFrom('company')
    .select(['name', 'deleted_at'])
    .where('id', '=', company_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (company.deleted_at !== null) throw conflict('row.in_trash', { name: company.name })
  // Row security may hide the user who has the address now; the unique index then rejects it with the same reason.
}

/** Whether the row was a primary admin and its company now has another one. */
export async function hasOtherPrimary(tx: Tx, row: StoredUser): Promise<boolean> {
  if (row['role'] !== 'primary-admin') return false
  const other = await tx
    .selectFrom('app_user')
    .select('id')
    .where('company_id', '=', row['company_id'] as number)
    .where('role', '=', 'primary-admin')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return other !== undefined
}
