import { message } from '@trunkline/contract/errors'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { Deps } from '../../deps.ts'
import { readAccessList } from '../../devices/wifi/access-menus.ts'
import { readRegistrations } from '../../devices/wifi/read-registrations.ts'
import { readWifi } from '../../devices/wifi/read-wifi.ts'
import { wifiMenus } from '../../devices/wifi/shapes.ts'
import { AppError } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import { loadSite, readWifiDevices, type WifiDevice } from './wifi-devices.ts'

/** Reads the Wi-Fi of all devices of a site in parallel; the error of an unreachable device is in its own row. */
export const refreshHandler = (deps: Deps): Pick<Handlers<typeof wifi>, 'refresh'> => {
  const keys = [deps.config.key, ...deps.config.formerKeys] as const

  async function readOne({ id, name, managed }: WifiDevice) {
    const of = { hardware_id: id, hardware_name: name }
    if (!managed) return { ...of, ok: false, message: message('device.not_managed'), ms: null }
    const began = performance.now()
    try {
      await deps.devices.read(id, wifiMenus.state, (session) => readWifi(session, { keys }))
      await deps.devices.read(id, wifiMenus.registrations, readRegistrations)
      await deps.devices.read(id, wifiMenus.accessList, (session) => readAccessList(session, { keys }))
      return { ...of, ok: true, message: null, ms: Math.round(performance.now() - began) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { ...of, ok: false, message: error.reason, ms: null }
    }
  }

  return {
    async refresh({ actor, params, db }) {
      const devices = await db(async (tx) => {
        await loadSite(tx, actor, wifi.refresh.access, params.id, { writes: true })
        return readWifiDevices(tx, params.id)
      })
      return { data: await Promise.all(devices.map(readOne)) }
    },
  }
}
