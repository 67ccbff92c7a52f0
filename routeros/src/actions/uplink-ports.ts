import { isIPv4 } from 'node:net'
import type { Row, Session } from '../session.ts'
import { flag, list } from '../values/plain.ts'
import { unlessRejected } from './missing.ts'

const number = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

/** Whether an IPv4 address is in the network of `192.0.2.1/24`. */
function isInNetwork(address: string, network: string): boolean {
  const [base = '', length = '32'] = network.split('/')
  const size = 2 ** (32 - Number(length))
  return isIPv4(address) && isIPv4(base) && Math.floor(number(address) / size) === Math.floor(number(base) / size)
}

/**
 * Names of interfaces that may lead to the client of this session or to another network: those of routes with a gateway,
 * of clients of DHCP and PPPoE, and of the network of `address`; of bridges, bonds and VLANs all ports below. Rather too
 * many than too few.
 * @param address of the client of this session, or the one by which it reaches the router; a host name matches nothing
 * @throws RouterError
 */
export async function uplinkPorts(session: Session, address: string): Promise<Set<string>> {
  const read = async (menu: string): Promise<Row[]> => (await unlessRejected(session.print(menu))) ?? []
  const [interfaces, routes, routes6, addresses, dhcp, pppoe, ports, bonds, vlans] = await Promise.all(
    [
      'interface',
      'ip/route',
      'ipv6/route',
      'ip/address',
      'ip/dhcp-client',
      'interface/pppoe-client',
      'interface/bridge/port',
      'interface/bonding',
      'interface/vlan',
    ].map(read),
  )
  const names = (interfaces ?? []).flatMap(({ name }) => name ?? [])
  const found = new Set<string>()
  for (const route of [...(routes ?? []), ...(routes6 ?? [])]) {
    // `192.0.2.1%ether1`, `192.0.2.1 reachable via  ether1`, or the name itself.
    const texts = [route.gateway, route['immediate-gw'], route['gateway-status']].map((text) => text ?? '')
    const isConnected = flag(route.connect)
    for (const name of names)
      if (!isConnected && texts.some((text) => text.split(/[%\s,]+/).includes(name))) found.add(name)
  }
  for (const row of [...(dhcp ?? []), ...(pppoe ?? [])]) found.add(row.interface ?? '')
  for (const row of addresses ?? [])
    if (isInNetwork(address, row.address ?? '')) found.add(row['actual-interface'] ?? row.interface ?? '')
  for (let size = -1; size !== found.size;) {
    size = found.size
    for (const row of ports ?? []) if (found.has(row.bridge ?? '')) found.add(row.interface ?? '')
    for (const row of bonds ?? []) if (found.has(row.name ?? '')) for (const one of list(row.slaves)) found.add(one)
    for (const row of vlans ?? []) if (found.has(row.name ?? '')) found.add(row.interface ?? '')
  }
  return found
}
