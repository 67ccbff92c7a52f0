import { escapeValue } from '@trunkline/contract/list'
import type { WifiController } from '@trunkline/contract/resources/wifi-shapes'

/** Paths of the Wi-Fi pages of a site: only these pages and those of sites and hardware link to them. */
export const wifiPaths = {
  networks: (site: number) => `/site/${site}/wifi`,
  accessPoints: (site: number) => `/site/${site}/wifi/access-points`,
  clients: (site: number) => `/site/${site}/wifi/devices`,
  access: (site: number) => `/site/${site}/wifi/access-control`,
  add: (site: number) => `/site/${site}/hardware/wifi/add`,
  update: (site: number, setting: number) => `/site/${site}/hardware/wifi/${setting}`,
} as const

/** A link to a list, filtered by network. */
export const withNetwork = (to: string, ssid: string) => ({
  to,
  search: { search: `ssid:${escapeValue(ssid)}`, searchFields: 'ssid:=' },
})

/** A link to a list, filtered by controlling device. */
export const withController = (to: string, hardwareId: number) => ({
  to,
  search: { search: `hardware_id:${hardwareId}`, searchFields: 'hardware_id:=' },
})

/** A Wi-Fi system of a device, as the value of a form field or a query parameter: `9/wifi-capsman`. */
export const systemKey = (of: Pick<WifiController, 'hardware_id' | 'stack'>): string => `${of.hardware_id}/${of.stack}`

/** dBm; clients with a weaker signal are slow and slow down others. */
export const weakSignal = -75

/** A link to a list, filtered by weak signal. */
export const withWeakSignal = (to: string) => ({
  to,
  search: { search: `signal:${weakSignal}`, searchFields: 'signal:<=' },
})
