import type { SubnetNode } from '@trunkline/contract/resources/subnet-shapes'

/** Days of quarantine without a category. */
export const defaultQuarantine = 30

export interface ContainedItem {
  kind: 'subnet' | 'address'
  id: number
  net: string
  name: string
}

/** The live contents of a subnet. */
export interface SubnetContents {
  subnets: number
  addresses: number
  /** The first 20. */
  items: ContainedItem[]
}

/** The direct contents by the counters of a row. */
export const contentsOf = (node: Pick<SubnetNode, 'child_count' | 'address_count'>): SubnetContents => ({
  subnets: node.child_count,
  addresses: node.address_count,
  items: [],
})

const numberOf = (value: unknown): number => (Number.isFinite(Number(value)) ? Number(value) : 0)

/** The contents in the `details` of a 409 reply to a delete request; undefined for other conflicts. */
export function contentsOfConflict(details: Record<string, unknown> | undefined): SubnetContents | undefined {
  if (!details || !Array.isArray(details['holders'])) return undefined
  const items = (details['holders'] as Record<string, unknown>[]).map((item): ContainedItem => ({
    kind: item['kind'] === 'address' ? 'address' : 'subnet',
    id: numberOf(item['id']),
    net: String(item['net'] ?? ''),
    name: String(item['name'] ?? ''),
  }))
  const listed = (kind: ContainedItem['kind']) => items.filter((item) => item.kind === kind).length
  return {
    subnets: numberOf(details['subnets'] ?? listed('subnet')),
    addresses: numberOf(details['addresses'] ?? listed('address')),
    items,
  }
}

/** End of a quarantine that starts now, as ISO time. */
export const quarantineEnd = (days: number, now: Date): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString()
