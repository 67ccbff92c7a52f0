/**
 * Paths of the pages of a site's routers. They are not in `paths.ts`, which every page loads: only these pages and those
 * of sites and hardware link to them.
 */
export const devicePaths = {
  /** Pages of one router of a site. */
  lan: (id: number, hardware: number) => `/site/${id}/hardware/lan/${hardware}`,
  dhcp: (id: number, hardware: number) => `/site/${id}/hardware/dhcp/${hardware}`,
  cells: (id: number, hardware: number) => `/site/${id}/hardware/lte/${hardware}`,
  ports: (id: number, hardware: number) => `/site/${id}/hardware/ports/${hardware}`,
  traffic: (id: number, hardware: number) => `/site/${id}/hardware/traffic/${hardware}`,
  /** The router is in the search parameter `hardware`; row ids are the router's: `*5`. */
  dhcpAdd: (id: number) => `/site/${id}/hardware/dhcp/add`,
  dhcpUpdate: (id: number, row: string) => `/site/${id}/hardware/dhcp/update/${encodeURIComponent(row)}`,
  leases: (id: number) => `/site/${id}/hardware/active-leases`,
  leaseAdd: (id: number) => `/site/${id}/hardware/active-leases/add`,
  leaseReserve: (id: number, row: string) => `/site/${id}/hardware/active-leases/add/${encodeURIComponent(row)}`,
  leaseUpdate: (id: number, row: string) => `/site/${id}/hardware/active-leases/update/${encodeURIComponent(row)}`,
} as const
