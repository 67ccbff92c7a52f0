import type { SiteStatus } from '@trunkline/contract/resources/hardware-words'
import type { MapPlace } from '@trunkline/contract/resources/site'
import type { Cluster } from '../../map/clusters.ts'
import type { MarkerState } from '../../map/marker.tsx'
import { statusTone } from './site-status.tsx'

export type Counts = Record<SiteStatus, number>

/** How many sites of each status these places have. What is neither of the three was never read. */
export function countsOf(places: readonly MapPlace[]): Counts {
  const sum = (of: (place: MapPlace) => number) => places.reduce((total, place) => total + of(place), 0)
  const [online, partial, offline] = [sum((one) => one.online), sum((one) => one.partial), sum((one) => one.offline)]
  return { online, partial, offline, unknown: sum((one) => one.count) - online - partial - offline }
}

/** A mark of the map: one site with its page, or so many. */
export interface SiteMark {
  key: string
  latitude: number
  longitude: number
  count: number
  counts: Counts
  shares: Partial<Record<MarkerState, number>>
  /** Of a single site. */
  site?: { id: number; name: string; status: SiteStatus }
}

const statuses = ['offline', 'partial', 'unknown', 'online'] as const

/** Clusters as marks, those with the most sites first. */
export function marksOf(clusters: readonly Cluster<MapPlace>[]): SiteMark[] {
  return clusters
    .map(({ latitude, longitude, members }) => {
      const counts = countsOf(members)
      const count = members.reduce((total, place) => total + place.count, 0)
      const [only] = members
      const status = statuses.find((one) => counts[one] > 0) ?? 'unknown'
      return {
        key: only?.id && count === 1 ? `site ${only.id}` : `${latitude} ${longitude}`,
        latitude,
        longitude,
        count,
        counts,
        shares: Object.fromEntries(statuses.map((one) => [statusTone[one], counts[one]])),
        ...(count === 1 && only?.id ? { site: { id: only.id, name: only.name ?? String(only.id), status } } : {}),
      }
    })
    .sort((one, other) => other.count - one.count || one.key.localeCompare(other.key))
}

/** The view in an address: `52.52,13.40,7.5` is latitude, longitude and zoom. */
export function readPlace(text: unknown): { latitude: number; longitude: number; zoom: number } | undefined {
  if (typeof text !== 'string') return undefined
  const [latitude, longitude, zoom, ...rest] = text.split(',').map(Number)
  if (rest.length > 0 || latitude === undefined || longitude === undefined || zoom === undefined) return undefined
  if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180) || !(zoom >= 0 && zoom <= 16)) return undefined
  return { latitude, longitude, zoom }
}
export const writePlace = ({ latitude, longitude }: { latitude: number; longitude: number }, zoom: number): string =>
  [latitude.toFixed(4), longitude.toFixed(4), zoom.toFixed(2)].map(Number).join(',')
