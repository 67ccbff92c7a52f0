import type { SiteStatus } from '@trunkline/contract/resources/hardware-enums'
import type { MapPosition } from '@trunkline/contract/resources/site'
import type { Cluster } from '../../map/clusters.ts'
import type { MarkerState } from '../../map/marker.tsx'
import { statusTone } from './site-status.tsx'

export type StatusCounts = Record<SiteStatus, number>

/** Sites by status in these places. The rest is `unknown`: never contacted. */
export function countsOf(places: readonly MapPosition[]): StatusCounts {
  const sum = (of: (place: MapPosition) => number) => places.reduce((total, place) => total + of(place), 0)
  const [online, partial, offline] = [sum((one) => one.online), sum((one) => one.partial), sum((one) => one.offline)]
  return { online, partial, offline, unknown: sum((one) => one.count) - online - partial - offline }
}

/** A mark on the map: one site, or several close together. */
export interface SiteMark {
  key: string
  latitude: number
  longitude: number
  count: number
  counts: StatusCounts
  shares: Partial<Record<MarkerState, number>>
  /** Set for a single site. */
  site?: { id: number; name: string; status: SiteStatus }
}

const statuses = ['offline', 'partial', 'unknown', 'online'] as const

/** Clusters as marks, the largest first. */
export function marksOf(clusters: readonly Cluster<MapPosition>[]): SiteMark[] {
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

/** Points that a view must contain to show all sites, which are up to half a cell around their place. */
export const extentOf = (places: readonly MapPosition[], cell: number): { latitude: number; longitude: number }[] =>
  places.flatMap(({ latitude, longitude, count }) =>
    count === 1
      ? [{ latitude, longitude }]
      : [-cell / 3, cell / 3].map((off) => ({
          latitude: Math.min(84, Math.max(-84, latitude + off)),
          longitude: Math.min(180, Math.max(-180, longitude + off)),
        })),
  )

/** Parses the view in a URL: `52.52,13.40,7.5` is latitude, longitude and zoom. */
export function parseView(text: unknown): { latitude: number; longitude: number; zoom: number } | undefined {
  if (typeof text !== 'string') return undefined
  const [latitude, longitude, zoom, ...rest] = text.split(',').map(Number)
  if (rest.length > 0 || latitude === undefined || longitude === undefined || zoom === undefined) return undefined
  if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180) || !(zoom >= 0 && zoom <= 16)) return undefined
  return { latitude, longitude, zoom }
}
export const formatView = ({ latitude, longitude }: { latitude: number; longitude: number }, zoom: number): string =>
  [latitude.toFixed(4), longitude.toFixed(4), zoom.toFixed(2)].map(Number).join(',')
