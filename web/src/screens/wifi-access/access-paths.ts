/** Paths of the pages of access control. They are not part of `paths.ts`, which every page loads: few pages link to them. */
export const accessPaths = {
  list: (site: number) => `/site/${site}/wifi/access-control`,
  /** `EntryStart` says what the search parameters may set. */
  create: (site: number) => `/site/${site}/wifi/access-control/create`,
  update: (site: number, entry: number) => `/site/${site}/wifi/access-control/update/${entry}`,
  /** The access list of one controller. */
  device: (hardware: number) => `/hardware/${hardware}/access-list`,
} as const

/** Values of a new entry, as search parameters of its form. */
export interface EntryStart {
  mac?: string
  name?: string
  action?: 'allow' | 'block'
}

/** The list that was open last: of a site, or of all sites. */
let lastList: string | undefined

export const rememberList = (path: string): void => {
  lastList = path
}

/** The list that the form of an entry returns to: that of all sites if it was open last, or that of the site. */
export const lastListOf = (site: number, allSites: string): string =>
  lastList === allSites ? allSites : accessPaths.list(site)
