import { expect, test } from 'vitest'
import { parseDuration } from './router/values.ts'
import type { RawClient } from './testing/raw-client.ts'
import { logIn, router } from './testing/routers.ts'

const ping = (client: RawClient, address: string, ...words: string[]): Promise<Record<string, string>[]> =>
  client.rows('/tool/ping', `=address=${address}`, '=interval=20ms', ...words)

test('a ping is bounded by its count, and each row has the summary so far', async () => {
  const client = await logIn(await router())
  const rows = await ping(client, '1.1.1.1', '=count=3', '=size=100')
  expect(rows.map((row) => [row['seq'], row['sent'], row['received'], row['packet-loss']])).toEqual([
    ['0', '1', '1', '0'],
    ['1', '2', '2', '0'],
    ['2', '3', '3', '0'],
  ])
  const times = rows.map((row) => row['time'] ?? '')
  const us = (text: string | undefined): number => {
    const found = /^(?:(\d+)ms)?(?:(\d+)us)?$/.exec(text ?? '')
    return Number(found?.[1] ?? 0) * 1000 + Number(found?.[2] ?? 0)
  }
  const last = rows.at(-1)
  expect(last).toMatchObject({ host: '1.1.1.1', size: '100', ttl: '55' })
  expect(us(last?.['min-rtt'])).toBe(Math.min(...times.map(us)))
  expect(us(last?.['max-rtt'])).toBe(Math.max(...times.map(us)))
  expect(us(last?.['avg-rtt'])).toBe(Math.round(times.map(us).reduce((sum, one) => sum + one, 0) / 3))
  expect(rows[0]?.['max-rtt']).toBe(times[0])
})

test('a host that does not answer times out, and there may be no route', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  for (const address of ['192.0.2.1', '10.2.0.99']) {
    const rows = await ping(client, address, '=count=2')
    expect(rows.at(-1)).toMatchObject({ status: 'timeout', sent: '2', received: '0', 'packet-loss': '100' })
    expect(rows.at(-1)).not.toHaveProperty('min-rtt')
  }
  expect((await ping(client, '10.2.0.1', '=count=1'))[0]).toMatchObject({ received: '1', ttl: '64' })
  for (const row of simulator.table('ip/dhcp-client'))
    simulator.change('ip/dhcp-client', row['.id'] ?? '', { disabled: 'true' })
  for (const row of simulator.table('ip/route')) simulator.drop('ip/route', row['.id'] ?? '')
  expect((await ping(client, '1.1.1.1', '=count=1'))[0]).toMatchObject({ status: 'no route to host' })
})

test('a ping without a count runs until it is cancelled, and needs the policy test', async () => {
  const simulator = await router({
    users: [
      { name: 'admin', password: 'secret' },
      { name: 'reader', password: 'r', group: 'few' },
    ],
    tables: {
      'user/group': [
        { name: 'full', policy: 'api,read,write,test' },
        { name: 'few', policy: 'api,read' },
      ],
    },
  })
  const client = await logIn(simulator)
  client.send('/tool/ping', '=address=1.1.1.1', '=interval=20ms', '.tag=p')
  await client.until(() => client.received.filter((words) => words.includes('.tag=p')).length > 5)
  await client.call('/cancel', '=tag=p')
  expect(client.received.some((words) => words.includes('.tag=p') && words[0] === '!done')).toBe(true)
  const reader = await logIn(simulator, 'reader', 'r')
  await expect(ping(reader, '1.1.1.1', '=count=1')).rejects.toThrow('not enough permissions')
  for (const [name, value] of [
    ['address', 'nobody.example'],
    ['count', '0'],
  ]) {
    await expect(client.rows('/tool/ping', '=address=1.1.1.1', `=${name}=${value}`)).rejects.toThrow(`argument ${name}`)
  }
})

test('the root menu has ping until 7.22', async () => {
  const older = await logIn(await router({ version: '7.22.1' }))
  expect(await older.rows('/ping', '=address=1.1.1.1', '=count=1')).toHaveLength(1)
  const newer = await logIn(await router({ version: '7.23' }))
  await expect(newer.rows('/ping', '=address=1.1.1.1', '=count=1')).rejects.toThrow('no such command')
  expect(await ping(newer, '1.1.1.1', '=count=1')).toHaveLength(1)
  const six = await logIn(await router({ personality: 'v6-capsman' }))
  expect((await six.rows('/ping', '=address=1.1.1.1', '=count=1'))[0]?.['time']).toMatch(/^\d+ms$/)
})

test('the cloud has a name once it is enabled', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  expect((await client.rows('/ip/cloud/print'))[0]).not.toHaveProperty('dns-name')
  await client.call('/ip/cloud/set', '=ddns-enabled=yes')
  await client.call('/ip/cloud/force-update')
  expect((await client.rows('/ip/cloud/print'))[0]).toMatchObject({
    'dns-name': `${simulator.serial.toLowerCase()}.sn.mynetname.net`,
    status: 'updated',
  })
})

test('the NTP client is synchronised until the clock jumps', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  const status = async (): Promise<string | undefined> => (await client.rows('/system/ntp/client/print'))[0]?.['status']
  expect(await status()).toBe('stopped')
  await client.call('/system/ntp/client/set', '=enabled=yes', '=servers=192.0.2.123')
  expect(await status()).toBe('synchronized')
  simulator.jumpClock(60_000)
  expect((await client.rows('/system/ntp/client/print'))[0]).toMatchObject({
    status: 'waiting',
    'system-offset': '60000',
  })
  const six = await logIn(await router({ personality: 'v6-capsman' }))
  await six.call('/system/ntp/client/set', '=enabled=yes', '=primary-ntp=192.0.2.123')
  expect((await six.rows('/system/ntp/client/print'))[0]).toMatchObject({ 'active-server': '192.0.2.123' })
})

test('IPv6 addresses, routes and firewall rules', async () => {
  const client = await logIn(await router())
  const [local] = await client.rows('/ipv6/address/print', '?interface=bridge')
  const [bridge] = await client.rows('/interface/bridge/print')
  const mac = (bridge?.['mac-address'] ?? '').toLowerCase().split(':')
  expect(local).toMatchObject({ 'link-local': 'true', dynamic: 'true' })
  expect(local?.['address']?.split('/')[0]?.split(':').at(-1)?.padStart(4, '0')).toBe(`${mac[4]}${mac[5]}`)
  const add = (address: string): Promise<unknown> =>
    client.rows('/ipv6/address/add', `=address=${address}`, '=interface=bridge')
  await add('2001:0DB8:0:1:0:0:0:1')
  await expect(add('2001:db8:0:1::1/64')).rejects.toThrow('already have such address')
  await expect(add('10.0.0.1')).rejects.toThrow('invalid value for argument address')
  expect((await client.rows('/ipv6/address/print', '?global=true'))[0]?.['address']).toBe('2001:db8:0:1::1/64')
  await client.call('/ipv6/route/add', '=gateway=2001:db8:0:1::ffff')
  await client.call('/ipv6/route/add', '=gateway=2001:db8:0:2::ffff', '=dst-address=2001:db8:9::/48')
  const routes = await client.rows('/ipv6/route/print')
  expect(routes.map((row) => [row['dst-address'], row['active']])).toEqual(
    expect.arrayContaining([
      ['::/0', 'true'],
      ['2001:db8:9::/48', 'false'],
      ['2001:db8:0:1::/64', 'true'],
    ]),
  )
  await client.call('/ipv6/firewall/filter/add', '=chain=input', '=action=drop')
  await client.call('/ipv6/firewall/filter/add', '=chain=input', '=protocol=icmpv6', '=place-before=*1')
  const rules = await client.rows('/ipv6/firewall/filter/print')
  expect(rules.map((row) => row['action'])).toEqual(['accept', 'drop'])
})

test('routing tables and rules', async () => {
  const client = await logIn(await router())
  expect(await client.rows('/routing/table/print')).toMatchObject([{ name: 'main', dynamic: 'true' }])
  await client.call('/routing/table/add', '=name=isp2', '=fib=')
  await client.call('/routing/rule/add', '=src-address=10.2.0.0/24', '=table=isp2')
  await expect(client.rows('/routing/rule/add', '=table=isp3')).rejects.toThrow(
    'input does not match any value of table',
  )
  await expect(client.rows('/routing/table/remove', '=.id=*0')).rejects.toThrow('dynamic')
  expect(await client.rows('/routing/rule/print')).toMatchObject([{ action: 'lookup', table: 'isp2' }])
  const six = await logIn(await router({ personality: 'v6-capsman' }))
  await expect(six.rows('/routing/table/print')).rejects.toThrow('no such command')
})

test('routers of a site are neighbours of its first one', async () => {
  const site = 'tower'
  const core = await router({ site, seed: 1, identity: 'core', personality: 'switch' })
  const east = await router({ site, seed: 2, identity: 'east' })
  const west = await router({ site, seed: 3, identity: 'west', personality: 'v6-capsman' })
  await router({ site: 'other', seed: 4 })
  const alone = await logIn(await router({ seed: 5 }))
  const seen = async (simulator: typeof core): Promise<Record<string, string>[]> =>
    (await logIn(simulator)).rows('/ip/neighbor/print')
  const fromCore = await seen(core)
  expect(fromCore.map((row) => row['identity'])).toEqual(['east', 'west'])
  const [mac] = east
    .table('interface/ethernet')
    .flatMap((row) => (row['name'] === 'ether2' ? [row['mac-address']] : []))
  expect(fromCore[0]).toMatchObject({
    'mac-address': mac,
    // The highest of its addresses is that of the provider.
    address4: expect.stringMatching(/^100\.64\./),
    address6: expect.stringMatching(/^fe80::/),
    platform: 'MikroTik',
    version: '7.19.4 (stable)',
    board: 'hAP ax^3',
    'interface-name': 'bridge/ether2',
    'discovered-by': 'cdp,lldp,mndp',
  })
  expect(fromCore[0]?.['interface']).toMatch(/^ether\d+,bridge$/)
  expect(fromCore[0]?.['interface']).not.toBe(fromCore[1]?.['interface'])
  expect(parseDuration(fromCore[0]?.['age'] ?? '')).toBeLessThan(30_000)
  const fromWest = await seen(west)
  expect(fromWest.map((row) => row['identity'])).toEqual(['core'])
  expect(fromWest[0]).not.toHaveProperty('discovered-by')
  expect(await alone.rows('/ip/neighbor/print')).toEqual([])
  await east.stop()
  expect((await seen(core)).map((row) => row['identity'])).toEqual(['west'])
})

test('the first routers of two sites are neighbours if one site is the uplink of the other', async () => {
  await router({ site: 'hill', seed: 1, identity: 'hill' })
  const valley = await router({ site: 'valley', uplinkSite: 'hill', seed: 2, identity: 'valley' })
  await router({ site: 'valley', uplinkSite: 'hill', seed: 3, identity: 'cabin' })
  const hill = await router({ site: 'hill', seed: 4, identity: 'shed' })
  const seen = async (simulator: typeof valley) =>
    (await (await logIn(simulator)).rows('/ip/neighbor/print')).map((row) => row['identity'])
  expect(await seen(valley)).toEqual(['cabin', 'hill'])
  expect(await seen(hill)).toEqual(['hill'])
  await valley.stop()
  expect(await seen(hill)).toEqual(['hill'])
})

test('a router that does not announce itself, or does not listen, is no neighbour', async () => {
  const core = await router({ site: 'quiet', seed: 1, version: '7.24' })
  const leaf = await router({ site: 'quiet', seed: 2, identity: 'leaf' })
  const client = await logIn(core)
  const count = async (): Promise<number> => (await client.rows('/ip/neighbor/print')).length
  expect(await count()).toBe(1)
  expect(await client.rows('/ip/neighbor/lldp/print')).toMatchObject([
    { 'lldp-system-name': 'leaf', 'lldp-port-id': 'ether2' },
  ])
  leaf.change('ip/neighbor/discovery-settings', null, { mode: 'rx-only' })
  expect(await count()).toBe(0)
  leaf.change('ip/neighbor/discovery-settings', null, { mode: 'tx-only' })
  expect(await count()).toBe(1)
  core.change('ip/neighbor/discovery-settings', null, { 'discover-interface-list': 'WAN' })
  expect(await count()).toBe(0)
  core.change('ip/neighbor/discovery-settings', null, { 'discover-interface-list': 'LAN' })
  expect(await count()).toBe(1)
})
