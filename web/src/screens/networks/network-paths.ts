/** Paths of the pages of the networks and ports of a router. */
export const networkPaths = {
  list: (hardware: number) => `/hardware/${hardware}/networks`,
  add: (hardware: number) => `/hardware/${hardware}/network/add`,
  update: (hardware: number, row: string) => `/hardware/${hardware}/network/update/${encodeURIComponent(row)}`,
  ports: (hardware: number) => `/hardware/${hardware}/switch`,
} as const
