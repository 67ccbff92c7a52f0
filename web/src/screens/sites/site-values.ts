import type { BodyInput } from '@trunkline/contract/endpoint'
import type { Site, sites } from '@trunkline/contract/resources/site'
import { sameValues } from '../../form/normalise.ts'
import { decimal, parseCoordinate, type Axis, type CoordinateFault } from '../../map/coordinates.ts'
import type { Degrees } from '../../map/projection.ts'

/** A site as its form holds it; a position as it was typed. */
export interface SiteValues {
  /** Asked for new ones only. */
  company_id: number | null
  name: string
  telephone: string
  contact_name: string
  contact_email: string
  address_line_1: string
  address_line_2: string
  city: string
  region: string
  postcode: string
  countyIsoCode: string | null
  latitude: string
  longitude: string
  time_zone: string | null
  notes: string
  version: number
  [key: string]: unknown
}

const texts = [
  'telephone',
  'contact_name',
  'contact_email',
  'address_line_1',
  'address_line_2',
  'city',
  'region',
  'postcode',
  'notes',
] as const

export const siteValues = (of: Partial<Site> = {}): SiteValues => ({
  company_id: of.company_id ?? null,
  name: of.name ?? '',
  ...(Object.fromEntries(texts.map((field) => [field, of[field] ?? ''])) as Record<(typeof texts)[number], string>),
  countyIsoCode: of.countyIsoCode ?? null,
  latitude: typeof of.latitude === 'number' ? decimal(of.latitude) : '',
  longitude: typeof of.longitude === 'number' ? decimal(of.longitude) : '',
  time_zone: of.time_zone ?? null,
  version: of.version ?? 0,
})

const degreesOf = (text: string, axis: Axis): number | null => {
  const read = parseCoordinate(text, axis)
  return 'degrees' in read ? read.degrees : null
}

/** The place that is typed; null while it is none. */
export function positionOf({ latitude, longitude }: Pick<SiteValues, 'latitude' | 'longitude'>): Degrees | null {
  const place = { latitude: degreesOf(latitude, 'latitude'), longitude: degreesOf(longitude, 'longitude') }
  return place.latitude === null || place.longitude === null ? null : (place as Degrees)
}

const sent = (values: SiteValues) => {
  const place = positionOf(values)
  return {
    name: values.name.trim(),
    ...(Object.fromEntries(texts.map((field) => [field, values[field].trim() || null])) as Record<
      (typeof texts)[number],
      string | null
    >),
    countyIsoCode: values.countyIsoCode,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    ...(values.time_zone !== null && { time_zone: values.time_zone }),
  }
}

type Store = BodyInput<typeof sites.store>
type Update = BodyInput<typeof sites.update>

export const siteBody = (values: SiteValues): Store => ({
  ...sent(values),
  ...(values.company_id !== null && { company_id: values.company_id }),
})

/** What changed, with the version that it was changed from; undefined where nothing did. */
export function siteChanges(before: SiteValues, after: SiteValues): Update | undefined {
  const old = sent(before) as Record<string, unknown>
  const all = sent(after)
  const changed = Object.fromEntries(Object.entries(all).filter(([key, value]) => !sameValues(value, old[key])))
  // Half a position is none.
  if ('latitude' in changed || 'longitude' in changed)
    Object.assign(changed, { latitude: all.latitude, longitude: all.longitude })
  return Object.keys(changed).length === 0 ? undefined : { ...(changed as Update), version: after.version }
}

/** What is wrong with the position and the company, by field, as keys of `sites:fault`. The contract says the rest. */
export function siteFaults(values: SiteValues, isNew: boolean): Record<string, CoordinateFault | 'company' | 'half'> {
  const faults: Record<string, CoordinateFault | 'company' | 'half'> = {}
  if (isNew && values.company_id === null) faults.company_id = 'company'
  const axes = ['latitude', 'longitude'] as const
  for (const [at, axis] of axes.entries()) {
    const other = axes[1 - at] as Axis
    if (values[axis].trim() === '') {
      if (values[other].trim() !== '') faults[axis] = 'half'
      continue
    }
    const read = parseCoordinate(values[axis], axis)
    if ('fault' in read) faults[axis] = read.fault
  }
  return faults
}
