import type { SubnetNode } from '@trunkline/contract/resources/subnet-shapes'

/** Days that space rests where no category says otherwise. */
export const defaultCoolDown = 30

export interface Holder {
  kind: 'subnet' | 'address'
  id: number
  net: string
  name: string
}

/** What lives in a subnet. */
export interface Contents {
  subnets: number
  addresses: number
  /** The first 20 of them. */
  holders: Holder[]
}

/** What the row of a subnet says of its contents: those directly in it. */
export const contentsOf = (node: Pick<SubnetNode, 'child_count' | 'address_count'>): Contents => ({
  subnets: node.child_count,
  addresses: node.address_count,
  holders: [],
})

const numberOf = (value: unknown): number => {
  const number = Number(value)
  return Number.isFinite(number) ? number : 0
}

/** The contents as a refusal to destroy tells them in its details; undefined where it was refused for another reason. */
export function holdersOf(details: Record<string, unknown> | undefined): Contents | undefined {
  if (!details || !Array.isArray(details['holders'])) return undefined
  const holders = (details['holders'] as Record<string, unknown>[]).map((one): Holder => ({
    kind: one['kind'] === 'address' ? 'address' : 'subnet',
    id: numberOf(one['id']),
    net: String(one['net'] ?? ''),
    name: String(one['name'] ?? ''),
  }))
  const of = (kind: Holder['kind']) => holders.filter((one) => one.kind === kind).length
  return {
    subnets: numberOf(details['subnets'] ?? of('subnet')),
    addresses: numberOf(details['addresses'] ?? of('address')),
    holders,
  }
}

/** When space that is given back now is handed out again, as ISO time. */
export const restsUntil = (days: number, now: Date): string => new Date(now.getTime() + days * 86_400_000).toISOString()
