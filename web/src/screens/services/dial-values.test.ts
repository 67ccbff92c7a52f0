import { services } from '@trunkline/contract/resources/service'
import { describe, expect, it } from 'vitest'
import { dialBody, dialChanges, dialFaults, dialValues, type DialValues } from './dial-values.ts'

const values = (more: Partial<DialValues> = {}): DialValues => ({
  ...dialValues({ company_id: 12, username: 'anna', tariff_id: 3 }),
  password: 'correct horse',
  ...more,
})
const isNew = { isNew: true, needsCompany: true }

describe('a service that is sent', () => {
  it('is taken by the contract', () => {
    for (const sent of [
      values(),
      values({ ipv4_method: 'static-address', subnet_id: 4, ip: '192.0.2.9' }),
      values({ ipv4_method: 'static-network', subnet_id: 4, network_subnet_id: 5, network_prefix: 29 }),
      values({ ipv6_subnet_id: 6, ipv6_network: '2001:db8:1::/56', starts_on: '2026-12-01', ends_on: '2026-12-31' }),
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

  it('takes back a prefix by taking back where it is from', () => {
    const had = { ...before, ipv6_subnet_id: 6, ipv6_network: '2001:db8:1::/56' }
    expect(dialChanges(had, { ...had, ipv6_subnet_id: null, ipv6_network: '' })).toEqual({
      ipv6_subnet_id: null,
      version: 7,
    })
  })
})

describe('faults', () => {
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
    expect(dialFaults(values({ ...fixed, ip: '192.0.2' }), isNew).ip).toHaveProperty('said')
    expect(dialFaults(values({ ipv6_subnet_id: 6, ipv6_network: '10.0.0.0/8' }), isNew)).toEqual({
      ipv6_network: { key: 'notIPv6' },
    })
    expect(dialFaults(values({ ipv6_subnet_id: 6, ipv6_prefix: 129 }), isNew)).toEqual({
      ipv6_prefix: { key: 'length128' },
    })
    // What the method does not use is not looked at.
    expect(dialFaults(values({ ip: 'nonsense' }), isNew)).toEqual({})
  })

  it('tell of an end before the start, and of too many sessions', () => {
    expect(dialFaults(values({ starts_on: '2026-12-02', ends_on: '2026-12-01' }), isNew)).toEqual({
      ends_on: { key: 'endsFirst' },
    })
    for (const simultaneous_use of [null, 0, 1.5, 101])
      expect(dialFaults(values({ simultaneous_use }), isNew)).toEqual({ simultaneous_use: { key: 'uses' } })
  })
})
