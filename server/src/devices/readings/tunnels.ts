import { isIP } from 'node:net'
import type { Session } from '@trunkline/routeros'
import { optional } from './identity.ts'
import { flagOf, macOf, secondsOf, textOf } from './values.ts'

/** One end of a tunnel. */
export interface TunnelEnd {
  interface: string
  /** `eoip`, `gre`, `ipip`, `l2tp`, `sstp`, `pptp`, `ovpn`, `pppoe`, `wireguard`. */
  kind: string
  running: boolean
  /** Address of the other end, outside the tunnel or in it. */
  remote: string | null
  /** MAC address of the client, of PPPoE. */
  mac: string | null
  /** Public key of the other end, of WireGuard. */
  peer_key: string | null
}

/** The reading `tunnel`. */
export interface Tunnels {
  ends: TunnelEnd[]
  /** Public keys of the WireGuard interfaces of the device. */
  keys: string[]
}

/** Menus of tunnels by the type of their interface, with the property that has the address of the other end. */
const menus: Readonly<Record<string, { kind: string; menu: string; remote: string }>> = {
  eoip: { kind: 'eoip', menu: 'interface/eoip', remote: 'remote-address' },
  'gre-tunnel': { kind: 'gre', menu: 'interface/gre', remote: 'remote-address' },
  'ipip-tunnel': { kind: 'ipip', menu: 'interface/ipip', remote: 'remote-address' },
  'l2tp-out': { kind: 'l2tp', menu: 'interface/l2tp-client', remote: 'connect-to' },
  'sstp-out': { kind: 'sstp', menu: 'interface/sstp-client', remote: 'connect-to' },
  'pptp-out': { kind: 'pptp', menu: 'interface/pptp-client', remote: 'connect-to' },
  'ovpn-out': { kind: 'ovpn', menu: 'interface/ovpn-client', remote: 'connect-to' },
}

/** A concentrator with more clients serves subscribers; its sessions are in RADIUS. */
const maxServed = 200

/** Seconds after the last handshake within which a WireGuard peer is connected: it repeats it every two minutes. */
const handshakeSeconds = 180

/**
 * Reads the tunnels of a device. Only menus of which the device has interfaces are read.
 * @throws RouterError
 */
export async function readTunnels(session: Session): Promise<Tunnels> {
  const interfaces = await session.print('interface', { proplist: ['name', 'type', 'running', 'disabled'] })
  const active = interfaces.filter((row) => !flagOf(row['disabled']))
  const running = new Set(active.filter((row) => flagOf(row['running'])).map((row) => row['name']))
  const ends: TunnelEnd[] = []
  const add = (name: string | undefined, kind: string, more: Partial<TunnelEnd>): void => {
    if (name !== undefined)
      ends.push({ interface: name, kind, running: running.has(name), remote: null, mac: null, peer_key: null, ...more })
  }
  for (const [type, { kind, menu, remote }] of Object.entries(menus)) {
    if (!active.some((row) => row['type'] === type)) continue
    for (const row of await optional(session.print(menu, { proplist: ['name', remote] })))
      add(row['name'], kind, { remote: addressOf(row[remote]) })
  }
  const served = active.filter((row) => /^(l2tp|sstp|pptp|ovpn|pppoe)-in$/.test(row['type'] ?? ''))
  if (served.length > 0 && served.length <= maxServed)
    for (const row of await optional(
      session.print('ppp/active', { proplist: ['name', 'service', 'caller-id', 'address'] }),
    ))
      add(row['name'], row['service'] ?? 'ppp', {
        running: true,
        remote: addressOf(row['address']) ?? addressOf(row['caller-id']),
        mac: macOf(row['caller-id']),
      })
  if (!active.some((row) => row['type'] === 'wg')) return { ends, keys: [] }
  const [own, peers] = await Promise.all([
    optional(session.print('interface/wireguard', { proplist: ['public-key'] })),
    optional(
      session.print('interface/wireguard/peers', {
        proplist: ['interface', 'public-key', 'last-handshake', 'disabled'],
      }),
    ),
  ])
  for (const row of peers) {
    const age = secondsOf(row['last-handshake'])
    if (!flagOf(row['disabled']))
      add(row['interface'], 'wireguard', {
        running: age !== null && age <= handshakeSeconds,
        peer_key: textOf(row['public-key']),
      })
  }
  return { ends, keys: own.flatMap((row) => textOf(row['public-key']) ?? []) }
}

const addressOf = (text: string | undefined): string | null => (text !== undefined && isIP(text) !== 0 ? text : null)
