import { useParams } from '@tanstack/react-router'
import type { Endpoint, Reply } from '@trunkline/contract/endpoint'
import { sites } from '@trunkline/contract/resources/site'
import { wifi } from '@trunkline/contract/resources/wifi'
import { useEffect } from 'react'
import { useCan, useRowCan } from '../../access/can.ts'
import type { ApiError } from '../../api/call.ts'
import { useLive } from '../../api/live.ts'
import { invalidateSubject, useCall } from '../../api/query.ts'
import { watchDevice } from '../../api/watch.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { paths } from '../../paths.ts'
import type { Crumb } from '../../ui/breadcrumbs.tsx'

/** Milliseconds between two reads while the connection for live updates is down. */
const refetchInterval = 30_000

export interface SiteOfPage {
  siteId: number
  /** Undefined until it is loaded, and for users who may not view sites. */
  site: Reply<typeof sites.show>['data'] | undefined
  error: ApiError | null
  retry: () => void
  /** Whether the user may do this at the site. */
  may: (endpoint: Endpoint) => boolean
  /** Breadcrumbs down to the site. */
  crumbs: readonly Crumb[]
}

export interface SiteWifi extends SiteOfPage {
  networks: Reply<typeof wifi.settings> | undefined
}

/** The site whose id is in the path of the page. */
export function useSite(): SiteOfPage {
  const { t } = useTranslation()
  const { id } = useParams({ strict: false }) as { id?: string }
  const siteId = Number(id)
  const can = useCan()
  const canOn = useRowCan()
  const { data, error, refetch } = useCall(sites.show, { params: { id: siteId } }, { enabled: can(sites.show) })
  const site = data?.data
  return {
    siteId,
    site,
    error,
    retry: () => void refetch(),
    may: (endpoint) => site !== undefined && !site.deleted_at && canOn(endpoint, site),
    crumbs: [
      ...(can(sites.index) ? [{ label: t('panel:title.sites'), to: paths.sites.list }] : []),
      { label: site?.name ?? '…', ...(can(sites.show) ? { to: paths.sites.summary(siteId) } : {}) },
    ],
  }
}

/** The site of the page with its Wi-Fi networks and controllers. */
export function useSiteWifi(): SiteWifi {
  const of = useSite()
  const paused = useLive().status === 'paused'
  // The page shows all networks of the site; 200 is the largest page.
  const { data, error, refetch } = useCall(
    wifi.settings,
    { params: { id: of.siteId }, query: { perPage: 200 } },
    paused ? {} : { every: refetchInterval },
  )
  return {
    ...of,
    networks: data,
    error: of.error ?? error,
    retry: () => {
      of.retry()
      void refetch()
    },
  }
}

/** While the page is open the server polls the site's controllers every few seconds, and new readings are shown. */
export function useWatchControllers(networks: SiteWifi['networks']): void {
  const paused = useLive().status === 'paused'
  const ids = [...new Set(networks?.controllers.map(({ hardware_id }) => hardware_id))]
  const key = ids.toSorted((one, other) => one - other).join()
  useEffect(() => {
    if (paused || key === '') return
    const unwatch = key.split(',').map((id) => watchDevice(Number(id), () => invalidateSubject('wifi')))
    return () => {
      for (const end of unwatch) end()
    }
  }, [key, paused])
}

/** A list endpoint of one site, without parameters left in its path, as `ListScreen` takes it. */
export const endpointOfSite = <E extends Endpoint>(endpoint: E, siteId: number): E => ({
  ...endpoint,
  name: `${endpoint.name}.${siteId}`,
  path: endpoint.path.replace('{id}', String(siteId)),
})
