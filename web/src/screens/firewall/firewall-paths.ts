/** Paths of the pages of a router's firewall. Forms and lists have the router in the search parameter `hardware`. */
export const firewallPaths = {
  router: (id: number, hardware: number) => `/site/${id}/hardware/firewall/${hardware}`,
  add: (id: number) => `/site/${id}/hardware/firewall-nat/add`,
  rule: (id: number, row: string) => `/site/${id}/hardware/firewall-nat/${encodeURIComponent(row)}`,
  list: (id: number, name: string) => `/site/${id}/hardware/firewall-list/${encodeURIComponent(name)}`,
} as const
