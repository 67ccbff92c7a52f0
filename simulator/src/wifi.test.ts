import { describe, expect, test } from 'vitest'
import type { Simulator } from './simulator.ts'
import { logIn, router } from './testing/routers.ts'

const stacks = [
  { personality: 'v7-wifi', root: 'interface/wifi', interfaces: 'interface/wifi' },
  { personality: 'v7-wireless', root: 'caps-man', interfaces: 'caps-man/interface' },
] as const

const cleared = (list: readonly Record<string, string>[]) => list.map((row) => row['interface'])

/** The message of a rejected command. */
async function rejection(client: Awaited<ReturnType<typeof logIn>>, ...words: string[]): Promise<string | undefined> {
  const trap = (await client.call(...words)).find(([word]) => word === '!trap')
  return trap?.find((word) => word.startsWith('=message='))?.slice(9)
}

const started = (personality: (typeof stacks)[number]['personality'], more = {}): Promise<Simulator> =>
  router({ personality, caps: 3, clients: 20, ...more })

describe.each(stacks)('the controller of $personality', ({ personality, root, interfaces }) => {
  test('applies a new name and VLAN of a profile immediately, without disconnecting clients', async () => {
    const simulator = await started(personality)
    const client = await logIn(simulator)
    const before = simulator.table(`${root}/registration-table`).map((row) => row['.id'])
    expect(before).toHaveLength(20)
    await client.call(`/${root}/configuration/set`, '=.id=guests', '=ssid=Visitors')
    await client.call(`/${root}/datapath/set`, '=.id=guests', '=vlan-id=30')
    const rows = await client.rows(`/${root}/registration-table/print`)
    expect(rows.map((row) => row['.id'])).toEqual(before)
    const guests = rows.filter((row) => row['ssid'] === 'Visitors')
    expect(guests.length).toBeGreaterThan(0)
    expect(new Set(guests.map((row) => row['vlan-id']))).toEqual(new Set(['30']))
  })

  test('stops transmitting on a channel that the country does not allow, and reports it', async () => {
    const simulator = await started(personality)
    const client = await logIn(simulator)
    const running = () => simulator.table(interfaces).filter((row) => row['running'] === 'true').length
    const all = running()
    await client.call(`/${root}/channel/set`, '=.id=high', '=frequency=5745')
    const silent = simulator.table(interfaces).filter((row) => row['running'] === 'false')
    expect(silent.length).toBeGreaterThan(0)
    const word = root === 'caps-man' ? 'current-state' : '.about'
    expect(new Set(silent.map((row) => row[word]))).toEqual(
      new Set([root === 'caps-man' ? 'no-supported-channel' : 'no supported channels']),
    )
    // Its clients moved to the access points that are on.
    const on = new Set(simulator.table(interfaces).flatMap((row) => (row['running'] === 'true' ? [row['name']] : [])))
    expect(cleared(await client.rows(`/${root}/registration-table/print`)).every((name) => on.has(name))).toBe(true)
    await client.call(`/${root}/channel/set`, '=.id=high', '=frequency=5180-5320')
    expect(running()).toBe(all)
    // The United States allow the upper band.
    await client.call(
      `/${root}/configuration/set`,
      '=.id=home-5',
      `=country=${root === 'caps-man' ? 'united states3' : 'United States'}`,
    )
    await client.call(`/${root}/channel/set`, '=.id=high', '=frequency=5745')
    expect(running()).toBe(all)
  })

  test('rejects invalid radio settings', async () => {
    const client = await logIn(await started(personality))
    const set = (menu: string, ...words: string[]) => rejection(client, `/${root}/${menu}/set`, ...words)
    expect(await set('security', '=.id=home', '=passphrase=seven77')).toMatch(/from 8 to 63/)
    expect(await set('security', '=.id=home', `=passphrase=${'x'.repeat(64)}`)).toMatch(/from 8 to 63/)
    expect(await set('configuration', '=.id=home-5', `=ssid=${'ä'.repeat(17)}`)).toBe('invalid value for argument ssid')
    expect(await set('configuration', '=.id=home-5', '=security=nothing')).toBe(
      'input does not match any value of security',
    )
    expect(await set('configuration', '=.id=home-5', '=country=Atlantis')).toBe(
      'input does not match any value of country',
    )
    expect(await set('channel', '=.id=high', '=frequency=fast')).toBe('invalid value for argument frequency')
    expect(await set('datapath', '=.id=guests', '=vlan-id=4095')).toContain('vlan-id')
    expect(await set('provisioning', '=.id=*1', '=slave-configurations=guests,nothing')).toBe(
      'input does not match any value of slave-configurations',
    )
    expect(await rejection(client, `/${root}/configuration/add`, '=name=guests')).toBe(
      'failure: already have entry with such name',
    )
    const modes = await set('security', '=.id=home', '=authentication-types=wpa3-psk')
    expect(modes).toBe(root === 'caps-man' ? 'input does not match any value of authentication-types' : undefined)
  })

  test('runs a virtual network while its radio runs', async () => {
    const simulator = await started(personality)
    const client = await logIn(simulator)
    const master = simulator.table(interfaces).find((row) => row['running'] === 'true')
    const name = master?.['name'] ?? ''
    await client.call(
      `/${interfaces}/add`,
      '=name=extra',
      `=master-interface=${name}`,
      '=configuration=guests',
      '=disabled=no',
    )
    const extra = () => simulator.table(interfaces).find((row) => row['name'] === 'extra')
    expect(extra()).toMatchObject({ running: 'true', bound: 'true', master: 'false' })
    expect(extra()?.['mac-address']).not.toBe(master?.['mac-address'])
    await client.call(`/${interfaces}/disable`, `=.id=${master?.['.id']}`)
    expect(extra()).toMatchObject({ running: 'false' })
    await client.call(`/${interfaces}/enable`, `=.id=${master?.['.id']}`)
    expect(extra()).toMatchObject({ running: 'true' })
  })

  test('shows the bare id of a removed profile, and its interfaces behave as without one', async () => {
    const simulator = await started(personality)
    const client = await logIn(simulator)
    const [row] = await client.rows(`/${root}/configuration/print`, '?name=guests')
    await client.call(`/${root}/configuration/remove`, `=.id=${row?.['.id']}`)
    const users = simulator.table(interfaces).filter((one) => one['configuration'] === row?.['.id'])
    expect(users.length).toBeGreaterThan(0)
    if (root === 'interface/wifi') expect(users[0]).toMatchObject({ running: 'false', '.about': 'SSID not set' })
    expect((await client.rows(`/${root}/provisioning/print`))[0]?.['slave-configurations']).toBe(row?.['.id'])
  })

  test('disconnects clients on the list and rejects them; the first matching rule decides', async () => {
    const simulator = await started(personality)
    const client = await logIn(simulator)
    const list = () => client.rows(`/${root}/registration-table/print`)
    const [victim] = await list()
    const mac = victim?.['mac-address'] ?? ''
    const isHere = async () => (await list()).some((row) => row['mac-address'] === mac)
    const [added] = await client.call(`/${root}/access-list/add`, `=mac-address=${mac}`, '=action=reject')
    const id = added?.[1]?.slice(5) ?? ''
    expect(await isHere()).toBe(false)
    const [first] = await client.rows(`/${root}/access-list/print`)
    await client.call(`/${root}/access-list/add`, '=action=accept', `=place-before=${first?.['.id']}`)
    expect(await isHere()).toBe(true)
    await client.call(`/${root}/access-list/move`, `=numbers=${id}`, `=destination=${first?.['.id']}`)
    expect(await isHere()).toBe(true)
    const [top] = await client.rows(`/${root}/access-list/print`)
    await client.call(`/${root}/access-list/move`, `=numbers=${id}`, `=destination=${top?.['.id']}`)
    expect(await isHere()).toBe(false)
    await client.call(`/${root}/access-list/disable`, `=.id=${id}`)
    expect(await isHere()).toBe(true)
    // Masks, times and network names are matched, too.
    await client.call(
      `/${root}/access-list/set`,
      `=.id=${id}`,
      '=disabled=no',
      `=mac-address=${mac.slice(0, 8)}:00:00:00`,
      '=mac-address-mask=FF:FF:FF:00:00:00',
    )
    expect((await list()).some((row) => row['mac-address']?.startsWith(mac.slice(0, 8)))).toBe(false)
    await client.call(`/${root}/access-list/set`, `=.id=${id}`, '=ssid-regexp=^Nowhere$')
    expect(await isHere()).toBe(true)
    const day = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
    const today = day[new Date().getUTCDay()] ?? ''
    await client.call(`/${root}/access-list/set`, `=.id=${id}`, '=ssid-regexp=', `=time=00:00:00-24:00:00,${today}`)
    expect(await isHere()).toBe(false)
    const shown = (await client.rows(`/${root}/access-list/print`)).find((row) => row['.id'] === id)
    expect(shown?.['time']).toBe(`0s-1d,${today}`)
    expect(await rejection(client, `/${root}/access-list/set`, `=.id=${id}`, '=time=25:00:00-26:00:00')).toBe(
      'invalid value for argument time',
    )
  })

  test('accepts a manually disconnected client again after a while, with another id', async () => {
    const simulator = await started(personality, { speed: 600 })
    const client = await logIn(simulator)
    const [victim] = await client.rows(`/${root}/registration-table/print`)
    const find = async () =>
      (await client.rows(`/${root}/registration-table/print`)).find(
        (row) => row['mac-address'] === victim?.['mac-address'],
      )
    await client.call(`/${root}/registration-table/remove`, `=.id=${victim?.['.id']}`)
    await expect.poll(find).toBeDefined()
    expect((await find())?.['.id']).not.toBe(victim?.['.id'])
  })

  test('does not transmit while it is disabled', async () => {
    const simulator = await started(personality)
    const client = await logIn(simulator)
    const manager = root === 'caps-man' ? 'caps-man/manager' : 'interface/wifi/capsman'
    await client.call(`/${manager}/set`, '=enabled=no')
    const remote = root === 'caps-man' ? 'caps-man/remote-cap' : 'interface/wifi/capsman/remote-cap'
    expect(await client.rows(`/${remote}/print`)).toEqual([])
    const caps = simulator.table(interfaces).filter((row) => row['default-name'] === undefined)
    expect(new Set(caps.map((row) => row['inactive']))).toEqual(new Set(['true']))
    await client.call(`/${manager}/set`, '=enabled=yes')
    expect((await client.rows(`/${remote}/print`)).length).toBeGreaterThan(0)
  })

  test('serves a hundred access points and two thousand clients without delay', async () => {
    const began = performance.now()
    const simulator = await router({ personality, caps: 100, clients: 2000 })
    const client = await logIn(simulator)
    const remote = root === 'caps-man' ? 'caps-man/remote-cap' : 'interface/wifi/capsman/remote-cap'
    expect((await client.rows(`/${remote}/print`)).length).toBe(100)
    const registered = await client.rows(`/${root}/registration-table/print`)
    expect(registered).toHaveLength(2000)
    expect(new Set(registered.map((row) => row['mac-address'])).size).toBe(2000)
    expect((await client.rows(`/${interfaces}/print`)).length).toBeGreaterThanOrEqual(400)
    // Seconds would indicate quadratic run time.
    expect(performance.now() - began).toBeLessThan(30_000)
  })
})

test('an empty list of modes is an open network in the new system, and does not use the profile’s', async () => {
  const simulator = await started('v7-wifi')
  const client = await logIn(simulator)
  const id = simulator.table('interface/wifi').find((row) => row['default-name'] === 'wifi1')?.['.id']
  await client.call('/interface/wifi/set', `=.id=${id}`, '=security.authentication-types=')
  const at = async () => (await client.rows('/interface/wifi/print', `?.id=${id}`))[0]
  expect(await at()).toHaveProperty(['security.authentication-types'], '')
  await client.call('/interface/wifi/unset', `=numbers=${id}`, '=value-name=security.authentication-types')
  expect(await at()).not.toHaveProperty(['security.authentication-types'])
})

test('a remotely managed radio does not show its settings, and rejects local ones', async () => {
  const simulator = await started('v7-wifi')
  const client = await logIn(simulator)
  const id = simulator.table('interface/wifi').find((row) => row['default-name'] === 'wifi1')?.['.id'] ?? ''
  await client.call('/interface/wifi/set', `=.id=${id}`, '=configuration.manager=capsman')
  await client.call('/interface/wifi/cap/set', '=enabled=yes')
  const [row] = await client.rows('/interface/wifi/print', `?.id=${id}`)
  expect(row).toMatchObject({ running: 'true', '.about': expect.stringContaining('managed by CAPsMAN') })
  expect(row).not.toHaveProperty('configuration')
  expect(await rejection(client, '/interface/wifi/set', `=.id=${id}`, '=configuration.ssid=Mine')).toBe(
    'failure: managed by CAPsMAN',
  )
})
