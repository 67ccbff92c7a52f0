import { isIPv4 } from 'node:net'
import { RouterError } from '../../errors.ts'
import { unlessRejected } from '../../actions/missing.ts'
import type { Row } from '../../session.ts'
import { flag, list } from '../../values/plain.ts'
import type { Check } from '../check.ts'
import type { CheckContext } from '../context.ts'
import { NotApplicable, verify } from '../result.ts'

const subject = 'Cable test'
const usedBy = ['routeros/src/actions/ports.ts monitor']
const ethernet = 'interface/ethernet'

const number = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

/** Whether an IPv4 address is in the network of `192.0.2.1/24`. */
function isInNetwork(address: string, network: string): boolean {
  const [base = '', length = '32'] = network.split('/')
  const size = 2 ** (32 - Number(length))
  return isIPv4(address) && isIPv4(base) && Math.floor(number(address) / size) === Math.floor(number(base) / size)
}

/**
 * Ethernet ports that may lead to this computer or to another network: those of routes with a gateway, of clients of
 * DHCP and PPPoE, and of the network of this computer; of bridges, bonds and VLANs all ports below. Rather too many than
 * too few.
 */
export async function uplinkPorts(context: CheckContext): Promise<Set<string>> {
  const { session } = context
  const read = async (menu: string): Promise<Row[]> => (await unlessRejected(session.print(menu))) ?? []
  const { localAddress } = await context.openRaw()
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
    if (isInNetwork(localAddress, row.address ?? '')) found.add(row['actual-interface'] ?? row.interface ?? '')
  for (let size = -1; size !== found.size;) {
    size = found.size
    for (const row of ports ?? []) if (found.has(row.bridge ?? '')) found.add(row.interface ?? '')
    for (const row of bonds ?? []) if (found.has(row.name ?? '')) for (const one of list(row.slaves)) found.add(one)
    for (const row of vlans ?? []) if (found.has(row.name ?? '')) found.add(row.interface ?? '')
  }
  return found
}

/** Runs one cable test. @throws NotApplicable if the port has none */
async function testCable(context: CheckContext, name: string): Promise<void> {
  let rows: Row[]
  try {
    const args = { numbers: name, once: '' }
    rows = (await context.session.run(`${ethernet}/cable-test`, args, { timeoutMs: 15_000 })).rows
  } catch (error) {
    if (error instanceof RouterError && error.kind === 'refused')
      throw new NotApplicable(`The router has no cable test of ${name}: ${error.message}`)
    throw error
  }
  const [row] = rows
  context.note(
    Object.entries(row ?? {})
      .map(([property, value]) => `${property}=${value}`)
      .join(' '),
  )
  verify(row?.status !== undefined, 'The reply has no status.')
}

/** The state of ports by name. */
async function portsOf(context: CheckContext): Promise<Row[]> {
  const proplist = ['name', 'running', 'disabled', 'default-name']
  return context.ifPresent(ethernet, context.session.print(ethernet, { proplist }))
}

export const cableChecks: readonly Check[] = [
  {
    name: 'cable-test',
    subject,
    assumes:
      '/interface/ethernet/cable-test with `once` returns the `status` of a port without a link, and ends. Reports `cable-pairs`.',
    usedBy,
    observes: true,
    steps: ['Tests the cable of a copper port that has no link and is not disabled.'],
    timeoutMs: 40_000,
    async run(context) {
      const isCopper = (row: Row) => !/sfp|combo|qsfp/i.test(row['default-name'] ?? row.name ?? '')
      const port = (await portsOf(context)).find((row) => !flag(row.running) && !flag(row.disabled) && isCopper(row))
      if (port?.name === undefined) throw new NotApplicable('Every copper port has a link or is disabled.')
      await testCable(context, port.name)
    },
  },
  {
    name: 'cable-live',
    subject,
    assumes: 'Reports what a cable test of a port with a link returns, and whether the link goes down.',
    usedBy,
    needsValue: 'cable-port',
    observes: true,
    steps: [
      'Refuses a port that may lead to this computer or to another network.',
      'Tests the cable of the port that was given, and reads its `link-downs` before and five seconds after.',
    ],
    timeoutMs: 60_000,
    async run(context) {
      const wanted = context.value('cable-port')
      const port = (await portsOf(context)).find(({ name }) => name === wanted)
      if (port === undefined) throw new NotApplicable('/interface/ethernet has no port of this name.')
      if (!flag(port.running)) throw new NotApplicable('The port has no link.')
      if ((await uplinkPorts(context)).has(wanted))
        throw new NotApplicable('The port may lead to this computer or to another network.')
      const downs = async () => {
        const [row] = await context.session.print('interface', { proplist: ['link-downs'], where: { name: wanted } })
        return row?.['link-downs'] ?? '(absent)'
      }
      const before = await downs()
      await testCable(context, wanted)
      await context.sleep(5_000)
      context.note(`link-downs=${before} before, ${await downs()} after`)
    },
  },
]
