import { useParams } from '@tanstack/react-router'
import type { Endpoint, Reply } from '@trunkline/contract/endpoint'
import { sites } from '@trunkline/contract/resources/site'
import { wifi } from '@trunkline/contract/resources/wifi'
import { useEffect } from 'react'
import { useRowCan } from '../../access/can.ts'
import type { ApiError } from '../../api/call.ts'
import { useLive } from '../../api/live.ts'
import { invalidateSubject, useCall } from '../../api/query.ts'
import { watchDevice } from '../../api/watch.ts'

/** Readings are announced while somebody looks; this is for when the connection of announcements is down. */
const lookEvery = 30_000

export type Networks = Reply<typeof wifi.settings>

export interface SiteWifi {
  siteId: number
  /** Undefined until it is there. */
  site: Reply<typeof sites.show>['data'] | undefined
  networks: Networks | undefined
  pending: boolean
  error: ApiError | null
  retry: () => void
  /** Whether the reader may do this at the site. */
  may: (endpoint: Endpoint) => boolean
}

/** The Wi-Fi of the site of a page's address. */
export function useSiteWifi(): SiteWifi {
  const { id } = useParams({ strict: false }) as { id?: string }
  const siteId = Number(id)
  const canOn = useRowCan()
  const still = useLive().status === 'paused'
  const params = { params: { id: siteId } }
  const shown = useCall(sites.show, params)
  // The page shows all networks of the site; no page is larger.
  const found = useCall(wifi.settings, { ...params, query: { perPage: 200 } }, still ? {} : { every: lookEvery })
  const site = shown.data?.data
  return {
    siteId,
    site,
    networks: found.data,
    pending: found.isPending || shown.isPending,
    error: shown.error ?? found.error,
    retry: () => {
      void shown.refetch()
      void found.refetch()
    },
    may: (endpoint) => site !== undefined && site.deleted_at === null && canOn(endpoint, site),
  }
}

/** The page looks at these devices: they are read every few seconds for as long, and what they say is shown as it comes. */
export function useWatchAll(hardwareIds: readonly number[]): void {
  const paused = useLive().status === 'paused'
  const named = [...new Set(hardwareIds)].toSorted((one, other) => one - other).join()
  useEffect(() => {
    if (paused || named === '') return
    const ends = named.split(',').map((id) => watchDevice(Number(id), () => invalidateSubject('wifi')))
    return () => {
      for (const end of ends) end()
    }
  }, [named, paused])
}

/** A list of this very site: an endpoint whose path has no parameter left, as lists take them. */
export const listOf = <E extends Endpoint>(endpoint: E, siteId: number): E => ({
  ...endpoint,
  name: `${endpoint.name}.${siteId}`,
  path: endpoint.path.replace('{id}', String(siteId)),
})
