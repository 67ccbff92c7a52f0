import type { Tx } from '../../db/pool.ts'
import { allocateSubnets, type SubnetAttributes } from '../../features/ipam/allocate.ts'

/** A subnet; a root if no other contains it. */
export async function createSubnet(
  tx: Tx,
  of: { net: string; company_id?: number; attributes?: Partial<SubnetAttributes> },
): Promise<number> {
  const [created] = await allocateSubnets(tx, {
    parent_id: null,
    net: of.net,
    company_id: of.company_id,
    attributes: { type: 'container', ...of.attributes },
  })
  return created?.id as number
}
