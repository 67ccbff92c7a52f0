import type { DeviceInterface, InterfaceTraffic } from '@trunkline/contract/resources/control-shapes'
import { rateText } from '../../ui/amounts.ts'
import type { Point } from './time-series.ts'

/** `1.23 Mbit/s` from bit/s, to three digits. */
export function bitsText(bps: number, language: string): string {
  if (bps < 1000) return `${Math.round(bps).toLocaleString(language)} bit/s`
  const digits = 10 ** (Math.floor(Math.log10(bps)) - 2)
  return rateText((Math.round(bps / digits) * digits) / 1000, language)
}

/** Name of a line of an interface. */
export const trafficLine = (name: string, direction: 'rx' | 'tx'): string => `${name} ${direction}`

/** Current traffic of the interfaces, by line. */
export const trafficValues = (interfaces: readonly InterfaceTraffic[]): Point['values'] =>
  Object.fromEntries(
    interfaces.flatMap(({ name, rx_bps, tx_bps }) => [
      [trafficLine(name, 'rx'), rx_bps],
      [trafficLine(name, 'tx'), tx_bps],
    ]),
  )

const rank = (type: string) => {
  const order = ['ether', 'sfp', 'lte', 'wifi', 'wlan', 'wireless', 'bridge', 'vlan', 'pppoe-out', 'wg']
  const at = order.findIndex((one) => type.startsWith(one))
  return at < 0 ? order.length : at
}

/** Interfaces without loopbacks: running ones first, physical before virtual, then by name. */
export const orderInterfaces = <T extends Pick<DeviceInterface, 'name' | 'type' | 'running'>>(
  list: readonly T[],
): T[] =>
  list
    .filter(({ type }) => type !== 'loopback')
    .sort(
      (one, other) =>
        Number(other.running) - Number(one.running) ||
        rank(one.type) - rank(other.type) ||
        one.name.localeCompare(other.name, 'en', { numeric: true }),
    )
