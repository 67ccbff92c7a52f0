import { signInPolicies } from '@trunkline/contract/resources/sign-in-policy'
import type { SignedIn } from '../../access/session.ts'

/** Whether the user has a role that may change rules for sign-in, and is not signed in as another user. */
export const mayChangePolicy = (session: SignedIn | null): boolean =>
  session !== null &&
  session.user.impersonator === null &&
  (signInPolicies.update.only.roles as readonly string[]).includes(session.user.user_role)
