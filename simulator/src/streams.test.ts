import { expect, test } from 'vitest'
import { logIn, router } from './testing/routers.ts'

test('listen reports changed rows in full and removed ids, until it is cancelled', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  client.send('/ip/address/listen', '.tag=l')
  const reported = (): string[][] => client.received.filter((sentence) => sentence.includes('.tag=l'))
  await client.call('/ip/address/add', '=address=10.9.9.1/24', '=interface=ether2')
  await client.call('/ip/address/remove', '=.id=*4')
  simulator.change('ip/address', '*2', { comment: 'by hand' })
  await client.until(() => reported().length === 3)
  expect(reported()[0]).toEqual(expect.arrayContaining(['!re', '=.id=*4', '=address=10.9.9.1/24', '=interface=ether2']))
  expect(reported()[1]).toEqual(['!re', '.tag=l', '=.id=*4', '=.dead=true'])
  expect(reported()[2]).toEqual(expect.arrayContaining(['=.id=*2', '=comment=by hand']))
  client.received.splice(0)
  client.send('/cancel', '=tag=l', '.tag=c')
  await client.until(() => client.received.length === 3)
  expect(client.received).toEqual([
    ['!trap', '.tag=l', '=category=2', '=message=interrupted'],
    ['!done', '.tag=c'],
    ['!done', '.tag=l'],
  ])
})

test('a change by the operator at the router is reported to listeners', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  client.send('/ip/pool/listen', '=.proplist=.id,ranges', '.tag=l')
  await client.call('/system/identity/print')
  const [pool] = simulator.table('ip/pool')
  if (pool) pool['ranges'] = '10.2.0.50-10.2.0.60'
  await client.until(() => client.received.some((sentence) => sentence.includes('=ranges=10.2.0.50-10.2.0.60')))
})

test('a monitor reads once, for a duration, or endlessly', async () => {
  const client = await logIn(await router({ speed: 20 }))
  const once = await client.rows('/interface/monitor-traffic', '=interface=ether1', '=once=')
  expect(once).toHaveLength(1)
  expect(once[0]).not.toHaveProperty('.section')
  const some = await client.rows('/interface/monitor-traffic', '=interface=ether1,ether2', '=duration=3s')
  expect(some.map((row) => row['.section'])).toEqual(['0', '0', '1', '1', '2', '2'])
  client.send('/interface/monitor-traffic', '=interface=ether1', '.tag=m')
  await client.until(() => client.received.some((sentence) => sentence.includes('=.section=3')))
  client.send('/cancel', '=tag=m', '.tag=c')
  await client.until(() => client.received.some((sentence) => sentence[0] === '!done' && sentence.includes('.tag=m')))
})

test('counters grow with the rates and restart at zero after a reboot', async () => {
  const simulator = await router({ speed: 3600 })
  const client = await logIn(simulator)
  const read = async (): Promise<number> =>
    Number((await client.rows('/interface/print', '?name=ether1', '=.proplist=rx-byte'))[0]?.['rx-byte'])
  const before = await read()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await read()).toBeGreaterThan(before)
  await simulator.reboot()
  const again = await logIn(simulator)
  const [row] = await again.rows('/interface/print', '?name=ether1', '=.proplist=rx-byte')
  expect(Number(row?.['rx-byte'])).toBeLessThan(before)
})

test('hosts come and go: leases are added and removed while a client listens', async () => {
  const client = await logIn(await router({ speed: 20_000 }))
  client.send('/ip/dhcp-server/lease/listen', '.tag=l')
  const has = (word: string): boolean => client.received.some((sentence) => sentence.includes(word))
  await client.until(() => has('=.dead=true') && has('=dynamic=true'), 20_000)
})

test.each(['v7-wifi', 'v6-capsman'] as const)('with still, nothing changes for days: %s', async (personality) => {
  const client = await logIn(await router({ personality, speed: 1_000_000, still: true }))
  const air = personality === 'v7-wifi' ? '/interface/wifi' : '/caps-man'
  const controller = personality === 'v7-wifi' ? `${air}/capsman` : air
  const menus = ['/ip/dhcp-server/lease', `${air}/registration-table`, `${controller}/remote-cap`]
  const reported = async (): Promise<string[][]> => {
    const rows = await Promise.all(menus.map((menu) => client.rows(`${menu}/print`)))
    return rows.map((list) => list.map((row) => [row['.id'], row['status'], row['interface']].join(' ')))
  }
  const before = await reported()
  expect(before.every((list) => list.length > 0)).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(await reported()).toEqual(before)
  const [first] = await client.rows(`${menus[1]}/print`)
  await client.call(`${menus[1]}/remove`, `=.id=${first?.['.id']}`)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect((await reported())[1]).toHaveLength(before[1]!.length - 1)
})

test('Wi-Fi clients come and go, and a disconnected one is removed immediately', async () => {
  const client = await logIn(await router())
  const menu = '/interface/wifi/registration-table'
  const [first] = await client.rows(`${menu}/print`)
  await client.call(`${menu}/remove`, `=.id=${first?.['.id']}`)
  const left = await client.rows(`${menu}/print`)
  expect(left.map((row) => row['mac-address'])).not.toContain(first?.['mac-address'])
})

test('provisioning recreates interfaces: new ids and names, and references show a bare id', async () => {
  const client = await logIn(await router())
  const [cap] = await client.rows('/interface/wifi/capsman/remote-cap/print')
  const before = await client.rows('/interface/wifi/print', '=.proplist=.id,name,radio-mac', '?radio-mac')
  await client.call('/interface/wifi/capsman/remote-cap/provision', `=numbers=${cap?.['.id']}`)
  const after = await client.rows('/interface/wifi/print', '=.proplist=.id,name,radio-mac', '?radio-mac')
  const changed = before.filter((row) => !after.some((other) => other['.id'] === row['.id']))
  expect(changed).toHaveLength(4)
  expect(after.map((row) => row['name'])).not.toContain(changed[0]?.['name'])
  const rules = await client.rows('/interface/wifi/access-list/print', '?interface')
  expect(rules.map((row) => row['interface'])).toEqual([changed[0]?.['.id']])
})

test('the legacy controller counts the clients of each access point', async () => {
  const client = await logIn(await router({ personality: 'v6-capsman' }))
  const table = await client.rows('/caps-man/registration-table/print')
  const interfaces = await client.rows('/caps-man/interface/print')
  const sum = interfaces.reduce((total, row) => total + Number(row['current-registered-clients']), 0)
  expect(sum).toBe(table.length)
  expect(table.length).toBeGreaterThan(0)
})

test('an unplugged cable is visible: the port is down, its losses are counted and logged', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  simulator.change('interface/ethernet', '*2', { running: 'false' })
  const [down] = await client.rows('/interface/print', '?name=ether2')
  expect(down).toMatchObject({ running: 'false', 'link-downs': '1', 'last-link-down-time': expect.any(String) })
  simulator.change('interface/ethernet', '*2', { running: 'true' })
  const [up] = await client.rows('/interface/print', '?name=ether2')
  expect(up).toMatchObject({ running: 'true', 'link-downs': '1', 'last-link-up-time': expect.any(String) })
  expect(await client.rows('/log/print', '?message=ether2 link down')).toHaveLength(1)
  await client.call('/interface/ethernet/disable', '=numbers=ether3')
  expect((await client.rows('/interface/print', '?name=ether3'))[0]).toMatchObject({
    running: 'false',
    disabled: 'true',
  })
})
