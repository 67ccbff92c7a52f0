import type { SiteStatus } from '@trunkline/contract/resources/hardware-enums'
import { sites } from '@trunkline/contract/resources/site'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useCompanyContext } from '../../access/company-context.ts'
import { useCall } from '../../api/query.ts'
import { areaOf, joined } from '../../map/clusters.ts'
import type { Size, View } from '../../map/projection.ts'
import type { MapControls } from '../../map/world-map.tsx'
import { extentOf, marksOf } from './site-marks.ts'

/** One coarse query for all sites, which the first view is fitted to. */
export const wholeWorld = { west: -180, south: -90, east: 180, north: 90, cell: 5.625 }

/** The sites of the company and status, as marks of the visible area. */
export function useMapSites(status: SiteStatus | undefined, controls: RefObject<MapControls | null>) {
  const { id: company } = useCompanyContext()
  const [visible, setVisible] = useState<{ view: View; size: Size } | null>(null)
  const filter = { ...(company === undefined ? {} : { company }), ...(status ? { status } : {}) }
  const all = useCall(sites.map, { query: { ...wholeWorld, ...filter } }, { subjects: ['hardware'] })
  const detailed = useCall(
    sites.map,
    { query: { ...(visible ? areaOf(visible.view, visible.size) : wholeWorld), ...filter } },
    { enabled: visible !== null, subjects: ['hardware'] },
  )
  const places = useMemo(() => detailed.data?.data ?? all.data?.data ?? [], [detailed.data, all.data])
  const marks = useMemo(() => (visible ? marksOf(joined(places, visible.view, visible.size)) : []), [places, visible])

  // With another company or status, the view is fitted again.
  const filterKey = JSON.stringify(filter)
  const fitted = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!all.data || all.isPlaceholderData) return
    if (fitted.current !== undefined && fitted.current !== filterKey && all.data.data.length > 0)
      controls.current?.fit(extentOf(all.data.data, wholeWorld.cell))
    fitted.current = filterKey
  }, [controls, all.data, all.isPlaceholderData, filterKey])

  return { all, detailed, marks, setVisible }
}
