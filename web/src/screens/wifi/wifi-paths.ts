import { escapeValue } from '@trunkline/contract/list'
import type { WifiController } from '@trunkline/contract/resources/wifi-shapes'

/** Addresses of the Wi-Fi pages of a site: only these pages and those of sites and hardware lead to them. */
export const wifiPaths = {
  networks: (site: number) => `/site/${site}/wifi`,
  accessPoints: (site: number) => `/site/${site}/wifi/access-points`,
  clients: (site: number) => `/site/${site}/wifi/devices`,
  access: (site: number) => `/site/${site}/wifi/access-control`,
  add: (site: number) => `/site/${site}/hardware/wifi/add`,
  update: (site: number, setting: number) => `/site/${site}/hardware/wifi/${setting}`,
} as const

/** A list narrowed to the rows of one network. */
export const ofNetwork = (to: string, ssid: string) => ({
  to,
  search: { search: `ssid:${escapeValue(ssid)}`, searchFields: 'ssid:=' },
})

/** A list narrowed to the rows of one device. */
export const ofDevice = (to: string, hardwareId: number) => ({
  to,
  search: { search: `hardware_id:${hardwareId}`, searchFields: 'hardware_id:=' },
})

/** A system of a device as a value of a form and of an address: `9/wifi-capsman`. */
export const systemKey = (of: Pick<WifiController, 'hardware_id' | 'stack'>): string => `${of.hardware_id}/${of.stack}`

/** dBm; below it a device is slow, and slows others down. */
export const weakSignal = -75

/** A list narrowed to devices with a weak signal. */
export const ofSignal = (to: string) => ({
  to,
  search: { search: `signal:${weakSignal}`, searchFields: 'signal:<=' },
})
