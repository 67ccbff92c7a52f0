import { connect, type Session } from '@trunkline/routeros'
import { startSimulator, type Simulator } from '@trunkline/simulator'
import { afterEach, expect, test } from 'vitest'
import { readDefaultRoutes, uplinkAddress, uplinkName } from './default-route.ts'
import { readInterfaces, uplinkOf } from './interfaces.ts'
import { readAddresses } from './lan.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

async function routerWith(version: string): Promise<{ sim: Simulator; session: Session }> {
  const sim = await startSimulator({ version, ...(version.startsWith('6') ? { rest: false } : {}) })
  open.push(() => sim.stop())
  const session = await connect({ host: sim.host, port: sim.ports.api!, transport: 'api', user: 'admin', password: '' })
  open.push(() => session.close())
  return { sim, session }
}

const uplink = async (session: Session) => {
  const routes = await readDefaultRoutes(session)
  const addresses = await readAddresses(session)
  const name = uplinkName(routes, addresses)
  return { routes, name, address: uplinkAddress(routes, addresses, name) }
}

test.each(['6.49.17', '7.8', '7.19.4'])(
  'the uplink of a router with %s is that of its default route',
  async (version) => {
    const { sim, session } = await routerWith(version)
    const client = sim.table('ip/dhcp-client')[0]!
    const found = await uplink(session)
    expect(found).toMatchObject({ name: 'ether1', address: client['address']?.split('/')[0] })
    expect(found.routes).toEqual([{ gateway: client['gateway'], interface: 'ether1', distance: 1 }])
  },
)

test('a better route leads elsewhere, and traffic or names do not matter', async () => {
  const { session } = await routerWith('7.19.4')
  await session.add('interface/vlan', { name: 'transit', interface: 'ether5', 'vlan-id': '90' })
  await session.add('ip/address', { address: '198.51.100.6/30', interface: 'transit' })
  await session.add('ip/address', { address: '10.91.0.1/24', interface: 'transit' })
  await session.set('interface/ethernet', '*2', { comment: 'WAN' })
  await session.set('ip/dhcp-client', '*1', { 'default-route-distance': '5' })
  await session.add('ip/route', { 'dst-address': '0.0.0.0/0', gateway: '198.51.100.5' })
  const { routes, name, address } = await uplink(session)
  expect([name, address]).toEqual(['transit', '198.51.100.6'])
  expect(routes.map(({ distance }) => distance)).toEqual([1, 5])
  expect(uplinkOf(await readInterfaces(session), name)?.name).toBe('transit')
  // Its gateway is gone: the route is inactive.
  await session.set('ip/route', '*1', { gateway: '198.51.100.99' })
  expect((await uplink(session)).name).toBe('ether1')
})

test('an interface alone is a gateway, and without a default route the name or the traffic decides', async () => {
  const { session } = await routerWith('7.19.4')
  await session.add('ip/route', { 'dst-address': '0.0.0.0/0', gateway: 'ether3', distance: '1' })
  await session.set('ip/dhcp-client', '*1', { 'add-default-route': 'no' })
  const { routes, name } = await uplink(session)
  expect(routes).toEqual([{ gateway: null, interface: 'ether3', distance: 1 }])
  expect(name).toBe('ether3')
  await session.remove('ip/route', '*1')
  expect(await uplink(session)).toEqual({ routes: [], name: undefined, address: undefined })
  const [port] = await session.print('interface/ethernet', { where: { name: 'ether1' } })
  await session.set('interface/ethernet', port!['.id'] as string, { comment: 'Internet' })
  const interfaces = await readInterfaces(session)
  expect(uplinkOf(interfaces, undefined)?.comment).toBe('Internet')
})

test('the gateway’s network names the interface where the router does not', () => {
  const at = (address: string, port: string) => ({
    id: '*1',
    address,
    network: null,
    interface: port,
    actual_interface: null,
    is_management: false,
    disabled: false,
    dynamic: false,
    invalid: false,
    comment: null,
  })
  const routes = [{ gateway: '192.0.2.1', interface: null, distance: 1 }]
  const addresses = [at('10.0.0.1/24', 'bridge'), at('192.0.2.9/24', 'sfp1')]
  expect(uplinkName(routes, addresses)).toBe('sfp1')
  expect(uplinkAddress(routes, addresses, 'sfp1')).toBe('192.0.2.9')
})
