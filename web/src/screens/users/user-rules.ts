import { mayGiveRole, userRoles, type UserRole } from '@trunkline/contract/abilities'
import type { SignedIn } from '../../access/session.ts'

/** The properties of a user that the rules need. */
export interface RuledUser {
  id: number
  role: UserRole
  company_id: number
  is_active: boolean
  two_factor: boolean
  deleted_at: string | null
}

/** Keys of `users:why`: why an action is disabled. */
export type Why =
  | 'deleted'
  | 'self'
  | 'selfRole'
  | 'selfStatus'
  | 'selfPassword'
  | 'selfTwoFactor'
  | 'inactive'
  | 'primary'
  | 'primaryRole'
  | 'isPrimary'
  | 'noTwoFactor'
  | 'acting'
  | 'actingRole'
  | 'rank'
  | 'makePrimary'

type Viewer = SignedIn['user']

const isSelf = (viewer: Viewer, user: RuledUser) => viewer.id === user.id
/** Whether the user belongs to a company below the viewer's. Visible users belong to the viewer's company or one below. */
export const isBelow = (viewer: Viewer, user: Pick<RuledUser, 'company_id'>): boolean =>
  user.company_id !== viewer.company.id

/** Users of a higher role in the own company can't be changed. */
const outranked = (viewer: Viewer, user: RuledUser): Why | undefined => {
  if (isBelow(viewer, user) || mayGiveRole(viewer.user_role, user.role)) return undefined
  return user.role === 'primary-admin' ? 'primary' : 'rank'
}

/** The first reason that applies. */
const first = (...reasons: (Why | false | undefined)[]): Why | undefined => reasons.find((one) => one) || undefined
const deleted = (user: RuledUser) => user.deleted_at !== null && 'deleted'
const inactive = (user: RuledUser) => !user.is_active && 'inactive'

/** Why a user can't be edited. */
export const whyNotEdit = (viewer: Viewer, user: RuledUser) => first(deleted(user), outranked(viewer, user))

export const whyNotRole = (viewer: Viewer, user: RuledUser) =>
  first(
    isSelf(viewer, user) && 'selfRole',
    outranked(viewer, user),
    user.role === 'primary-admin' && 'primaryRole',
    viewer.impersonator !== null && 'actingRole',
  )

/** Why a user can't be deactivated. The primary admin of a company below can be, as the whole company can. */
export const whyNotStatus = (viewer: Viewer, user: RuledUser) =>
  first(isSelf(viewer, user) && 'selfStatus', deleted(user), outranked(viewer, user))

/** The server also rejects the primary admin of a company that has other users. */
export const whyNotDestroy = (viewer: Viewer, user: RuledUser) =>
  first(isSelf(viewer, user) && 'self', outranked(viewer, user))

export const whyNotSendLink = (viewer: Viewer, user: RuledUser) =>
  first(isSelf(viewer, user) && 'selfPassword', deleted(user), outranked(viewer, user), inactive(user))

export const whyNotResetTwoFactor = (viewer: Viewer, user: RuledUser) =>
  first(
    isSelf(viewer, user) && 'selfTwoFactor',
    deleted(user),
    outranked(viewer, user),
    !user.two_factor && 'noTwoFactor',
  )

/** Only primary admins assign this role, in their company and those below. */
export const whyNotMakePrimary = (viewer: Viewer, user: RuledUser) =>
  first(
    user.role === 'primary-admin' && 'isPrimary',
    viewer.impersonator !== null && 'actingRole',
    viewer.user_role !== 'primary-admin' && 'makePrimary',
    deleted(user),
    inactive(user),
  )

/** Whether "log in as" is offered: to admins, for users of companies below. */
export const offersLoginAs = (viewer: Viewer, user: RuledUser): boolean =>
  isBelow(viewer, user) && (viewer.user_role === 'primary-admin' || viewer.user_role === 'admin')

export const whyNotLoginAs = (viewer: Viewer, user: RuledUser) =>
  first(viewer.impersonator !== null && 'acting', deleted(user), inactive(user))

/** Roles that the viewer may assign: none above the viewer's, and primary admin by its own action only; and the present one. */
export const assignableRoles = (viewer: Viewer, present?: UserRole): UserRole[] =>
  userRoles.filter((role) => role === present || (role !== 'primary-admin' && mayGiveRole(viewer.user_role, role)))
