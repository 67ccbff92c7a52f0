import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { bytesOf } from './protocol/wire.ts'
import { connectTo, logIn, router } from './testing/routers.ts'

test('print returns the requested rows, properties, queries and counts', async () => {
  const client = await logIn(await router())
  const [first] = await client.rows('/ip/address/print', '=.proplist=address,interface', '?interface=bridge')
  expect(first).toEqual({ address: '10.2.0.1/24', interface: 'bridge' })
  expect(await client.call('/ip/address/print', '=count-only=')).toEqual([['!done', '=ret=3']])
  const either = await client.rows('/interface/print', '?name=ether1', '?name=ether2', '?#|', '=.proplist=name')
  expect(either.map((row) => row['name'])).toEqual(['ether1', 'ether2'])
  const others = await client.rows('/interface/print', '?type=ether', '?name=ether1', '?#!', '=.proplist=name')
  expect(others.map((row) => row['name'])).not.toContain('ether1')
  expect(await client.rows('/ip/firewall/nat/print', '?>comment=')).toHaveLength(2)
  expect(await client.rows('/ip/firewall/nat/print', '?-dst-port', '=.proplist=.id')).toHaveLength(1)
})

test('an id is never reused', async () => {
  const client = await logIn(await router())
  const add = ['/ip/address/add', '=address=10.9.9.1/24', '=interface=ether2']
  expect(await client.call(...add)).toEqual([['!done', '=ret=*4']])
  await client.call('/ip/address/remove', '=.id=*4')
  expect(await client.call(...add)).toEqual([['!done', '=ret=*5']])
})

test.each([
  [['/ip/address/add', '=address=10.2.0.1/24', '=interface=bridge'], 'failure: already have such address', undefined],
  [['/ip/address/add', '=address=10.9.0.1/24', '=interface=nope'], 'input does not match any value of interface', '1'],
  [['/ip/address/add', '=address=here', '=interface=ether2'], 'invalid value for argument address', '1'],
  [['/ip/address/add', '=adress=10.9.0.1/24'], 'unknown parameter adress', undefined],
  [['/ip/address/set', '=.id=*99', '=comment=x'], 'no such item (4)', '0'],
  [['/ip/address/set', '=.id=*1', '=actual-interface=ether1'], 'unknown parameter actual-interface', undefined],
  [['/ip/address/fly'], 'no such command', '0'],
  [['/caps-man/interface/print'], 'no such command prefix', '0'],
  [
    ['/ip/firewall/address-list/add', '=list=management', '=address=10.0.0.0/8'],
    'failure: already have such entry',
    undefined,
  ],
  [['/interface/bridge/add', '=name=ether1'], 'failure: already have interface with such name', undefined],
  [
    ['/ip/firewall/nat/add', '=chain=srcnat', '=action=dst-nat'],
    'failure: dst-nat action must be used in dstnat chain',
    undefined,
  ],
])('%j is rejected with the router’s message', async (words, message, category) => {
  const client = await logIn(await router())
  const trap = category === undefined ? ['!trap'] : ['!trap', `=category=${category}`]
  expect(await client.call(...words)).toEqual([[...trap, `=message=${message}`], ['!done']])
})

test('an empty print replies !empty since 7.18, and nothing before', async () => {
  const late = await logIn(await router({ version: '7.18.2' }))
  expect(await late.call('/ip/address/print', '?address=none')).toEqual([['!empty'], ['!done']])
  expect(await late.call('/ip/address/set', '=.id=*1', '=comment=x')).toEqual([['!done']])
  const early = await logIn(await router({ version: '7.16.2' }))
  expect(await early.call('/ip/address/print', '?address=none')).toEqual([['!done']])
})

test('before 6.43 only a challenge response is accepted, until 6.45 both, and later only the password', async () => {
  const answer = (ret: string): string =>
    `00${createHash('md5')
      .update(Buffer.from([0]))
      .update('secret')
      .update(Buffer.from(ret, 'hex'))
      .digest('hex')}`
  for (const version of ['6.40.9', '6.44.6']) {
    const client = await connectTo(await router({ personality: 'v6-capsman', version }))
    const [done] = await client.call('/login')
    const ret = done?.[1]?.slice('=ret='.length) ?? ''
    expect(ret).toMatch(/^[0-9a-f]{32}$/)
    expect(await client.call('/login', '=name=admin', `=response=${answer(ret)}`)).toEqual([['!done']])
    const [again] = await client.call('/login', '=name=admin', '=password=secret')
    expect(again?.length).toBe(version === '6.40.9' ? 2 : 1)
    const wrong = await connectTo(await router({ personality: 'v6-capsman', version }))
    await wrong.call('/login')
    expect(await wrong.call('/login', '=name=admin', `=response=00${'0'.repeat(32)}`)).toEqual([
      ['!trap', '=message=cannot log in'],
      ['!done'],
    ])
  }
  const client = await connectTo(await router({ personality: 'v6-capsman', version: '6.49.17' }))
  expect(await client.call('/login')).toEqual([['!trap', '=message=invalid user name or password (6)'], ['!done']])
})

test('a client that is not logged in gets no other reply', async () => {
  const client = await connectTo(await router())
  client.send('/ip/address/print')
  await client.until(() => client.isClosed)
  expect(client.received).toEqual([['!fatal', 'not logged in']])
})

test('a router with version 6 has its own formats of dates, times and health', async () => {
  const client = await logIn(await router({ personality: 'v6-capsman' }))
  const [clock] = await client.rows('/system/clock/print')
  expect(clock?.['date']).toMatch(/^[a-z]{3}\/\d\d\/\d{4}$/)
  expect(await client.rows('/system/health/print')).toEqual([
    { voltage: expect.any(String), temperature: expect.any(String), 'cpu-temperature': expect.any(String) },
  ])
  const leases = await client.rows('/ip/dhcp-server/lease/print', '?status=bound')
  expect(leases[0]?.['expires-after']).toMatch(/^\d\d:\d\d:\d\d$/)
  await expect(client.rows('/interface/wifi/print')).rejects.toThrow('no such command prefix')
  await expect(client.rows('/safe-mode/take')).rejects.toThrow('no such command')
})

test('a comment in a legacy code page is returned byte for byte', async () => {
  const simulator = await router()
  simulator.change('ip/address', '*1', { comment: bytesOf('Küche') })
  const client = await logIn(simulator)
  const [row] = await client.rows('/ip/address/print', '?.id=*1')
  expect(row?.['comment']).toBe(bytesOf('Küche'))
})

test('rules are ordered: inserted before another one, and moved', async () => {
  const client = await logIn(await router())
  const order = async (): Promise<(string | undefined)[]> =>
    (await client.rows('/ip/firewall/nat/print')).map((row) => row['.id'])
  await client.call('/ip/firewall/nat/add', '=chain=srcnat', '=action=accept', '=place-before=*1')
  expect(await order()).toEqual(['*3', '*1', '*2'])
  await client.call('/ip/firewall/nat/move', '=numbers=*3', '=destination=*2')
  expect(await order()).toEqual(['*1', '*3', '*2'])
  await client.call('/ip/firewall/nat/move', '=numbers=*1')
  expect(await order()).toEqual(['*3', '*2', '*1'])
  await client.call('/ip/firewall/nat/unset', '=numbers=*2', '=value-name=dst-port')
  const [row] = await client.rows('/ip/firewall/nat/print', '?.id=*2')
  expect(row).not.toHaveProperty('dst-port')
})

test('dynamic leases reject changes until they are made static', async () => {
  const client = await logIn(await router())
  const [lease] = await client.rows('/ip/dhcp-server/lease/print', '?dynamic=true')
  const id = lease?.['.id'] ?? ''
  await expect(client.rows('/ip/dhcp-server/lease/set', `=.id=${id}`, '=comment=tv')).rejects.toThrow('dynamic')
  await client.call('/ip/dhcp-server/lease/make-static', `=numbers=${id}`)
  expect(await client.call('/ip/dhcp-server/lease/set', `=.id=${id}`, '=comment=tv')).toEqual([['!done']])
})

test('a reference to a removed row shows its bare id, and a new name appears everywhere', async () => {
  const client = await logIn(await router({ managementAddress: '*3' }))
  await client.call('/interface/set', '=.id=bridge', '=name=lan')
  expect((await client.rows('/ip/address/print', '?.id=*1'))[0]?.['interface']).toBe('lan')
  await client.call('/interface/bridge/remove', '=.id=lan')
  expect((await client.rows('/ip/address/print', '?.id=*1'))[0]?.['interface']).toBe('*30')
})

test('a group without policies is rejected, and sees no secrets', async () => {
  const simulator = await router({
    users: [
      { name: 'admin', password: 'secret' },
      { name: 'viewer', password: 'v', group: 'viewers' },
    ],
    tables: {
      'user/group': [
        { name: 'full', policy: 'read,write,policy,api,sensitive,reboot,test' },
        { name: 'viewers', policy: 'read,api,!write' },
      ],
    },
  })
  const client = await logIn(simulator, 'viewer', 'v')
  await expect(client.rows('/ip/dns/set', '=servers=1.1.1.1')).rejects.toThrow('not enough permissions (9)')
  await expect(client.rows('/system/reboot')).rejects.toThrow('not enough permissions (9)')
  const [profile] = await client.rows('/interface/wifi/security/print')
  expect(profile?.['passphrase']).toBe('*****')
  expect(await client.rows('/interface/wifi/security/print', '?passphrase=correct-horse-42')).toEqual([])
  const [open] = await (await logIn(simulator)).rows('/interface/wifi/security/print')
  expect(open?.['passphrase']).toBe('correct-horse-42')
  expect(JSON.stringify(simulator.commands)).not.toContain('secret')
})

test('secrets in a script are masked in the command log', async () => {
  const simulator = await router()
  const client = await logIn(simulator)
  await client.call('/execute', '=script=/user add name=x group=read password="hid den"', '=as-string=')
  await client.call('/user/set', '=numbers=x', '=password=hidden')
  const reported = JSON.stringify(simulator.commands)
  expect(reported).not.toMatch(/hid ?den/)
  expect(reported).toContain('name=x group=read')
})

test('counters of rules restart at zero when they are reset', async () => {
  const client = await logIn(await router())
  const bytes = async (): Promise<number> =>
    Number((await client.rows('/ip/firewall/nat/print', '?.id=*1'))[0]?.['bytes'])
  const before = await bytes()
  expect(before).toBeGreaterThan(0)
  await client.call('/ip/firewall/nat/reset-counters', '=numbers=*1')
  expect(await bytes()).toBeLessThan(before / 1000)
})

test('a burst is answered immediately, and further commands at the rate of a router', async () => {
  const client = await logIn(await router({ requestsPerSecond: 10 }))
  const timed = async (count: number): Promise<number> => {
    const start = Date.now()
    await Promise.all(Array.from({ length: count }, () => client.call('/system/identity/print')))
    return Date.now() - start
  }
  await timed(150)
  expect(await timed(20)).toBeGreaterThan(500)
})
