import { companyTypes } from '@trunkline/contract/abilities'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { SubnetNode } from '@trunkline/contract/resources/subnet'
import { useCallback } from 'react'
import { useRowCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'

/** Gives subnets, so that there is something to open: children, or what is free for them. */
export const opens = (node: Pick<SubnetNode, 'hosts' | 'deleted_at'>): boolean =>
  !node.hosts && node.deleted_at === null

type Held = Pick<SubnetNode, 'id' | 'company_id' | 'company_type' | 'exclusive'>

/** Held by a company above the own one and offered from there. */
export const isOffered = (node: Pick<SubnetNode, 'company_id' | 'company_type'>, own: { id: number; type: string }) =>
  node.company_id !== own.id &&
  companyTypes.indexOf(node.company_type) <= companyTypes.indexOf(own.type as (typeof companyTypes)[number])

/**
 * Whether the signed-in user may call an endpoint on a subnet. What is offered from above is only looked at; where the
 * holder works alone, those above it look as well.
 */
export function useMayOn(): (endpoint: Endpoint, node: Held) => boolean {
  const canOn = useRowCan()
  const own = useSession()?.user.company
  return useCallback(
    (endpoint, node) =>
      own !== undefined &&
      canOn(endpoint, node) &&
      (endpoint.method === 'GET' || (!isOffered(node, own) && (!node.exclusive || node.company_id === own.id))),
    [canOn, own],
  )
}
