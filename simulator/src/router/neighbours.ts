import { macOf } from '../tables/random.ts'
import type { Row } from '../tables/table.ts'
import { portsOf } from './bridge-vlans.ts'
import { refreshLeases } from './lan.ts'
import type { RouterState } from './router-state.ts'

/** A discovered neighbour. */
interface Neighbour {
  address: string
  mac: string
  interface: string
  port: string | undefined
}

const bridgeUnder = (router: RouterState, name: string): string | undefined => {
  const found = router.interfaceNamed(name)
  if (found?.menu === '/interface/bridge') return name
  return found?.menu === '/interface/vlan' ? bridgeUnder(router, found.row['interface'] ?? '') : undefined
}

/** Hosts of bound leases, and the management client if its port is known. */
function neighboursOf(router: RouterState): Neighbour[] {
  const found: Neighbour[] = []
  const servers = new Map(router.table('/ip/dhcp-server').rows.map((row) => [row['name'], row['interface'] ?? '']))
  for (const lease of refreshLeases(router)) {
    const name = servers.get(lease['active-server'])
    if (lease['status'] !== 'bound' || name === undefined) continue
    const bridge = bridgeUnder(router, name)
    const ports = bridge === undefined ? [] : portsOf(router, bridge).map((port) => port['interface'] ?? '')
    const up = ports.filter((port) => router.interfaceNamed(port)?.row['running'] === 'true')
    const mac = lease['active-mac-address'] ?? ''
    const port = up[Number.parseInt(mac.slice(-2), 16) % Math.max(1, up.length)]
    found.push({ address: lease['active-address'] ?? '', mac, interface: name, port })
  }
  const { management } = router
  if (management) {
    const mac = macOf(router.seed, 'manager', '00:16:3E')
    for (const address of new Set([...router.logins].map((login) => login.address.replace(/^::ffff:/, '')))) {
      found.push({ address, mac, interface: management.interface, port: management.port })
    }
  }
  return found
}

/** Discovered rows follow the configured ones. */
function learned(router: RouterState, menu: string, key: (row: Row) => string, rows: readonly Row[]): Row[] {
  const table = router.table(menu)
  const wanted = new Map(rows.map((row) => [key(row), row]))
  for (const row of table.rows.slice()) {
    if (row['dynamic'] !== 'true') continue
    const known = wanted.get(key(row))
    wanted.delete(key(row))
    if (known) Object.assign(row, known)
    else table.drop(row['.id'] ?? '')
  }
  for (const row of wanted.values()) table.insert(row)
  return table.rows
}

export const arpTable = (router: RouterState): Row[] =>
  learned(
    router,
    '/ip/arp',
    (row) => `${row['interface']} ${row['address']}`,
    neighboursOf(router).map((one) => ({
      address: one.address,
      'mac-address': one.mac,
      interface: one.interface,
      published: 'false',
      invalid: 'false',
      dhcp: 'false',
      dynamic: 'true',
      complete: 'true',
      disabled: 'false',
    })),
  )

export const bridgeHosts = (router: RouterState): Row[] =>
  learned(
    router,
    '/interface/bridge/host',
    (row) => `${row['bridge']} ${row['mac-address']}`,
    neighboursOf(router).flatMap((one) => {
      const bridge = bridgeUnder(router, one.interface)
      if (bridge === undefined || one.port === undefined) return []
      const vlan = router.interfaceNamed(one.interface)?.row['vlan-id']
      return [
        {
          'mac-address': one.mac,
          ...(vlan === undefined ? {} : { vid: vlan }),
          interface: one.port,
          bridge,
          'on-interface': one.port,
          dynamic: 'true',
          local: 'false',
          external: 'false',
          invalid: 'false',
          disabled: 'false',
        },
      ]
    }),
  )
