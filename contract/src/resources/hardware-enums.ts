/** The kind of a hardware type decides which screens and images belong to it. */
export const hardwareKinds = ['router', 'access-point', 'switch', 'lte-router', 'antenna', 'other'] as const
export type HardwareKind = (typeof hardwareKinds)[number]

/** Bands of a radio, GHz. */
export const radioBands = ['2.4', '5', '6', '60'] as const
export type RadioBand = (typeof radioBands)[number]

/** Protocols for a router: RouterOS's binary API in plain text or in TLS, or REST over HTTPS. */
export const managementProtocols = ['api', 'api-ssl', 'rest'] as const
export type ManagementProtocol = (typeof managementProtocols)[number]

/** State of a device: read recently, read but not recently, never read. */
export const onlineStates = ['online', 'offline', 'unknown'] as const
export type OnlineState = (typeof onlineStates)[number]

/** State of a site, from its hardware: all online, some, none, never read. */
export const siteStatuses = ['online', 'partial', 'offline', 'unknown'] as const
export type SiteStatus = (typeof siteStatuses)[number]
