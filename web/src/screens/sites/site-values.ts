import type { BodyInput } from '@trunkline/contract/endpoint'
import { sites, type Site } from '@trunkline/contract/resources/site'
import { decimal, parseCoordinate, type Axis, type CoordinateError } from '../../map/coordinates.ts'
import type { Degrees } from '../../map/projection.ts'
import { changesBy } from '../../record/changes.ts'
import { formOf, type FormValues } from '../../record/form-of.ts'

const form = formOf(sites.store.body)
export const siteLimits = form.limits

/** The form of a site, with the coordinates as typed. The company is set for new sites only. */
export type SiteValues = Omit<FormValues<typeof sites.store.body>, Axis> & Record<Axis, string>

const coordinateInput = (degrees: number | null | undefined): string =>
  typeof degrees === 'number' ? decimal(degrees) : ''

export const siteValues = (of: Partial<Site> = {}): SiteValues => ({
  ...form.values(of),
  latitude: coordinateInput(of.latitude),
  longitude: coordinateInput(of.longitude),
})

const degreesOf = (text: string, axis: Axis): number | null => {
  const parsed = parseCoordinate(text, axis)
  return 'degrees' in parsed ? parsed.degrees : null
}

/** The typed position; null while it is incomplete or invalid. */
export function positionOf({ latitude, longitude }: Pick<SiteValues, 'latitude' | 'longitude'>): Degrees | null {
  const position = { latitude: degreesOf(latitude, 'latitude'), longitude: degreesOf(longitude, 'longitude') }
  return position.latitude === null || position.longitude === null ? null : (position as Degrees)
}

export function siteBody(values: SiteValues): BodyInput<typeof sites.store> {
  const { latitude = null, longitude = null } = positionOf(values) ?? {}
  return form.body({ ...values, latitude, longitude })
}

/** The changed fields with the version; undefined without changes. Latitude and longitude change together. */
export function siteChanges(before: SiteValues, after: SiteValues): BodyInput<typeof sites.update> | undefined {
  const changes = changesBy(siteBody)(before, after)
  if (!changes || !('latitude' in changes || 'longitude' in changes)) return changes
  const { latitude, longitude } = siteBody(after)
  return { ...changes, latitude, longitude }
}

/** Errors of the company and position by field, as keys of `sites:error`. The contract checks the other fields. */
export function siteErrors(values: SiteValues, isNew: boolean): Record<string, CoordinateError | 'company' | 'half'> {
  const errors: Record<string, CoordinateError | 'company' | 'half'> = {}
  if (isNew && values.company_id === null) errors.company_id = 'company'
  const axes = ['latitude', 'longitude'] as const
  for (const [at, axis] of axes.entries()) {
    const other = axes[1 - at] as Axis
    if (values[axis].trim() === '') {
      if (values[other].trim() !== '') errors[axis] = 'half'
      continue
    }
    const parsed = parseCoordinate(values[axis], axis)
    if ('error' in parsed) errors[axis] = parsed.error
  }
  return errors
}
