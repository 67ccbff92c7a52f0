/**
 * Paths of the pages of a device, and of the leases of a site. They are not in `paths.ts`, which every page loads: only
 * these pages and those of sites link to them. Row ids are the router's: `*5`.
 */
const device = (id: number) => `/hardware/${id}`
const part = (id: number, path: string, row: string) => `${device(id)}/${path}/${encodeURIComponent(row)}`

export const devicePaths = {
  lan: (id: number) => `${device(id)}/lan`,
  dhcp: (id: number) => `${device(id)}/dhcp`,
  dhcpAdd: (id: number) => `${device(id)}/dhcp/add`,
  dhcpUpdate: (id: number, row: string) => part(id, 'dhcp/update', row),
  leases: (id: number) => `${device(id)}/active-leases`,
  leaseAdd: (id: number) => `${device(id)}/active-leases/add`,
  leaseReserve: (id: number, row: string) => part(id, 'active-leases/add', row),
  leaseUpdate: (id: number, row: string) => part(id, 'active-leases/update', row),
  cells: (id: number) => `${device(id)}/lte`,
  ports: (id: number) => `${device(id)}/ports`,
  traffic: (id: number) => `${device(id)}/traffic`,
  backups: (id: number) => `${device(id)}/backups`,
  topology: (id: number) => `${device(id)}/topology`,
  tools: (id: number) => `${device(id)}/tools`,
  notes: (id: number) => `${device(id)}/notes`,
  activity: (id: number) => `${device(id)}/activity`,
  /** Leases of all routers of a site, and a new reservation on one that is selected there. */
  siteLeases: (site: number) => `/site/${site}/hardware/active-leases`,
  siteLeaseAdd: (site: number) => `/site/${site}/hardware/active-leases/add`,
} as const
