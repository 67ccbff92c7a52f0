import { companyTypes } from '@trunkline/contract/abilities'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import { useCallback } from 'react'
import { can, canOn } from '../../access/can.ts'
import { useSession, type SignedIn } from '../../access/session.ts'

/** Whether a subnet contains subnets, or free space for them, and can be expanded. */
export const hasChildren = (node: Pick<SubnetNode, 'hosts' | 'deleted_at'>): boolean =>
  !node.hosts && node.deleted_at === null

type OwnedSubnet = Pick<SubnetNode, 'id' | 'company_id' | 'company_type' | 'exclusive' | 'shared'>

/** Whether a subnet belongs to a company above the caller's and is shared by it. */
export const isShared = (node: Pick<SubnetNode, 'company_id' | 'company_type'>, own: { id: number; type: string }) =>
  node.company_id !== own.id &&
  companyTypes.indexOf(node.company_type) <= companyTypes.indexOf(own.type as (typeof companyTypes)[number])

/** Calls that allocate from a subnet: sharing allows these. */
const allocating: readonly Endpoint[] = [subnets.store, subnets.storeAddress]

/** Whether `session` may call an endpoint on a subnet. */
export function mayOnSubnet(session: SignedIn | null, endpoint: Endpoint, node: OwnedSubnet): boolean {
  const own = session?.user.company
  if (!own || !can(session, endpoint)) return false
  if (isShared(node, own)) return endpoint.method === 'GET' || (node.shared && allocating.includes(endpoint))
  if (!canOn(session, endpoint, node)) return false
  return endpoint.method === 'GET' || !node.exclusive || node.company_id === own.id
}

/**
 * Whether the signed-in user may call an endpoint on a subnet. A shared subnet can be allocated from; an exclusive one
 * is read-only for companies above its owner.
 */
export function useMayOn(): (endpoint: Endpoint, node: OwnedSubnet) => boolean {
  const session = useSession()
  return useCallback((endpoint, node) => mayOnSubnet(session, endpoint, node), [session])
}
