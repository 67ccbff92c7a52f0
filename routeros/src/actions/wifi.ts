import type { CallOptions, Row, Session } from '../session.ts'
import { flag } from '../values/plain.ts'
import { unlessRejected } from './missing.ts'

/** The two Wi-Fi systems, each as controller and as radios of the device itself. */
export const wifiStackNames = ['caps-man', 'wifi-capsman', 'local-wireless', 'local-wifi'] as const
export type WifiStack = (typeof wifiStackNames)[number]

/**
 * Which Wi-Fi systems a device uses. It is asked and not told from its version: since 7.13 the old system is a package
 * of its own, and both menus may be there. A controller counts where it is switched on or has devices under it.
 */
export async function detectWifi(session: Session, options: CallOptions = {}): Promise<WifiStack[]> {
  const look = (menu: string, proplist: string[]): Promise<Row[] | undefined> =>
    unlessRejected(session.print(menu, { ...options, proplist }))
  const [manager, capsman, wireless, wifi, early] = await Promise.all([
    look('caps-man/manager', ['enabled']),
    look('interface/wifi/capsman', ['enabled']),
    look('interface/wireless', ['name', 'interface-type']),
    look('interface/wifi', ['name', 'radio-mac', 'configuration.manager', 'cap']),
    // Its name before 7.13.
    look('interface/wifiwave2', ['name', 'radio-mac']),
  ])
  const controls = async (settings: Row[] | undefined, menu: string) =>
    settings !== undefined && (flag(settings[0]?.enabled) || ((await look(menu, ['identity'])) ?? []).length > 0)
  const [isOld, isNew] = await Promise.all([
    controls(manager, 'caps-man/remote-cap'),
    controls(capsman, 'interface/wifi/capsman/remote-cap'),
  ])
  // Radios of a controller's devices stand in the same menu as its own; these have no `cap`.
  const own = [...(wifi ?? []), ...(early ?? [])].filter((row) => (row.cap ?? '') === '' || row.cap === 'local')
  const found: Record<WifiStack, boolean> = {
    'caps-man': isOld,
    'wifi-capsman': isNew,
    'local-wireless': (wireless ?? []).length > 0,
    'local-wifi': own.length > 0,
  }
  return wifiStackNames.filter((stack) => found[stack])
}
