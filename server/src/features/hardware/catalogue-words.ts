import type { HardwareKind, RadioBand } from '@trunkline/contract/resources/hardware-enums'

/** A model as its maker describes it: name, product code, RJ45 ports, and what else it has. */
export type CatalogueModel = readonly [
  name: string,
  code: string | null,
  ethernet: number,
  of?: { sfp?: number; poe?: number; radios?: readonly RadioBand[]; lte?: true },
]

/** Models of one maker, by the kind of thing they are. */
export type CatalogueModels = Partial<Record<HardwareKind, readonly CatalogueModel[]>>

export const dual = ['2.4', '5'] as const
export const triple = ['2.4', '5', '6'] as const
