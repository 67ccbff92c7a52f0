/** Paths of the pages of a router's firewall. Row ids are the router's: `*5`. */
export const firewallPaths = {
  router: (hardware: number) => `/hardware/${hardware}/firewall`,
  add: (hardware: number) => `/hardware/${hardware}/firewall-nat/add`,
  rule: (hardware: number, row: string) => `/hardware/${hardware}/firewall-nat/${encodeURIComponent(row)}`,
  list: (hardware: number, name: string) => `/hardware/${hardware}/firewall-list/${encodeURIComponent(name)}`,
} as const
