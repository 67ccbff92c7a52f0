import type { HardwareKind, RadioBand } from '@trunkline/contract/resources/hardware-enums'

/** A model as its manufacturer describes it: name, product code, RJ45 ports, and further properties. */
export type CatalogueModel = readonly [
  name: string,
  code: string | null,
  ethernet: number,
  of?: { sfp?: number; poe?: number; radios?: readonly RadioBand[]; lte?: true },
]

/** Models of one manufacturer by device type. */
export type CatalogueModels = Partial<Record<HardwareKind, readonly CatalogueModel[]>>

export const dual = ['2.4', '5'] as const
export const triple = ['2.4', '5', '6'] as const
