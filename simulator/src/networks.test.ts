import { expect, test } from 'vitest'
import { connectTo, logIn, router } from './testing/routers.ts'

/** A few rounds of the event loop: connections hang or recover a moment after the change. */
const moment = () => new Promise((resolve) => setTimeout(resolve, 50))

async function rejection(client: Awaited<ReturnType<typeof logIn>>, ...words: string[]): Promise<string | undefined> {
  const trap = (await client.call(...words)).find(([word]) => word === '!trap')
  return trap?.find((word) => word.startsWith('=message='))?.slice(9)
}

test('the VLAN table of a bridge lists the current members, with dynamic rows for untagged frames', async () => {
  const simulator = await router({ personality: 'switch' })
  const client = await logIn(simulator)
  const rows = () => client.rows('/interface/bridge/vlan/print')
  const [office, guests, native] = await rows()
  expect(office).toMatchObject({ 'vlan-ids': '10', tagged: 'bridge,sfp-sfpplus1', 'current-untagged': 'ether3,ether4' })
  // Its third port has no link.
  expect(guests).toMatchObject({ tagged: 'bridge,sfp-sfpplus1,ether7', 'current-tagged': 'bridge,sfp-sfpplus1,ether7' })
  expect(native).toMatchObject({ 'vlan-ids': '1', dynamic: 'true', tagged: '', untagged: '' })
  expect(native?.['current-untagged']?.split(',')).toContain('bridge')
  await client.call('/interface/bridge/vlan/add', '=bridge=bridge', '=vlan-ids=30', '=tagged=bridge,ether5,ether6')
  expect((await rows()).find((row) => row['vlan-ids'] === '30')?.['current-tagged']).toBe('bridge')
  const port = (await client.rows('/interface/bridge/port/print', '?interface=ether7'))[0]?.['.id']
  await client.call('/interface/bridge/port/set', `=.id=${port}`, '=pvid=30')
  expect((await rows()).find((row) => row['vlan-ids'] === '30' && row['dynamic'] === 'true')).toMatchObject({
    'current-untagged': 'ether7',
  })
  await client.call('/interface/bridge/port/set', `=.id=${port}`, '=pvid=1')
  expect((await rows()).filter((row) => row['vlan-ids'] === '30')).toHaveLength(1)
  await client.call('/interface/bridge/set', '=.id=bridge', '=vlan-filtering=no')
  expect((await rows()).map((row) => row['current-tagged'])).toEqual(['', '', ''])
})

test('a VLAN is listed once in the table of its bridge, alone or in a range', async () => {
  const client = await logIn(await router({ personality: 'switch' }))
  const add = (ids: string) => rejection(client, '/interface/bridge/vlan/add', '=bridge=bridge', `=vlan-ids=${ids}`)
  expect(await add('20')).toBe('failure: vlan already added')
  expect(await add('15-25')).toBe('failure: vlan already added')
  expect(await add('4095')).toContain('out of range')
  expect(await add('1')).toBeUndefined()
  expect(await rejection(client, '/interface/vlan/add', '=name=x', '=interface=bridge', '=vlan-id=5000')).toContain(
    'out of range',
  )
  expect(await rejection(client, '/interface/vlan/add', '=name=x', '=interface=nothing', '=vlan-id=5')).toBe(
    'input does not match any value of interface',
  )
})

test('a client on a port is cut off while the port does not carry its VLAN', async () => {
  const simulator = await router({ managementPort: 'ether2' })
  const client = await logIn(simulator)
  const port = simulator.table('interface/bridge/port').find((row) => row['interface'] === 'ether2')?.['.id'] ?? ''
  await client.call('/interface/bridge/set', '=.id=bridge', '=vlan-filtering=yes')
  await moment()
  ;(await connectTo(simulator)).close()
  client.send('/interface/bridge/port/set', `=.id=${port}`, '=pvid=20')
  await moment()
  await expect(connectTo(simulator)).rejects.toThrow('ECONNREFUSED')
  simulator.change('interface/bridge/port', port, { pvid: '1' })
  await moment()
  await logIn(simulator)
})

test('a port that admits only tagged frames drops untagged ones', async () => {
  const simulator = await router({ managementPort: 'ether2' })
  const client = await logIn(simulator)
  const port = simulator.table('interface/bridge/port').find((row) => row['interface'] === 'ether2')?.['.id'] ?? ''
  // Without VLAN filtering the setting has no effect.
  await client.call('/interface/bridge/port/set', `=.id=${port}`, '=frame-types=admit-only-vlan-tagged')
  await moment()
  await logIn(simulator)
  client.send('/interface/bridge/set', '=.id=bridge', '=vlan-filtering=yes')
  await moment()
  await expect(connectTo(simulator)).rejects.toThrow('ECONNREFUSED')
})

test('an address on a VLAN is reachable while the bridge itself is a member', async () => {
  const simulator = await router({ managementAddress: '*2' })
  const client = await logIn(simulator)
  await client.call('/interface/bridge/vlan/add', '=bridge=bridge', '=vlan-ids=20', '=tagged=bridge,ether2')
  await client.call('/interface/bridge/set', '=.id=bridge', '=vlan-filtering=yes')
  await moment()
  const again = await logIn(simulator)
  const row = simulator.table('interface/bridge/vlan').find((one) => one['vlan-ids'] === '20')?.['.id'] ?? ''
  again.send('/interface/bridge/vlan/set', `=.id=${row}`, '=tagged=ether2')
  await moment()
  await expect(connectTo(simulator)).rejects.toThrow('ECONNREFUSED')
})

test('a router knows the port of its management connections, and those of its hosts', async () => {
  const simulator = await router({ managementPort: 'ether3' })
  const client = await logIn(simulator)
  const [manager] = await client.rows('/ip/arp/print', '?address=127.0.0.1')
  expect(manager).toMatchObject({ interface: 'bridge', dynamic: 'true', complete: 'true' })
  const [host] = await client.rows('/interface/bridge/host/print', `?mac-address=${manager?.['mac-address']}`)
  expect(host).toMatchObject({ interface: 'ether3', 'on-interface': 'ether3', bridge: 'bridge', local: 'false' })
  const leases = await client.rows('/ip/dhcp-server/lease/print', '?status=bound')
  const addresses = (await client.rows('/ip/arp/print')).map((row) => row['address'])
  expect(addresses).toEqual(expect.arrayContaining(leases.map((row) => row['active-address'])))
})

test('a row that references a removed interface is invalid, and shows its id', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  const id = simulator.table('interface/vlan')[0]?.['.id'] ?? ''
  await client.call(
    '/ip/firewall/nat/add',
    '=chain=dstnat',
    '=action=dst-nat',
    '=in-interface=guests',
    '=to-addresses=10.0.0.9',
  )
  await client.call('/interface/vlan/remove', `=.id=${id}`)
  const [rule] = await client.rows('/ip/firewall/nat/print', '?to-addresses=10.0.0.9')
  expect(rule).toMatchObject({ invalid: 'true', 'in-interface': id })
  expect((await client.rows('/ip/dhcp-server/print', '?name=guests'))[0]).toMatchObject({
    invalid: 'true',
    interface: id,
  })
  expect((await client.rows('/ip/address/print', '?address=10.255.20.1/24'))[0]).toMatchObject({ invalid: 'true' })
  expect((await client.rows('/ip/dhcp-server/print', '?name=defconf'))[0]).toMatchObject({ invalid: 'false' })
})

test('an entry of a list is unique, static or dynamic; one with a timeout counts down and is removed', async () => {
  const client = await logIn(await router({ speed: 20 }))
  const add = (...words: string[]) => rejection(client, '/ip/firewall/address-list/add', '=list=blocked', ...words)
  expect(await add('=address=203.0.113.7', '=timeout=1m')).toBeUndefined()
  expect(await add('=address=203.0.113.7')).toBe('failure: already have such entry')
  const find = () => client.rows('/ip/firewall/address-list/print', '?list=blocked')
  expect((await find())[0]).toMatchObject({ dynamic: 'true' })
  await expect.poll(find, { timeout: 6000 }).toEqual([])
})

test('counters of rules grow, and restart at zero when they are reset', async () => {
  const client = await logIn(await router({ speed: 1000 }))
  const bytes = async (menu: string) =>
    (await client.rows(`/ip/firewall/${menu}/print`)).reduce((sum, row) => sum + Number(row['bytes']), 0)
  for (const menu of ['nat', 'filter']) {
    const before = await bytes(menu)
    await moment()
    expect(await bytes(menu), menu).toBeGreaterThan(before)
    await client.call(`/ip/firewall/${menu}/reset-counters-all`)
    expect(await bytes(menu), menu).toBeLessThan(before)
  }
})

test('a small router has a switch chip with its own VLANs', async () => {
  const client = await logIn(await router({ personality: 'v7-wireless' }))
  const ports = await client.rows('/interface/ethernet/switch/port/print')
  expect(ports.map((row) => row['vlan-mode'])).toEqual(Array.from({ length: 6 }, () => 'disabled'))
  const add = ['=switch=switch1', '=vlan-id=10', '=ports=ether2,switch1-cpu'] as const
  expect(await rejection(client, '/interface/ethernet/switch/vlan/add', ...add)).toBeUndefined()
  const id = ports.find((row) => row['name'] === 'ether2')?.['.id']
  await client.call('/interface/ethernet/switch/port/set', `=.id=${id}`, '=vlan-mode=secure', '=default-vlan-id=10')
  expect(await rejection(client, '/interface/ethernet/switch/port/set', `=.id=${id}`, '=vlan-mode=maybe')).toBe(
    'input does not match any value of vlan-mode',
  )
  expect((await client.rows('/interface/ethernet/switch/port/print', `?.id=${id}`))[0]).toMatchObject({
    'vlan-mode': 'secure',
    'default-vlan-id': '10',
  })
})
