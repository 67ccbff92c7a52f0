import type { DeviceInterface, InterfaceTraffic } from '@trunkline/contract/resources/control-shapes'
import { rateText } from '../../ui/amounts.ts'
import type { Point } from './ring.ts'

/** `1.23 Mbit/s` of bit/s, to three digits: a measured rate has no more. */
export function bitsText(bps: number, language: string): string {
  if (bps < 1000) return `${Math.round(bps).toLocaleString(language)} bit/s`
  const digits = 10 ** (Math.floor(Math.log10(bps)) - 2)
  return rateText((Math.round(bps / digits) * digits) / 1000, language)
}

/** The lines of an interface in a point: what it receives and what it sends. */
export const lineOf = (name: string, way: 'rx' | 'tx'): string => `${name} ${way}`

/** One moment of the chosen interfaces. */
export const trafficPoint = (at: string, of: readonly InterfaceTraffic[]): Point => ({
  at: Date.parse(at),
  values: Object.fromEntries(
    of.flatMap(({ name, rx_bps, tx_bps }) => [
      [lineOf(name, 'rx'), rx_bps],
      [lineOf(name, 'tx'), tx_bps],
    ]),
  ),
})

const rank = (type: string) => {
  const order = ['ether', 'sfp', 'lte', 'wifi', 'wlan', 'wireless', 'bridge', 'vlan', 'pppoe-out', 'wg']
  const at = order.findIndex((one) => type.startsWith(one))
  return at < 0 ? order.length : at
}

/** Interfaces worth offering, the likeliest uplink first: what is physical before what is made of it, what runs first. */
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
