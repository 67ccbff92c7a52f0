/** Paths of the pages of a site's networks. Forms have the router in the search parameter `hardware`. */
export const networkPaths = {
  list: (id: number, hardware: number) => `/site/${id}/hardware/networks/${hardware}`,
  add: (id: number) => `/site/${id}/hardware/network/add`,
  update: (id: number, row: string) => `/site/${id}/hardware/network/update/${encodeURIComponent(row)}`,
  ports: (id: number, hardware: number) => `/site/${id}/hardware/switch/${hardware}`,
} as const
