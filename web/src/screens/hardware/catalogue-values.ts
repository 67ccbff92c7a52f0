import type { BodyInput } from '@trunkline/contract/endpoint'
import type { HardwareManufacturer, hardwareManufacturers } from '@trunkline/contract/resources/hardware-manufacturer'
import type { HardwareModel, hardwareModels } from '@trunkline/contract/resources/hardware-model'
import type { HardwareType, hardwareTypes } from '@trunkline/contract/resources/hardware-type'
import type { HardwareKind, RadioBand } from '@trunkline/contract/resources/hardware-enums'
import { sameValues } from '../../form/normalise.ts'

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

/** What changed of a body, with the version that it was changed from; undefined where nothing did. */
export function changesOf<B extends object>(
  before: B,
  after: B,
  version: number,
): (Partial<B> & { version: number }) | undefined {
  const old = before as Record<string, unknown>
  const changed = Object.entries(after).filter(([key, value]) => !sameValues(value, old[key]))
  return changed.length === 0 ? undefined : { ...(Object.fromEntries(changed) as Partial<B>), version }
}

export interface ModelValues {
  name: string
  code: string
  type: number | null
  manufacturer: number | null
  warranty_months: number | null
  ethernet_ports: number | null
  sfp_ports: number | null
  poe_out_ports: number | null
  radios: RadioBand[]
  has_lte: boolean
  notes: string
  version: number
  [key: string]: unknown
}

export const modelValues = (of?: HardwareModel): ModelValues => ({
  name: of?.name ?? '',
  code: of?.code ?? '',
  type: of?.type ?? null,
  manufacturer: of?.manufacturer ?? null,
  warranty_months: of?.warranty_months ?? 12,
  ethernet_ports: of?.ethernet_ports ?? 0,
  sfp_ports: of?.sfp_ports ?? 0,
  poe_out_ports: of?.poe_out_ports ?? 0,
  radios: [...(of?.radios ?? [])],
  has_lte: of?.has_lte ?? false,
  notes: of?.notes ?? '',
  version: of?.version ?? 0,
})

/** As the contract takes it; a choice that is missing stays missing, for the contract to say so. */
export const modelBody = (values: ModelValues): BodyInput<typeof hardwareModels.store> => ({
  name: values.name.trim(),
  code: orNull(values.code),
  type: values.type as number,
  manufacturer: values.manufacturer as number,
  warranty_months: values.warranty_months ?? 0,
  ethernet_ports: values.ethernet_ports ?? 0,
  sfp_ports: values.sfp_ports ?? 0,
  poe_out_ports: values.poe_out_ports ?? 0,
  radios: values.radios,
  has_lte: values.has_lte,
  notes: orNull(values.notes),
})

export interface ManufacturerValues {
  name: string
  website: string
  support_email: string
  support_phone: string
  notes: string
  version: number
  [key: string]: unknown
}

export const manufacturerValues = (of?: HardwareManufacturer): ManufacturerValues => ({
  name: of?.name ?? '',
  website: of?.website ?? '',
  support_email: of?.support_email ?? '',
  support_phone: of?.support_phone ?? '',
  notes: of?.notes ?? '',
  version: of?.version ?? 0,
})

export const manufacturerBody = (values: ManufacturerValues): BodyInput<typeof hardwareManufacturers.store> => ({
  name: values.name.trim(),
  website: orNull(values.website),
  support_email: orNull(values.support_email),
  support_phone: orNull(values.support_phone),
  notes: orNull(values.notes),
})

export interface TypeValues {
  name: string
  kind: HardwareKind
  description: string
  version: number
  [key: string]: unknown
}

export const typeValues = (of?: HardwareType): TypeValues => ({
  name: of?.name ?? '',
  kind: of?.kind ?? 'other',
  description: of?.description ?? '',
  version: of?.version ?? 0,
})

export const typeBody = (values: TypeValues): BodyInput<typeof hardwareTypes.store> => ({
  name: values.name.trim(),
  kind: values.kind,
  description: orNull(values.description),
})
