import { services } from '@trunkline/contract/resources/service'
import { describe, expect, it } from 'vitest'
import { dialBody, dialChanges, dialFaults, dialValues, type DialValues } from './dial-values.ts'

const values = (more: Partial<DialValues> = {}): DialValues => ({
  ...dialValues({ company_id: 12, username: 'anna', tariff_id: 3 }),
  password: 'correct horse',
  ...more,
})
const delegated = { delegated_ipv6_method: 'static', ipv6_subnet_id: 6 } as const
const isNew = { isNew: true, needsCompany: true }

describe('a service that is sent', () => {
  it('is taken by the contract', () => {
    for (const sent of [
      values(),
      values({ ipv4_method: 'static-address', subnet_id: 4, ip: '192.0.2.9' }),
      values({ ipv4_method: 'static-network', subnet_id: 4, network_subnet_id: 5, network_prefix: 29 }),
      values({ ...delegated, ipv6_network: '2001:db8:1::/56', starts_on: '2026-12-01', ends_on: '2026-12-31' }),
    ])
      expect(services.store.body.safeParse(dialBody(sent)).error).toBeUndefined()
  })

  it('takes the next free address where none is typed', () => {
    expect(dialBody(values({ ipv4_method: 'static-address', subnet_id: 4, ip: '  ' }))).toMatchObject({ ip: 'auto' })
    expect(dialBody(values({ ipv4_method: 'static-address', subnet_id: 4, ip: ' 192.0.2.9 ' }))).toMatchObject({
      ip: '192.0.2.9',
    })
  })

  it('gives a length only with the next free network', () => {
    const network = { ipv4_method: 'static-network', subnet_id: 4, network_subnet_id: 5, network_prefix: 29 } as const
    expect(dialBody(values(network))).toMatchObject({ network: 'auto', network_prefix: 29 })
    expect(dialBody(values({ ...network, network: '203.0.113.8/29' }))).not.toHaveProperty('network_prefix')
  })

  it('leaves out what its method has no use for', () => {
    const left = dialBody(values({ ip: '192.0.2.9', network_subnet_id: 5, network: '203.0.113.8/29' }))
    for (const field of ['ip', 'network_subnet_id', 'network', 'ipv6_network']) expect(left).not.toHaveProperty(field)
    expect(dialBody(values({ ipv4_method: 'nas-decides', subnet_id: 4 }))).not.toHaveProperty('subnet_id')
  })
})

describe('a change', () => {
  const before = dialValues({
    company_id: 12,
    username: 'anna',
    tariff_id: 3,
    ipv4_method: 'static-address',
    subnet_id: 4,
    address: '192.0.2.9',
    version: 7,
  })

  it('names only what is other, with the version, and never the password that was not typed', () => {
    expect(dialChanges(before, { ...before })).toBeUndefined()
    expect(dialChanges(before, { ...before, tariff_id: 5 })).toEqual({ tariff_id: 5, version: 7 })
    expect(dialChanges(before, { ...before, password: 'new' })).toEqual({ password: 'new', version: 7 })
  })

  it('says the method with the place that belongs to it', () => {
    expect(dialChanges(before, { ...before, ipv4_method: 'pool', subnet_id: null, ip: '' })).toEqual({
      ipv4_method: 'pool',
      subnet_id: null,
      version: 7,
    })
    expect(dialChanges(before, { ...before, subnet_id: 8, ip: '' })).toEqual({ subnet_id: 8, ip: 'auto', version: 7 })
  })

  it('gives a prefix back by naming no method', () => {
    const had = { ...before, ...delegated, ipv6_network: '2001:db8:1::/56' }
    expect(dialChanges(had, { ...had, delegated_ipv6_method: 'none', ipv6_subnet_id: null, ipv6_network: '' })).toEqual(
      {
        delegated_ipv6_method: 'none',
        version: 7,
      },
    )
    // Another method with the same subnet says the subnet too.
    expect(dialChanges(had, { ...had, delegated_ipv6_method: 'pool' })).toEqual({
      delegated_ipv6_method: 'pool',
      ipv6_subnet_id: 6,
      version: 7,
    })
  })

  it('of the number of sessions may take the limit away', () => {
    expect(dialChanges(before, { ...before, unlimited_use: true })).toEqual({ simultaneous_use: null, version: 7 })
    const unlimited = dialValues({ simultaneous_use: null, version: 7 })
    expect([unlimited.unlimited_use, unlimited.simultaneous_use]).toEqual([true, 1])
    expect(dialChanges(unlimited, { ...unlimited, unlimited_use: false })).toEqual({ simultaneous_use: 1, version: 7 })
  })
})

describe('IPoE', () => {
  const byMac = { auth_method: 'mac', username: '', password: '', mac: 'aabb.cc00.0001' } as const
  const by82 = { auth_method: 'option82', username: '', password: '', nas_id: 9, circuit_id: 'eth 1/2' } as const

  it('is taken by the contract, with what belongs to its method alone', () => {
    const sent = dialBody(values({ ...byMac, password: 'left', calling_station: 'left', circuit_id: 'left' }))
    expect(services.store.body.safeParse(sent).error).toBeUndefined()
    expect(sent).toMatchObject({ auth_method: 'mac', mac: 'AA:BB:CC:00:00:01' })
    for (const field of ['username', 'password', 'calling_station', 'circuit_id', 'remote_id'])
      expect(sent).not.toHaveProperty(field)
    const option82 = dialBody(
      values({ ...by82, remote_id: '00:04:00:64:00:01', option82_format: 'hex', circuit_id: '0x4142' }),
    )
    expect(services.store.body.safeParse(option82).error).toBeUndefined()
    expect(option82).toMatchObject({ circuit_id: 'AB', remote_id: '0x000400640001' })
    expect(option82).not.toHaveProperty('mac')
  })

  it('in another spelling is no change', () => {
    const mac = dialValues({ auth_method: 'mac', username: 'aa:bb:cc:00:00:01', mac: 'AA:BB:CC:00:00:01', version: 3 })
    expect(dialChanges(mac, { ...mac, mac: 'aabb-cc00-0001' })).toBeUndefined()
    expect(dialChanges(mac, { ...mac, auth_method: 'password', password: 'new' })).toMatchObject({
      auth_method: 'password',
      password: 'new',
    })
    const ids = dialValues({ auth_method: 'option82', circuit_id: '0x0001', remote_id: 'olt', version: 3 })
    expect(
      dialChanges(ids, { ...ids, option82_format: 'hex', circuit_id: '00:01', remote_id: '6f 6c 74' }),
    ).toBeUndefined()
    expect(dialChanges(ids, { ...ids, remote_id: '' })).toEqual({ remote_id: null, version: 3 })
  })

  it('tells of what is missing or wrong', () => {
    expect(dialFaults(values(byMac), isNew)).toEqual({})
    expect(dialFaults(values({ ...byMac, mac: ' ' }), isNew)).toEqual({ mac: { key: 'mac' } })
    expect(dialFaults(values({ ...byMac, mac: 'nonsense' }), isNew).mac).toHaveProperty('reason')
    expect(dialFaults(values(by82), isNew)).toEqual({})
    expect(dialFaults(values({ ...by82, nas_id: null }), isNew)).toEqual({ nas_id: { key: 'circuitNas' } })
    expect(dialFaults(values({ ...by82, nas_id: null, remote_id: 'olt' }), isNew)).toEqual({})
    expect(dialFaults(values({ ...by82, circuit_id: '' }), isNew)).toEqual({ circuit_id: { key: 'option82' } })
    expect(dialFaults(values({ ...by82, option82_format: 'hex' }), isNew).circuit_id).toHaveProperty('reason')
    expect(dialFaults(values({ ...by82, remote_id: 'größe' }), isNew).remote_id).toHaveProperty('reason')
    // What another method left is not looked at; a password is needed where there was none.
    expect(dialFaults(values({ mac: 'nonsense' }), isNew)).toEqual({})
    const changed = { isNew: false, needsCompany: true, wasIpoe: true }
    expect(dialFaults(values({ password: '' }), changed)).toEqual({ password: { key: 'password' } })
  })
})

describe('IPv6', () => {
  it('is taken by the contract, with what belongs to its method alone', () => {
    for (const sent of [
      values({ framed_ipv6_method: 'static-prefix', framed_ipv6_subnet_id: 6, framed_ipv6_prefix: 62 }),
      values({ framed_ipv6_method: 'static-address', framed_ipv6_subnet_id: 6, framed_ipv6: '2001:db8::9' }),
      values({ framed_ipv6_method: 'pool', framed_ipv6_subnet_id: 6, framed_ipv6: 'left', framed_ipv6_pool: 'left' }),
      values({ framed_ipv6_method: 'nas-pool', framed_ipv6_subnet_id: 6, framed_ipv6_pool: ' wan ' }),
      values({ delegated_ipv6_method: 'pool', ipv6_subnet_id: 6 }),
      values({ delegated_ipv6_method: 'nas-pool', ipv6_subnet_id: 6, delegated_ipv6_pool: 'pd' }),
    ]) {
      expect(dialFaults(sent, isNew)).toEqual({})
      expect(services.store.body.safeParse(dialBody(sent)).error).toBeUndefined()
    }
    const pool = dialBody(values({ framed_ipv6_method: 'pool', framed_ipv6_subnet_id: 6, framed_ipv6: 'left' }))
    for (const field of ['framed_ipv6', 'framed_ipv6_pool', 'ipv6_subnet_id']) expect(pool).not.toHaveProperty(field)
  })

  it('tells of what is missing or wrong', () => {
    for (const [of, errors] of [
      [{ framed_ipv6_method: 'static-prefix' }, { framed_ipv6_subnet_id: { key: 'ipv6Subnet' } }],
      [{ framed_ipv6_method: 'static-address' }, { framed_ipv6_subnet_id: { key: 'ipv6Network' } }],
      [{ framed_ipv6_method: 'pool' }, { framed_ipv6_subnet_id: { key: 'ipv6Pool' } }],
      [{ framed_ipv6_method: 'nas-pool' }, { framed_ipv6_pool: { key: 'poolName' } }],
      [{ framed_ipv6_method: 'nas-pool', framed_ipv6_pool: 'a b' }, { framed_ipv6_pool: { key: 'poolName' } }],
      [{ delegated_ipv6_method: 'static' }, { ipv6_subnet_id: { key: 'ipv6Subnet' } }],
      [{ delegated_ipv6_method: 'pool' }, { ipv6_subnet_id: { key: 'ipv6Pool' } }],
      [
        { delegated_ipv6_method: 'nas-pool', delegated_ipv6_pool: 'x'.repeat(64) },
        { delegated_ipv6_pool: { key: 'poolName' } },
      ],
      [
        { framed_ipv6_method: 'static-address', framed_ipv6_subnet_id: 6, framed_ipv6: '192.0.2.1' },
        { framed_ipv6: { key: 'notIPv6' } },
      ],
      [
        { framed_ipv6_method: 'static-prefix', framed_ipv6_subnet_id: 6, framed_ipv6_prefix: 129 },
        { framed_ipv6_prefix: { key: 'length128' } },
      ],
    ] as const)
      expect(dialFaults(values(of), isNew)).toEqual(errors)
  })
})

describe('errors', () => {
  it('are none in a plain service', () => {
    expect(dialFaults(values(), isNew)).toEqual({})
    expect(dialFaults(values({ password: '' }), { isNew: false, needsCompany: true })).toEqual({})
    expect(dialFaults(values({ company_id: null }), { isNew: true, needsCompany: false })).toEqual({})
  })

  it('tell of what is missing', () => {
    expect(dialFaults(values({ company_id: null, username: ' ', password: '', tariff_id: null }), isNew)).toEqual({
      company_id: { key: 'company' },
      username: { key: 'needed' },
      password: { key: 'password' },
      tariff_id: { key: 'tariff' },
    })
    expect(dialFaults(values({ ipv4_method: 'static-network' }), isNew)).toEqual({
      subnet_id: { key: 'subnet' },
      network_subnet_id: { key: 'networkSubnet' },
    })
  })

  it('tell of names and passwords that RADIUS can not carry', () => {
    expect(dialFaults(values({ username: 'anna berg' }), isNew)).toEqual({ username: { key: 'username' } })
    expect(dialFaults(values({ password: 'a\\b' }), isNew)).toEqual({ password: { key: 'passwordSigns' } })
    expect(dialFaults(values({ password: 'ä'.repeat(64) }), isNew)).toEqual({})
    expect(dialFaults(values({ password: 'ä'.repeat(65) }), isNew)).toEqual({ password: { key: 'passwordLong' } })
  })

  it('tell of addresses that are none, or of the other kind', () => {
    const fixed = { ipv4_method: 'static-address', subnet_id: 4 } as const
    expect(dialFaults(values({ ...fixed, ip: '2001:db8::1' }), isNew)).toEqual({ ip: { key: 'notIPv4' } })
    expect(dialFaults(values({ ...fixed, ip: '192.0.2' }), isNew).ip).toHaveProperty('reason')
    expect(dialFaults(values({ ...delegated, ipv6_network: '10.0.0.0/8' }), isNew)).toEqual({
      ipv6_network: { key: 'notIPv6' },
    })
    expect(dialFaults(values({ ...delegated, ipv6_prefix: 129 }), isNew)).toEqual({
      ipv6_prefix: { key: 'length128' },
    })
    // What the method does not use is not looked at.
    expect(dialFaults(values({ ip: 'nonsense' }), isNew)).toEqual({})
  })

  it('tell of a user name of too many octets', () => {
    expect(dialFaults(values({ username: 'ä'.repeat(126) }), isNew)).toEqual({})
    expect(dialFaults(values({ username: 'ä'.repeat(127) }), isNew)).toEqual({ username: { key: 'usernameLong' } })
  })

  it('tell of a pool where the NAS has none', () => {
    const of = { ...isNew, nasWithoutPools: true }
    expect(dialFaults(values({ nas_id: 3 }), of)).toEqual({ subnet_id: { key: 'noPools' } })
    expect(dialFaults(values({ nas_id: 3, subnet_id: 4 }), of)).toEqual({})
    expect(dialFaults(values({ nas_id: 3, ipv4_method: 'nas-decides' }), of)).toEqual({})
  })

  it('tell of an end before the start, and of too many sessions', () => {
    expect(dialFaults(values({ starts_on: '2026-12-02', ends_on: '2026-12-01' }), isNew)).toEqual({
      ends_on: { key: 'endsFirst' },
    })
    for (const simultaneous_use of [null, 0, 1.5, 101])
      expect(dialFaults(values({ simultaneous_use }), isNew)).toEqual({ simultaneous_use: { key: 'uses' } })
    expect(dialFaults(values({ unlimited_use: true, simultaneous_use: null }), isNew)).toEqual({})
  })
})
