/** What a type of hardware is to the panel: which screens and pictures belong to it. */
export const hardwareKinds = ['router', 'access-point', 'switch', 'lte-router', 'antenna', 'other'] as const
export type HardwareKind = (typeof hardwareKinds)[number]

/** Bands of a radio, GHz. */
export const radioBands = ['2.4', '5', '6', '60'] as const
export type RadioBand = (typeof radioBands)[number]

/** How the panel talks to a router: RouterOS's binary API plain or in TLS, or REST over HTTPS. */
export const managementProtocols = ['api', 'api-ssl', 'rest'] as const
export type ManagementProtocol = (typeof managementProtocols)[number]

/** Where a device stands: read in time, read once and not since, never read. */
export const onlineStates = ['online', 'offline', 'unknown'] as const
export type OnlineState = (typeof onlineStates)[number]

/** Of a site, from its hardware: all online, some, none, never read. */
export const siteStatuses = ['online', 'partial', 'offline', 'unknown'] as const
export type SiteStatus = (typeof siteStatuses)[number]
