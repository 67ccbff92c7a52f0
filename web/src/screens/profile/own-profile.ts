import { auth } from '@trunkline/contract/resources/auth'
import { useSession } from '../../access/session.ts'
import { useCall } from '../../api/query.ts'

/** The signed-in user's own record with the choices of its form. */
export const useOwnProfile = () => useCall(auth.show, {}, { subjects: ['users', 'companies'] })

/** Who acts as this user, if somebody does: then credentials are not on offer. */
export const useImpersonator = () => useSession()?.user.impersonator ?? null
