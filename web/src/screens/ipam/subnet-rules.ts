import { companyTypes } from '@trunkline/contract/abilities'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import { useCallback } from 'react'
import { can, canOn } from '../../access/can.ts'
import { useSession, type SignedIn } from '../../access/session.ts'

/** Gives subnets, so that there is something to open: children, or what is free for them. */
export const opens = (node: Pick<SubnetNode, 'hosts' | 'deleted_at'>): boolean =>
  !node.hosts && node.deleted_at === null

type Held = Pick<SubnetNode, 'id' | 'company_id' | 'company_type' | 'exclusive' | 'shared'>

/** Held by a company above the own one and offered from there. */
export const isOffered = (node: Pick<SubnetNode, 'company_id' | 'company_type'>, own: { id: number; type: string }) =>
  node.company_id !== own.id &&
  companyTypes.indexOf(node.company_type) <= companyTypes.indexOf(own.type as (typeof companyTypes)[number])

/** Calls that take something out of a subnet: these are what it is offered for. */
const takes: readonly Endpoint[] = [subnets.store, subnets.storeAddress]

/** Whether `session` may call an endpoint on a subnet. */
export function mayOnSubnet(session: SignedIn | null, endpoint: Endpoint, node: Held): boolean {
  const own = session?.user.company
  if (!own || !can(session, endpoint)) return false
  if (isOffered(node, own)) return endpoint.method === 'GET' || (node.shared && takes.includes(endpoint))
  if (!canOn(session, endpoint, node)) return false
  return endpoint.method === 'GET' || !node.exclusive || node.company_id === own.id
}

/**
 * Whether the signed-in user may call an endpoint on a subnet. Of what is offered from above it may take; where the
 * holder works alone, those above it only look.
 */
export function useMayOn(): (endpoint: Endpoint, node: Held) => boolean {
  const session = useSession()
  return useCallback((endpoint, node) => mayOnSubnet(session, endpoint, node), [session])
}
