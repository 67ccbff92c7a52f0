/**
 * Addresses of the pages of access control. They stand here and not in `paths.ts`, which every page loads: only these
 * pages and those of Wi-Fi and devices lead to them.
 */
export const accessPaths = {
  list: (site: number) => `/site/${site}/wifi/access-control`,
  /** What the form starts with stands in the search: see `EntryStart`. */
  create: (site: number) => `/site/${site}/wifi/access-control/create`,
  update: (site: number, entry: number) => `/site/${site}/wifi/access-control/update/${entry}`,
  block: (site: number) => `/site/${site}/hardware/blocked-wifi/create`,
  blockUpdate: (site: number, entry: number) => `/site/${site}/hardware/blocked-wifi/update/${entry}`,
  /** The list as one controller has it. */
  raw: (site: number, hardware: number) => `/site/${site}/hardware/access-list/${hardware}`,
} as const

/** What the address of a form may carry: a device that was seen somewhere, and what is to be done with it. */
export interface EntryStart {
  mac?: string
  name?: string
  action?: 'allow' | 'block'
}

/** The list that was looked at last: that of a site, or the one across all sites. */
let lastList: string | undefined

export const rememberList = (path: string): void => {
  lastList = path
}

/** Where the form of an entry of a site goes back to. */
export const listBefore = (site: number, home: string): string => (lastList === home ? home : accessPaths.list(site))
