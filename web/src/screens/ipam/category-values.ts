import type { BodyInput } from '@trunkline/contract/endpoint'
import type { categoryColours, subnetCategories, SubnetCategory } from '@trunkline/contract/resources/subnet-category'
import type { AllocationPolicy } from '@trunkline/contract/resources/subnet-enums'
import { sameValues } from '../../form/normalise.ts'

export interface CategoryValues {
  name: string
  description: string
  colour: (typeof categoryColours)[number]
  cool_down_days: number | null
  default_policy: AllocationPolicy | null
  default_unit_v4: number | null
  default_unit_v6: number | null
  gateway: 'first' | 'last' | null
  reserve_first: number | null
  ptr_template: string
  /** Asked for new ones only. */
  company_id: number | null
  version: number
  [key: string]: unknown
}

/** A category of a company above, which is offered downwards: its owner is not told, and it is only looked at. */
export const isFromAbove = (of: { company_name: string }): boolean => of.company_name === ''

export const categoryValues = (of?: SubnetCategory): CategoryValues => ({
  name: of?.name ?? '',
  description: of?.description ?? '',
  colour: of?.colour ?? 'grey',
  cool_down_days: of?.cool_down_days ?? 30,
  default_policy: of?.default_policy ?? null,
  default_unit_v4: of?.default_unit_v4 ?? null,
  default_unit_v6: of?.default_unit_v6 ?? null,
  gateway: of?.gateway ?? null,
  reserve_first: of?.reserve_first ?? 0,
  ptr_template: of?.ptr_template ?? '',
  company_id: null,
  version: of?.version ?? 0,
})

type Store = BodyInput<typeof subnetCategories.store>
type Update = BodyInput<typeof subnetCategories.update>

/** Fields that the server keeps as nothing when they are emptied; emptied numbers go back to what new ones have. */
const sent = (values: CategoryValues) => ({
  name: values.name,
  description: values.description.trim() || null,
  colour: values.colour,
  cool_down_days: values.cool_down_days ?? 30,
  default_policy: values.default_policy,
  default_unit_v4: values.default_unit_v4,
  default_unit_v6: values.default_unit_v6,
  gateway: values.gateway,
  reserve_first: values.reserve_first ?? 0,
  ptr_template: values.ptr_template.trim() || null,
})

export const categoryBody = (values: CategoryValues): Store => ({
  ...sent(values),
  ...(values.company_id !== null && { company_id: values.company_id }),
})

/** What changed, with the version that it was changed from; undefined where nothing did. */
export function categoryChanges(before: CategoryValues, after: CategoryValues): Update | undefined {
  const old = sent(before) as Record<string, unknown>
  const changed = Object.entries(sent(after)).filter(([key, value]) => !sameValues(value, old[key]))
  return changed.length === 0 ? undefined : { ...(Object.fromEntries(changed) as Update), version: after.version }
}

/** The name that a template of reverse DNS makes of an example address. */
export const ptrExample = (template: string): string =>
  template.replaceAll('{ip}', '192-0-2-10').replaceAll('{name}', 'acme')
