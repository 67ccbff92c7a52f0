import type { BodyInput } from '@trunkline/contract/endpoint'
import { sites, type Site } from '@trunkline/contract/resources/site'
import { decimal, parseCoordinate, type Axis, type CoordinateError } from '../../map/coordinates.ts'
import type { Degrees } from '../../map/projection.ts'
import { changesBy } from '../../record/changes.ts'
import { formOf, type FormValues } from '../../record/form-of.ts'

const form = formOf(sites.store.body)
export const siteLimits = form.limits

/** A site as its form holds it; a position as it was typed. The company is asked for new ones only. */
export type SiteValues = Omit<FormValues<typeof sites.store.body>, Axis> & Record<Axis, string>

const typed = (degrees: number | null | undefined): string => (typeof degrees === 'number' ? decimal(degrees) : '')

export const siteValues = (of: Partial<Site> = {}): SiteValues => ({
  ...form.values(of),
  latitude: typed(of.latitude),
  longitude: typed(of.longitude),
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

export function siteBody(values: SiteValues): BodyInput<typeof sites.store> {
  const { latitude = null, longitude = null } = positionOf(values) ?? {}
  return form.body({ ...values, latitude, longitude })
}

/** What changed, with the version that it was changed from; undefined where nothing did. */
export function siteChanges(before: SiteValues, after: SiteValues): BodyInput<typeof sites.update> | undefined {
  const changes = changesBy(siteBody)(before, after)
  if (!changes || !('latitude' in changes || 'longitude' in changes)) return changes
  // Half a position is none.
  const { latitude, longitude } = siteBody(after)
  return { ...changes, latitude, longitude }
}

/** What is wrong with the position and the company, by field, as keys of `sites:fault`. The contract says the rest. */
export function siteFaults(values: SiteValues, isNew: boolean): Record<string, CoordinateError | 'company' | 'half'> {
  const errors: Record<string, CoordinateError | 'company' | 'half'> = {}
  if (isNew && values.company_id === null) errors.company_id = 'company'
  const axes = ['latitude', 'longitude'] as const
  for (const [at, axis] of axes.entries()) {
    const other = axes[1 - at] as Axis
    if (values[axis].trim() === '') {
      if (values[other].trim() !== '') errors[axis] = 'half'
      continue
    }
    const read = parseCoordinate(values[axis], axis)
    if ('error' in read) errors[axis] = read.error
  }
  return errors
}
