import { paths } from '../../paths.ts'
import type { LinkTarget } from '../../ui/link.tsx'

/** A list filtered by site. */
export const listOfSite = (to: string, site: number): LinkTarget => ({
  to,
  search: { search: `site_id:${site}`, searchFields: 'site_id:=' },
})

const day = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Devices of a site whose warranty ends within 90 days from `now` (milliseconds), as the summary counts them. */
export const expiringWarranties = (site: number, now: number): LinkTarget => ({
  to: paths.hardware.list,
  search: {
    search: `site_id:${site};warranty_expiry_at:${day(now)},${day(now + 90 * 86_400_000)}`,
    searchFields: 'site_id:=;warranty_expiry_at:between',
    searchJoin: 'and',
  },
})
