import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedRadiusTenants, startTestRadius, type TestRadius } from '../testing/radius.ts'
import { noRadius } from '../testing/radius-here.ts'

/**
 * The attributes of a login reply: rates in the notation of each vendor, addresses, networks, times. With a real
 * FreeRADIUS.
 */
describe.skipIf(noRadius !== undefined)('replies', () => {
  let on: TestRadius
  let of: Awaited<ReturnType<typeof seedRadiusTenants>>
  let space: number

  beforeAll(async () => {
    on = await startTestRadius()
    of = await seedRadiusTenants(on)
    await of.nas('127.0.0.2', { vendor: 'mikrotik' })
    space = (await on.query<{ id: number }>(`select id from ip_space where kind = 'public'`))[0]!.id
  })
  afterAll(() => on?.stop())

  const login = (user: string, more: Record<string, string | number> = {}, from = '127.0.0.2') =>
    on.send('auth', { 'User-Name': user, 'User-Password': `pw-${user}`, ...more }, { from })
  const pool = (net: string) =>
    of
      .add('subnet', {
        space_id: space,
        net,
        hosts: true,
        type: 'pool',
        state: 'assigned',
        company_id: of.reseller,
        assign_len: 32,
        policy: 'lowest',
      })
      .then(async (id) => {
        await on.query('select ip_free_rebuild($1)', [id])
        return id
      })

  test('MikroTik gets its rate limit with burst, upload first, its list and its times', async () => {
    const fast = await of.tariff({
      download_rate: 50_000,
      upload_rate: 10_000,
      burst_download_rate: 100_000,
      burst_upload_rate: 20_000,
      burst_download_threshold: 40_000,
      burst_upload_threshold: 8000,
      burst_seconds: 10,
      priority: 8,
      session_timeout: 7200,
      idle_timeout: 600,
      interim_seconds: 120,
      address_list: 'paying',
    })
    await of.service('mt', { tariff_id: fast })
    const { code, attributes } = await login('mt')
    expect(code).toBe('Access-Accept')
    expect(attributes).toMatchObject({
      'Mikrotik-Rate-Limit': ['10000k/50000k 20000k/100000k 8000k/40000k 10/10 8'],
      'Mikrotik-Address-List': ['paying'],
      'Acct-Interim-Interval': ['120'],
      'Session-Timeout': ['7200'],
      'Idle-Timeout': ['600'],
    })
    expect(attributes['Class']![0]).toMatch(/^0x/)
    expect(Object.keys(attributes).filter((name) => name.startsWith('Panel'))).toEqual([])
  })

  test('the other vendors get the same rates in their own attributes', async () => {
    const plain = await of.tariff({ download_rate: 5_000_000, upload_rate: 10_000 })
    await of.service('many', { tariff_id: plain })
    const makers: [string, string, Record<string, string[]>][] = [
      ['127.0.0.11', 'generic', { 'WISPr-Bandwidth-Max-Up': ['10000000'], 'WISPr-Bandwidth-Max-Down': ['4294967295'] }],
      [
        '127.0.0.12',
        'huawei',
        { 'Huawei-Input-Average-Rate': ['10000000'], 'Huawei-Output-Average-Rate': ['4294967295'] },
      ],
      [
        '127.0.0.13',
        'cambium',
        { 'Cambium-ePMP-Max-Burst-Uplink-Rate': ['10000'], 'Cambium-ePMP-Max-Burst-Downlink-Rate': ['5000000'] },
      ],
      [
        '127.0.0.14',
        'cisco',
        {
          'Cisco-AVPair': [
            'lcp:interface-config=rate-limit input 10000000 1875000 3750000 conform-action transmit exceed-action drop',
            'lcp:interface-config=rate-limit output 5000000000 937500000 1875000000 conform-action transmit exceed-action drop',
          ],
        },
      ],
      ['127.0.0.15', 'strongswan', {}],
    ]
    for (const [address, vendor, expected] of makers) {
      await of.nas(address, { vendor })
      const { code, attributes } = await login('many', {}, address)
      expect(code, vendor).toBe('Access-Accept')
      const { 'Acct-Interim-Interval': interim, Class: _, ...rest } = attributes
      expect(interim).toEqual(['300'])
      expect(rest, vendor).toEqual(expected)
    }
  })

  test('a service over its quota is slowed down, and restored in the next period', async () => {
    const capped = await of.tariff({
      download_rate: 50_000,
      upload_rate: 10_000,
      priority: 5,
      quota_bytes: 1000,
      quota_action: 'slow',
      slow_download_rate: 512,
      slow_upload_rate: 256,
    })
    const id = await of.service('capped', { tariff_id: capped })
    expect((await login('capped')).attributes['Mikrotik-Rate-Limit']).toEqual(['10000k/50000k 0/0 0/0 0/0 5'])
    await on.query(
      `insert into usage_by_day (service_id, day, out_octets) values ($1, (now() at time zone 'UTC')::date, 1000)`,
      [id],
    )
    expect((await login('capped')).attributes['Mikrotik-Rate-Limit']).toEqual(['256k/512k 0/0 0/0 0/0 5'])
    await on.query(
      `update usage_by_day set day = date_trunc('month', now() at time zone 'UTC')::date - 1 where service_id = $1`,
      [id],
    )
    expect((await login('capped')).attributes['Mikrotik-Rate-Limit']).toEqual(['10000k/50000k 0/0 0/0 0/0 5'])
  })

  test('the session ends with the last day of the service', async () => {
    await of.service('ends', { ends_on: new Date().toISOString().slice(0, 10) })
    const seconds = Number((await login('ends')).attributes['Session-Timeout']![0])
    const left = (Date.parse(new Date().toISOString().slice(0, 10)) + 86_400_000 - Date.now()) / 1000
    expect(Math.abs(seconds - left)).toBeLessThan(5)
  })

  test('a fixed address, a routed network, a delegated prefix; and nothing if the router assigns it', async () => {
    await of.service('fixed', { ipv4_method: 'static-address', address: '198.51.100.7' })
    expect((await login('fixed')).attributes).toMatchObject({ 'Framed-IP-Address': ['198.51.100.7'] })
    await of.service('routed', {
      ipv4_method: 'static-network',
      address: '198.51.100.8',
      network: '203.0.113.0/29',
      ipv6_network: '2001:db8:1::/48',
    })
    expect((await login('routed')).attributes).toMatchObject({
      'Framed-IP-Address': ['198.51.100.8'],
      'Framed-Route': ['203.0.113.0/29 198.51.100.8 1'],
      'Delegated-IPv6-Prefix': ['2001:db8:1::/48'],
    })
    await of.service('free')
    const { attributes } = await login('free')
    expect(attributes['Framed-IP-Address'] ?? attributes['Framed-Pool']).toBeUndefined()
  })

  test('attributes that a tariff or a NAS adds are sent with an Accept, not with a Reject', async () => {
    const line = (attribute: string, value: string, op = '+=', vendor: string | null = null) => ({
      attribute,
      op,
      value,
      vendor,
    })
    const tariff = await of.tariff({
      extra_attributes: JSON.stringify([
        line('Filter-Id', 'gold'),
        line('Mikrotik-Recv-Limit', '4711', ':='),
        line('Cisco-AVPair', 'ip:dns-servers=192.0.2.53'),
        line('Huawei-Policy-Name', 'gold', ':=', 'huawei'),
      ]),
    })
    await of.nas('127.0.0.21', {
      vendor: 'mikrotik',
      extra_attributes: JSON.stringify([line('Filter-Id', 'site-7')]),
    })
    await of.service('extra', { tariff_id: tariff })
    const { code, attributes } = await login('extra', {}, '127.0.0.21')
    expect(code).toBe('Access-Accept')
    expect(attributes).toMatchObject({
      'Filter-Id': ['gold', 'site-7'],
      'Mikrotik-Recv-Limit': ['4711'],
      'Cisco-AVPair': ['ip:dns-servers=192.0.2.53'],
    })
    expect(attributes).not.toHaveProperty('Huawei-Policy-Name')
    const wrong = await on.send('auth', { 'User-Name': 'extra', 'User-Password': 'x' }, { from: '127.0.0.21' })
    expect(wrong).toEqual({ code: 'Access-Reject', attributes: {} })
  })

  test('a Cisco gets the policies of the tariff, or rates if it has none', async () => {
    await of.nas('127.0.0.22', { vendor: 'cisco' })
    const rates = { download_rate: 50_000, upload_rate: 10_000 }
    await of.service('policy', {
      tariff_id: await of.tariff({ ...rates, cisco_policy_in: 'UP-10M', cisco_policy_out: 'DOWN-50M' }),
    })
    expect((await login('policy', {}, '127.0.0.22')).attributes['Cisco-AVPair']).toEqual([
      'ip:sub-qos-policy-in=UP-10M',
      'ip:sub-qos-policy-out=DOWN-50M',
    ])
  })

  test('IPv6: a prefix or an address for the router, a delegated prefix, or pools of the NAS by name', async () => {
    await of.nas('127.0.0.23', { vendor: 'generic' })
    await of.nas('127.0.0.24', { vendor: 'mikrotik' })
    await of.service('v6-fixed', {
      framed_ipv6_method: 'static-address',
      framed_ipv6: '2001:db8:a::7/128',
      delegated_ipv6_method: 'static',
      ipv6_network: '2001:db8:b::/56',
    })
    expect((await login('v6-fixed', {}, '127.0.0.23')).attributes).toMatchObject({
      'Framed-IPv6-Address': ['2001:db8:a::7'],
      'Delegated-IPv6-Prefix': ['2001:db8:b::/56'],
    })
    await of.service('v6-named', {
      framed_ipv6_method: 'nas-pool',
      framed_ipv6_pool: 'wan6',
      delegated_ipv6_method: 'nas-pool',
      delegated_ipv6_pool: 'lan6',
    })
    expect((await login('v6-named', {}, '127.0.0.23')).attributes).toMatchObject({
      'Framed-IPv6-Pool': ['wan6'],
      'Delegated-IPv6-Prefix-Pool': ['lan6'],
    })
    expect((await login('v6-named', {}, '127.0.0.24')).attributes).toMatchObject({
      'Framed-IPv6-Pool': ['wan6'],
      'Mikrotik-Delegated-IPv6-Pool': ['lan6'],
    })
  })

  const prefixPool = (net: string, unit: number) =>
    of
      .add('subnet', {
        space_id: space,
        net,
        hosts: false,
        type: 'pool',
        state: 'assigned',
        company_id: of.reseller,
        assign_len: unit,
        policy: 'lowest',
      })
      .then(async (id) => {
        await on.query('select ip_free_rebuild($1)', [id])
        return id
      })

  test('IPv6 pools lease each prefix once, prefer the previous caller, and release a prefix if the other pool is full', async () => {
    const framed = await prefixPool('2001:db8:f0::/62', 64)
    const delegated = await prefixPool('2001:db8:d0::/55', 56)
    const users = Array.from({ length: 5 }, (_, i) => `lease6-${i}`)
    for (const user of users)
      await of.service(user, {
        framed_ipv6_method: 'pool',
        framed_ipv6_subnet_id: framed,
        simultaneous_use: 1,
        ...(user !== 'lease6-3' && user !== 'lease6-4' && { delegated_ipv6_method: 'pool', ipv6_subnet_id: delegated }),
      })
    const dial = (user: string) => login(user, { 'Calling-Station-Id': user })
    const prefixes = async (user: string) => {
      const { attributes } = await dial(user)
      return [attributes['Framed-IPv6-Prefix']?.[0], attributes['Delegated-IPv6-Prefix']?.[0]]
    }
    expect(await prefixes('lease6-0')).toEqual(['2001:db8:f0::/64', '2001:db8:d0::/56'])
    expect(await prefixes('lease6-1')).toEqual(['2001:db8:f0:1::/64', '2001:db8:d0:100::/56'])
    expect(await prefixes('lease6-0')).toEqual(['2001:db8:f0::/64', '2001:db8:d0::/56'])
    // No /56 is free: the leased /64 is released, and the login does not count as a session.
    expect((await dial('lease6-2')).code).toBe('Access-Reject')
    expect(await on.query(`select reason from auth_log where username = 'lease6-2'`)).toEqual([{ reason: 'pool-full' }])
    expect(
      await on.query(
        `select (select count(*) from login_pending p where p.service_id = s.id) as pending, (select count(*) from pool_prefix p where p.service_id = s.id and p.leased_until > now()) as leased from service s where s.username = 'lease6-2'`,
      ),
    ).toEqual([{ pending: 0, leased: 0 }])
    expect(await prefixes('lease6-3')).toEqual(['2001:db8:f0:2::/64', undefined])
    expect(await prefixes('lease6-4')).toEqual(['2001:db8:f0:3::/64', undefined])
    // A Stop releases them.
    const record = { 'Acct-Session-Id': 'l6', 'User-Name': 'lease6-1', 'Calling-Station-Id': 'lease6-1' }
    const held = { 'Framed-IPv6-Prefix': '2001:db8:f0:1::/64', 'Delegated-IPv6-Prefix': '2001:db8:d0:100::/56' }
    await on.send('acct', { 'Acct-Status-Type': 'Start', ...record, ...held })
    await on.send('acct', { 'Acct-Status-Type': 'Stop', ...record, ...held })
    expect(await prefixes('lease6-2')).toEqual(['2001:db8:f0:1::/64', '2001:db8:d0:100::/56'])
  }, 60_000)

  test('configured values are never executed', async () => {
    const evil = await of.tariff({ address_list: '`%{sql:select 1}`' })
    await of.service('typed', { tariff_id: evil })
    expect((await login('typed')).attributes['Mikrotik-Address-List']).toEqual(['%{sql:select 1}`'])
  })

  test('a pool leases each address once, prefers the previous caller, and reports when it is full', async () => {
    const id = await pool('100.64.8.0/29')
    const users = Array.from({ length: 7 }, (_, i) => `pool${i}`)
    for (const user of users) await of.service(user, { ipv4_method: 'pool', subnet_id: id })
    // First and last address are not leased; address management does not assign any of the pool's addresses.
    expect(await on.query('select count(*) as n from pool_address where subnet_id = $1', [id])).toEqual([{ n: 6 }])
    expect(await on.query('select count(*) as n from free_block where parent_id = $1', [id])).toEqual([{ n: 0 }])
    expect(
      await on.query('select host(lo) as lo, host(hi) as hi, kind from ip_range where subnet_id = $1', [id]),
    ).toEqual([{ lo: '100.64.8.0', hi: '100.64.8.7', kind: 'dhcp' }])
    // Failed logins lease no addresses.
    await on.send('auth', { 'User-Name': 'pool0', 'User-Password': 'wrong' })
    expect(await on.query('select count(*) as n from pool_address where service_id is not null')).toEqual([{ n: 0 }])
    const first = await Promise.all(users.slice(0, 6).map((user) => login(user, { 'Calling-Station-Id': user })))
    const given = first.map((reply) => reply.attributes['Framed-IP-Address']?.[0])
    expect(new Set(given).size).toBe(6)
    expect(given.toSorted()).toEqual([
      '100.64.8.1',
      '100.64.8.2',
      '100.64.8.3',
      '100.64.8.4',
      '100.64.8.5',
      '100.64.8.6',
    ])
    expect((await login('pool6', { 'Calling-Station-Id': 'pool6' })).code).toBe('Access-Reject')
    expect(await on.query(`select accepted, reason from auth_log where username = 'pool6'`)).toEqual([
      { accepted: false, reason: 'pool-full' },
    ])
    expect((await login('pool3', { 'Calling-Station-Id': 'pool3' })).attributes['Framed-IP-Address']).toEqual([
      given[3],
    ])
    // A Stop releases the address, which stays reserved for its last caller while others are free.
    const acct = (type: string, user: string, ip: string) =>
      on.send('acct', {
        'Acct-Status-Type': type,
        'Acct-Session-Id': user,
        'User-Name': user,
        'Calling-Station-Id': user,
        'Framed-IP-Address': ip,
      })
    await acct('Start', 'pool3', given[3] as string)
    await acct('Stop', 'pool3', given[3] as string)
    expect((await login('pool6', { 'Calling-Station-Id': 'pool6' })).attributes['Framed-IP-Address']).toEqual([
      given[3],
    ])
    // An expired lease is not reused while its session is still reported.
    await acct('Start', 'pool0', given[0] as string)
    await on.query(`update pool_address set leased_until = now() - interval '1 second' where address = $1`, [given[0]])
    expect((await login('pool3', { 'Calling-Station-Id': 'pool3' })).code).toBe('Access-Reject')
  }, 60_000)

  test('a NAS uses its pools in order, and an unused pool is released', async () => {
    const [one, two] = [await pool('100.64.9.0/30'), await pool('100.64.9.8/30')]
    const nas = await of.nas('127.0.0.16')
    for (const [position, subnet_id] of [two, one].entries())
      await on.query('insert into nas_pool (nas_id, subnet_id, position) values ($1, $2, $3)', [
        nas,
        subnet_id,
        position,
      ])
    const given: (string | undefined)[] = []
    for (let i = 0; i < 4; i++) {
      await of.service(`any${i}`, { ipv4_method: 'pool' })
      given.push((await login(`any${i}`, {}, '127.0.0.16')).attributes['Framed-IP-Address']?.[0])
    }
    expect(given).toEqual(['100.64.9.9', '100.64.9.10', '100.64.9.1', '100.64.9.2'])
    expect(await on.query('select panel.close_pool($1) as gone', [one])).toEqual([{ gone: false }])
    await on.query('delete from nas_pool where nas_id = $1', [nas])
    await on.query(`update pool_address set leased_until = now() - interval '1 second'`)
    expect(await on.query('select panel.close_pool($1) as gone', [one])).toEqual([{ gone: true }])
    expect(
      await on.query(
        'select f.net, s.used, s.leased from free_block f join subnet s on s.id = f.parent_id where f.parent_id = $1',
        [one],
      ),
    ).toEqual([{ net: '100.64.9.0/30', used: '0', leased: false }])
  })

  test('forty concurrent logins on twenty addresses: twenty leases, none twice', async () => {
    const id = await pool('100.64.10.0/27')
    const users = Array.from({ length: 40 }, (_, i) => `rush${i}`)
    for (const user of users) await of.service(user, { ipv4_method: 'pool', subnet_id: id })
    await on.query(`delete from pool_address where subnet_id = $1 and address > '100.64.10.20'`, [id])
    const reported = await on.flood(
      'auth',
      users.map((user) => ({ 'User-Name': user, 'User-Password': `pw-${user}` })),
    )
    expect(reported.answered).toBe(40)
    expect(
      await on.query(
        'select count(*) as leases, count(distinct service_id) as services from pool_address where subnet_id = $1 and leased_until > now()',
        [id],
      ),
    ).toEqual([{ leases: 20, services: 20 }])
  }, 60_000)

  test('the preview equals the login reply and has no effect', async () => {
    const before = await on.query('select count(*) from auth_log')
    const preview = async (user: string) =>
      (
        await on.query<{ reason: string; items: { attribute: string; value: string }[] }>(
          `select p.* from service s, nas n, lateral panel.radius_preview(s.id, n.id, '') p where s.username = $1 and n.address = '127.0.0.2'`,
          [user],
        )
      )[0]!
    const stated = await preview('mt')
    expect(stated.reason).toBe('')
    const { attributes } = await login('mt')
    for (const { attribute, value } of stated.items) expect(attributes[attribute], attribute).toContain(String(value))
    await of.service('none', { status: 'suspended' })
    expect(await preview('none')).toMatchObject({ reason: 'service-suspended', items: [] })
    expect(JSON.stringify(stated)).not.toContain('pw-mt')
    expect(await on.query('select count(*) - 1 as count from auth_log')).toEqual(before)
  })
})
