import { mayGiveRole, userRoles, type UserRole } from '@trunkline/contract/abilities'
import type { SignedIn } from '../../access/session.ts'

/** What the rules ask about the user that is looked at. */
export interface RuledUser {
  id: number
  role: UserRole
  company_id: number
  is_active: boolean
  two_factor: boolean
  deleted_at: string | null
}

/** Keys of `users:why`: why something is not possible. Undefined: it is. */
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
/** Whether the user belongs to a company below the viewer's: what is visible is its own or below. */
export const isBelow = (viewer: Viewer, user: Pick<RuledUser, 'company_id'>): boolean =>
  user.company_id !== viewer.company.id

/** Nobody changes who stands above it in its own company: an admin leaves the primary admin alone. */
const outranked = (viewer: Viewer, user: RuledUser): Why | undefined => {
  if (isBelow(viewer, user) || mayGiveRole(viewer.user_role, user.role)) return undefined
  return user.role === 'primary-admin' ? 'primary' : 'rank'
}

/** Why the details of a user can't be changed at all. */
export const whyNotEdit = (viewer: Viewer, user: RuledUser): Why | undefined =>
  user.deleted_at ? 'deleted' : outranked(viewer, user)

export const whyNotRole = (viewer: Viewer, user: RuledUser): Why | undefined =>
  isSelf(viewer, user)
    ? 'selfRole'
    : (outranked(viewer, user) ??
      (user.role === 'primary-admin' ? 'primaryRole' : viewer.impersonator ? 'actingRole' : undefined))

/** Why a user can't be switched off. The primary admin of a company below may be: the company as a whole may be too. */
export const whyNotStatus = (viewer: Viewer, user: RuledUser): Why | undefined =>
  isSelf(viewer, user) ? 'selfStatus' : user.deleted_at ? 'deleted' : outranked(viewer, user)

/** The primary admin goes last of its company; whether it is the last, the server knows. */
export const whyNotDestroy = (viewer: Viewer, user: RuledUser): Why | undefined =>
  isSelf(viewer, user) ? 'self' : outranked(viewer, user)

export const whyNotSendLink = (viewer: Viewer, user: RuledUser): Why | undefined =>
  isSelf(viewer, user)
    ? 'selfPassword'
    : user.deleted_at
      ? 'deleted'
      : (outranked(viewer, user) ?? (user.is_active ? undefined : 'inactive'))

export const whyNotResetTwoFactor = (viewer: Viewer, user: RuledUser): Why | undefined =>
  isSelf(viewer, user)
    ? 'selfTwoFactor'
    : user.deleted_at
      ? 'deleted'
      : (outranked(viewer, user) ?? (user.two_factor ? undefined : 'noTwoFactor'))

/** The role is given by somebody who has it: the holder, or the primary admin of a company above. */
export const whyNotMakePrimary = (viewer: Viewer, user: RuledUser): Why | undefined =>
  user.role === 'primary-admin'
    ? 'isPrimary'
    : viewer.impersonator
      ? 'actingRole'
      : viewer.user_role !== 'primary-admin'
        ? 'makePrimary'
        : user.deleted_at
          ? 'deleted'
          : user.is_active
            ? undefined
            : 'inactive'

/** Whether "log in as" is offered for a user at all: those strictly below, to admins. */
export const offersLoginAs = (viewer: Viewer, user: RuledUser): boolean =>
  isBelow(viewer, user) && (viewer.user_role === 'primary-admin' || viewer.user_role === 'admin')

export const whyNotLoginAs = (viewer: Viewer, user: RuledUser): Why | undefined =>
  viewer.impersonator ? 'acting' : user.deleted_at ? 'deleted' : user.is_active ? undefined : 'inactive'

/** Roles that the viewer may give: none above its own, and the primary admin is made by its own call. The present role stays. */
export const givableRoles = (viewer: Viewer, present?: UserRole): UserRole[] =>
  userRoles.filter((role) => role === present || (role !== 'primary-admin' && mayGiveRole(viewer.user_role, role)))
