import { between } from '../tables/random.ts'
import type { Row } from '../tables/table.ts'
import { interfacesNamed } from './commands-interface.ts'
import type { Handler } from './handler.ts'
import { monitor } from './monitor.ts'
import type { RouterState } from './router-state.ts'
import { noPermission, Trap } from './trap.ts'

/** Networks in the neighbourhood of a radio: name, channel and signal in dBm. */
function networks(router: RouterState, radio: Row): { bssid: string; ssid: string; channel: string; signal: number }[] {
  const name = radio['name'] ?? ''
  return ['Guest', 'Office'].map((ssid, index) => ({
    bssid: `02:00:5E:00:53:${(0x20 + index).toString(16).toUpperCase()}`,
    ssid,
    channel: '2437/20-Ce/gn',
    signal: between(router.seed, `scan ${name} ${ssid}`, -88, -61),
  }))
}

const scan =
  (rowOf: (of: ReturnType<typeof networks>[number]) => Row): Handler =>
  (router, caller, args) => {
    if (!caller.policies.has('test')) throw noPermission()
    const [found] = interfacesNamed(router, args)
    if (found?.row['disabled'] === 'true') throw new Trap('failure: interface is disabled')
    return monitor(router, args, () => networks(router, found?.row ?? {}).map(rowOf))
  }

const legacyScan = scan(({ bssid, ssid, channel, signal }) => ({
  address: bssid,
  ssid,
  channel,
  sig: String(signal),
  nf: '-104',
  snr: String(signal + 104),
  'radio-name': '',
}))

/** Networks that a radio receives; its clients stay connected. No real router has confirmed this for `/interface/wifi`. */
export const scanHandlers: Readonly<Record<string, Handler>> = {
  '/interface/wifi/scan': scan(({ bssid, ssid, channel, signal }) => ({
    address: bssid,
    ssid,
    channel: channel.replace('/20-Ce/', '/'),
    security: 'WPA2-PSK',
    signal: String(signal),
    nf: '-104',
    'sta-count': '1',
  })),
  '/interface/wireless/scan': legacyScan,
  '/caps-man/interface/scan': legacyScan,
}
