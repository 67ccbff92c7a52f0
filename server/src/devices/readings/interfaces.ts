import type { DeviceInterface, InterfaceTraffic } from '@trunkline/contract/resources/control-shapes'
import type { Session } from '@trunkline/routeros'
import { flagOf, macOf, numberOf, textOf, integerOf } from './values.ts'

const counters = ['rx-byte', 'tx-byte']
const all = [
  'name',
  'type',
  'mac-address',
  'actual-mtu',
  'running',
  'slave',
  'disabled',
  'dynamic',
  'comment',
  'link-downs',
  'last-link-up-time',
  ...counters,
  'rx-packet',
  'tx-packet',
  'rx-drop',
  'tx-drop',
  'rx-error',
  'tx-error',
]

/** Byte counters of the interfaces at one time of this process. */
export interface CounterReading {
  /** `performance.now()`, because the wall clock may be adjusted. */
  at: number
  bytes: Map<string, readonly [rx: number, tx: number]>
  /** Packets that were received with an error, or could not be sent because of one. */
  errors: Map<string, readonly [rx: number, tx: number]>
}

/** Interfaces with their counters, stored as `interface`. Rates require a previous reading: `withRates`. */
export async function readInterfaces(session: Session): Promise<DeviceInterface[]> {
  const rows = await session.print('interface', { proplist: all })
  return rows.map((row) => ({
    id: row['.id'] ?? '',
    name: row['name'] ?? '',
    type: row['type'] ?? '',
    mac: macOf(row['mac-address']),
    mtu: integerOf(row['actual-mtu']),
    running: flagOf(row['running']),
    slave: flagOf(row['slave']),
    disabled: flagOf(row['disabled']),
    dynamic: flagOf(row['dynamic']),
    comment: textOf(row['comment']),
    link_downs: integerOf(row['link-downs']),
    last_link_up_at: textOf(row['last-link-up-time']),
    rx_bytes: numberOf(row['rx-byte']),
    tx_bytes: numberOf(row['tx-byte']),
    rx_packets: numberOf(row['rx-packet']),
    tx_packets: numberOf(row['tx-packet']),
    rx_drops: numberOf(row['rx-drop']),
    tx_drops: numberOf(row['tx-drop']),
    rx_errors: numberOf(row['rx-error']),
    tx_errors: numberOf(row['tx-error']),
    rx_bps: null,
    tx_bps: null,
  }))
}

export const countedOf = (interfaces: readonly DeviceInterface[]): CounterReading => ({
  at: performance.now(),
  bytes: new Map(
    interfaces.flatMap(({ name, rx_bytes, tx_bytes }) =>
      rx_bytes === null || tx_bytes === null ? [] : [[name, [rx_bytes, tx_bytes] as const]],
    ),
  ),
  errors: new Map(
    interfaces.flatMap(({ name, rx_errors, tx_errors }) =>
      rx_errors === null || tx_errors === null ? [] : [[name, [rx_errors, tx_errors] as const]],
    ),
  ),
})

/** Packets with errors per second between two readings, by interface. A counter that was reset yields no rate. */
export function errorRates(
  before: CounterReading,
  now: CounterReading,
): Map<string, readonly [rx: number, tx: number]> {
  const seconds = (now.at - before.at) / 1000
  if (seconds < 0.5) return new Map()
  return new Map(
    [...now.errors].flatMap(([name, is]) => {
      const was = before.errors.get(name)
      return was === undefined || is[0] < was[0] || is[1] < was[1]
        ? []
        : [[name, [(is[0] - was[0]) / seconds, (is[1] - was[1]) / seconds] as const]]
    }),
  )
}

/** Rates between two readings of the counters. A counter that has decreased was reset and yields no rate. */
export function withRates(
  interfaces: readonly DeviceInterface[],
  before: CounterReading,
  now: CounterReading,
): DeviceInterface[] {
  const seconds = (now.at - before.at) / 1000
  if (seconds < 0.5) return [...interfaces]
  return interfaces.map((one) => {
    const [was, is] = [before.bytes.get(one.name), now.bytes.get(one.name)]
    if (was === undefined || is === undefined || is[0] < was[0] || is[1] < was[1]) return one
    const rate = (n: 0 | 1) => Math.round(((is[n] - was[n]) * 8) / seconds)
    return { ...one, rx_bps: rate(0), tx_bps: rate(1) }
  })
}

/**
 * The uplink interface, whose traffic represents the device: that of the default route; where that is unknown, the one
 * whose name indicates it, else the running interface outside any bridge with the most traffic.
 * @param routed name of the interface of the default route
 */
export function uplinkOf(
  interfaces: readonly DeviceInterface[],
  routed: string | null | undefined,
): DeviceInterface | undefined {
  const uplink = interfaces.find((one) => one.name === routed)
  if (uplink !== undefined) return uplink
  const able = interfaces.filter((one) => one.running && !one.disabled && !one.slave && one.type !== 'loopback')
  const named = able.find((one) => /\b(wan|uplink|internet)\b/i.test(`${one.name} ${one.comment ?? ''}`))
  if (named !== undefined) return named
  const outside = able.filter((one) => !['bridge', 'vlan', 'wg', 'l2tp-out', 'sstp-out', 'ovpn-out'].includes(one.type))
  const carried = (one: DeviceInterface) => (one.rx_bytes ?? 0) + (one.tx_bytes ?? 0)
  return outside.toSorted((a, b) => carried(b) - carried(a))[0] ?? able[0]
}

/** Current rates of interfaces, as the router measures them; of all interfaces if none is named. */
export async function readTraffic(session: Session, names?: readonly string[]): Promise<InterfaceTraffic[]> {
  const list =
    names ??
    (await session.print('interface', { proplist: ['name', 'running'], where: { running: true } })).map(
      (row) => row['name'] ?? '',
    )
  if (list.length === 0) return []
  const { rows } = await session.run('interface/monitor-traffic', { interface: list.join(','), once: '' })
  return rows.flatMap((row) =>
    row['name'] === undefined
      ? []
      : [
          {
            name: row['name'],
            rx_bps: numberOf(row['rx-bits-per-second']) ?? 0,
            tx_bps: numberOf(row['tx-bits-per-second']) ?? 0,
            rx_pps: numberOf(row['rx-packets-per-second']) ?? 0,
            tx_pps: numberOf(row['tx-packets-per-second']) ?? 0,
          },
        ],
  )
}
