import { companies } from '@trunkline/contract/resources/company'
import { useSession } from '../../access/session.ts'
import { useCall } from '../../api/query.ts'

/** The record of the signed-in user's own company. */
export function useOwnCompany() {
  const id = useSession()?.user.company.id
  return { id, ...useCall(companies.show, { params: { id: id ?? 0 } }, { enabled: id !== undefined }) }
}
