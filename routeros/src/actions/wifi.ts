import type { CallOptions, Row, Session } from '../session.ts'
import { flag } from '../values/plain.ts'
import { unlessRejected } from './missing.ts'

/** The two Wi-Fi systems, each as a controller and as local radios of the device. */
export const wifiStackNames = ['caps-man', 'wifi-capsman', 'local-wireless', 'local-wifi'] as const
export type WifiStack = (typeof wifiStackNames)[number]

/**
 * Detects which Wi-Fi systems a device uses by querying it; the version does not decide, because since 7.13 the
 * legacy system is a separate package, and both menus may exist. A controller counts if it is enabled or manages
 * devices.
 */
export async function detectWifi(session: Session, options: CallOptions = {}): Promise<WifiStack[]> {
  const look = (menu: string, proplist: string[]): Promise<Row[] | undefined> =>
    unlessRejected(session.print(menu, { ...options, proplist }))
  const [manager, capsman, wireless, wifi, early] = await Promise.all([
    look('caps-man/manager', ['enabled']),
    look('interface/wifi/capsman', ['enabled']),
    look('interface/wireless', ['name', 'interface-type']),
    look('interface/wifi', ['name', 'radio-mac', 'configuration.manager', 'cap']),
    // The name before 7.13.
    look('interface/wifiwave2', ['name', 'radio-mac']),
  ])
  const controls = async (settings: Row[] | undefined, menu: string) =>
    settings !== undefined && (flag(settings[0]?.enabled) || ((await look(menu, ['identity'])) ?? []).length > 0)
  const [isOld, isNew] = await Promise.all([
    controls(manager, 'caps-man/remote-cap'),
    controls(capsman, 'interface/wifi/capsman/remote-cap'),
  ])
  // Radios of managed devices are in the same menu as local ones; local ones have no `cap`.
  const own = [...(wifi ?? []), ...(early ?? [])].filter((row) => (row.cap ?? '') === '' || row.cap === 'local')
  const found: Record<WifiStack, boolean> = {
    'caps-man': isOld,
    'wifi-capsman': isNew,
    'local-wireless': (wireless ?? []).length > 0,
    'local-wifi': own.length > 0,
  }
  return wifiStackNames.filter((stack) => found[stack])
}
