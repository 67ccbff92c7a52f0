import { services } from '@trunkline/contract/resources/service'
import { describe, expect, it } from 'vitest'
import {
  serviceBody,
  serviceChanges,
  serviceErrors,
  serviceValues,
  type FormState,
  type ServiceValues,
} from './service-values.ts'

const values = (more: Partial<ServiceValues> = {}): ServiceValues => ({
  ...serviceValues({ company_id: 12, username: 'anna', tariff_id: 3 }),
  password: 'correct horse',
  ...more,
})
const delegated = { delegated_ipv6_method: 'static', ipv6_subnet_id: 6 } as const
const isNew = { isNew: true, needsCompany: true }
/** The reasons of the errors, by field. */
const errors = (of: ServiceValues, state: FormState) =>
  Object.fromEntries(Object.entries(serviceErrors(of, state)).map(([field, { reason }]) => [field, reason]))

describe('the body of a service', () => {
  it('is valid by the contract', () => {
    for (const sent of [
      values(),
      values({ ipv4_method: 'static-address', subnet_id: 4, ip: '192.0.2.9' }),
      values({ ipv4_method: 'static-network', subnet_id: 4, network_subnet_id: 5, network_prefix: 29 }),
      values({ ...delegated, ipv6_network: '2001:db8:1::/56', starts_on: '2026-12-01', ends_on: '2026-12-31' }),
    ])
      expect(services.store.body.safeParse(serviceBody(sent)).error).toBeUndefined()
  })

  it('requests the next free address where none is typed', () => {
    expect(serviceBody(values({ ipv4_method: 'static-address', subnet_id: 4, ip: '  ' }))).toMatchObject({ ip: 'auto' })
    expect(serviceBody(values({ ipv4_method: 'static-address', subnet_id: 4, ip: ' 192.0.2.9 ' }))).toMatchObject({
      ip: '192.0.2.9',
    })
  })

  it('has a prefix length only with the next free network', () => {
    const network = { ipv4_method: 'static-network', subnet_id: 4, network_subnet_id: 5, network_prefix: 29 } as const
    expect(serviceBody(values(network))).toMatchObject({ network: 'auto', network_prefix: 29 })
    expect(serviceBody(values({ ...network, network: '203.0.113.8/29' }))).not.toHaveProperty('network_prefix')
  })

  it('leaves out fields that do not apply to its method', () => {
    const left = serviceBody(values({ ip: '192.0.2.9', network_subnet_id: 5, network: '203.0.113.8/29' }))
    for (const field of ['ip', 'network_subnet_id', 'network', 'ipv6_network']) expect(left).not.toHaveProperty(field)
    expect(serviceBody(values({ ipv4_method: 'nas-decides', subnet_id: 4 }))).not.toHaveProperty('subnet_id')
  })
})

describe('a change', () => {
  const before = serviceValues({
    company_id: 12,
    username: 'anna',
    tariff_id: 3,
    ipv4_method: 'static-address',
    subnet_id: 4,
    address: '192.0.2.9',
    version: 7,
  })

  it('contains only what differs, with the version, and a password only where one was typed', () => {
    expect(serviceChanges(before, { ...before })).toBeUndefined()
    expect(serviceChanges(before, { ...before, tariff_id: 5 })).toEqual({ tariff_id: 5, version: 7 })
    expect(serviceChanges(before, { ...before, password: 'new' })).toEqual({ password: 'new', version: 7 })
  })

  it('sends a method with its subnet', () => {
    expect(serviceChanges(before, { ...before, ipv4_method: 'pool', subnet_id: null, ip: '' })).toEqual({
      ipv4_method: 'pool',
      subnet_id: null,
      version: 7,
    })
    expect(serviceChanges(before, { ...before, subnet_id: 8, ip: '' })).toEqual({
      subnet_id: 8,
      ip: 'auto',
      version: 7,
    })
  })

  it('releases a prefix by the method none', () => {
    const had = { ...before, ...delegated, ipv6_network: '2001:db8:1::/56' }
    expect(
      serviceChanges(had, { ...had, delegated_ipv6_method: 'none', ipv6_subnet_id: null, ipv6_network: '' }),
    ).toEqual({
      delegated_ipv6_method: 'none',
      version: 7,
    })
    // Another method sends the same subnet again.
    expect(serviceChanges(had, { ...had, delegated_ipv6_method: 'pool' })).toEqual({
      delegated_ipv6_method: 'pool',
      ipv6_subnet_id: 6,
      version: 7,
    })
  })

  it('can remove the limit of sessions', () => {
    expect(serviceChanges(before, { ...before, unlimited_use: true })).toEqual({ simultaneous_use: null, version: 7 })
    const unlimited = serviceValues({ simultaneous_use: null, version: 7 })
    expect([unlimited.unlimited_use, unlimited.simultaneous_use]).toEqual([true, 1])
    expect(serviceChanges(unlimited, { ...unlimited, unlimited_use: false })).toEqual({
      simultaneous_use: 1,
      version: 7,
    })
  })
})

describe('IPoE', () => {
  const byMac = { auth_method: 'mac', username: '', password: '', mac: 'aabb.cc00.0001' } as const
  const by82 = { auth_method: 'option82', username: '', password: '', nas_id: 9, circuit_id: 'eth 1/2' } as const

  it('is valid by the contract, with only the fields of its method', () => {
    const sent = serviceBody(values({ ...byMac, password: 'left', calling_station: 'left', circuit_id: 'left' }))
    expect(services.store.body.safeParse(sent).error).toBeUndefined()
    expect(sent).toMatchObject({ auth_method: 'mac', mac: 'AA:BB:CC:00:00:01' })
    for (const field of ['username', 'password', 'calling_station', 'circuit_id', 'remote_id'])
      expect(sent).not.toHaveProperty(field)
    const option82 = serviceBody(
      values({ ...by82, remote_id: '00:04:00:64:00:01', option82_format: 'hex', circuit_id: '0x4142' }),
    )
    expect(services.store.body.safeParse(option82).error).toBeUndefined()
    expect(option82).toMatchObject({ circuit_id: 'AB', remote_id: '0x000400640001' })
    expect(option82).not.toHaveProperty('mac')
  })

  it('in another notation is no change', () => {
    const mac = serviceValues({
      auth_method: 'mac',
      username: 'aa:bb:cc:00:00:01',
      mac: 'AA:BB:CC:00:00:01',
      version: 3,
    })
    expect(serviceChanges(mac, { ...mac, mac: 'aabb-cc00-0001' })).toBeUndefined()
    expect(serviceChanges(mac, { ...mac, auth_method: 'password', password: 'new' })).toMatchObject({
      auth_method: 'password',
      password: 'new',
    })
    const ids = serviceValues({ auth_method: 'option82', circuit_id: '0x0001', remote_id: 'olt', version: 3 })
    expect(
      serviceChanges(ids, { ...ids, option82_format: 'hex', circuit_id: '00:01', remote_id: '6f 6c 74' }),
    ).toBeUndefined()
    expect(serviceChanges(ids, { ...ids, remote_id: '' })).toEqual({ remote_id: null, version: 3 })
  })

  it('reports what is missing or wrong', () => {
    expect(errors(values(byMac), isNew)).toEqual({})
    expect(errors(values({ ...byMac, mac: ' ' }), isNew)).toEqual({ mac: 'field.required' })
    expect(errors(values({ ...byMac, mac: 'nonsense' }), isNew)).toEqual({ mac: 'field.mac' })
    expect(errors(values(by82), isNew)).toEqual({})
    expect(errors(values({ ...by82, nas_id: null }), isNew)).toEqual({ nas_id: 'service.circuit_id_needs_nas' })
    expect(errors(values({ ...by82, nas_id: null, remote_id: 'olt' }), isNew)).toEqual({})
    expect(errors(values({ ...by82, circuit_id: '' }), isNew)).toEqual({ circuit_id: 'service.option82_required' })
    expect(errors(values({ ...by82, option82_format: 'hex' }), isNew)).toEqual({ circuit_id: 'option82.hexadecimal' })
    expect(errors(values({ ...by82, remote_id: 'größe' }), isNew)).toEqual({ remote_id: 'option82.ascii' })
    // Fields of other methods are ignored; a password is required where there was none.
    expect(errors(values({ mac: 'nonsense' }), isNew)).toEqual({})
    const changed = { isNew: false, needsCompany: true, wasIpoe: true }
    expect(errors(values({ password: '' }), changed)).toEqual({ password: 'field.required' })
  })
})

describe('IPv6', () => {
  it('is valid by the contract, with only the fields of its method', () => {
    for (const sent of [
      values({ framed_ipv6_method: 'static-prefix', framed_ipv6_subnet_id: 6, framed_ipv6_prefix: 62 }),
      values({ framed_ipv6_method: 'static-address', framed_ipv6_subnet_id: 6, framed_ipv6: '2001:db8::9' }),
      values({ framed_ipv6_method: 'pool', framed_ipv6_subnet_id: 6, framed_ipv6: 'left', framed_ipv6_pool: 'left' }),
      values({ framed_ipv6_method: 'nas-pool', framed_ipv6_subnet_id: 6, framed_ipv6_pool: ' wan ' }),
      values({ delegated_ipv6_method: 'pool', ipv6_subnet_id: 6 }),
      values({ delegated_ipv6_method: 'nas-pool', ipv6_subnet_id: 6, delegated_ipv6_pool: 'pd' }),
    ]) {
      expect(errors(sent, isNew)).toEqual({})
      expect(services.store.body.safeParse(serviceBody(sent)).error).toBeUndefined()
    }
    const pool = serviceBody(values({ framed_ipv6_method: 'pool', framed_ipv6_subnet_id: 6, framed_ipv6: 'left' }))
    for (const field of ['framed_ipv6', 'framed_ipv6_pool', 'ipv6_subnet_id']) expect(pool).not.toHaveProperty(field)
  })

  it('reports what is missing or wrong', () => {
    for (const [of, expected] of [
      [{ framed_ipv6_method: 'static-prefix' }, { framed_ipv6_subnet_id: 'field.required' }],
      [{ framed_ipv6_method: 'static-address' }, { framed_ipv6_subnet_id: 'field.required' }],
      [{ framed_ipv6_method: 'pool' }, { framed_ipv6_subnet_id: 'field.required' }],
      [{ framed_ipv6_method: 'nas-pool' }, { framed_ipv6_pool: 'field.required' }],
      [{ framed_ipv6_method: 'nas-pool', framed_ipv6_pool: 'a b' }, { framed_ipv6_pool: 'field.plain_characters' }],
      [{ delegated_ipv6_method: 'static' }, { ipv6_subnet_id: 'field.required' }],
      [{ delegated_ipv6_method: 'pool' }, { ipv6_subnet_id: 'field.required' }],
      [
        { delegated_ipv6_method: 'nas-pool', delegated_ipv6_pool: 'x'.repeat(64) },
        { delegated_ipv6_pool: 'field.plain_characters' },
      ],
      [
        { framed_ipv6_method: 'static-address', framed_ipv6_subnet_id: 6, framed_ipv6: '192.0.2.1' },
        { framed_ipv6: 'ip.ipv6_format' },
      ],
      [
        { framed_ipv6_method: 'static-prefix', framed_ipv6_subnet_id: 6, framed_ipv6_prefix: 129 },
        { framed_ipv6_prefix: 'field.range' },
      ],
    ] as const)
      expect(errors(values(of), isNew)).toEqual(expected)
  })
})

describe('errors', () => {
  it('are none in a plain service', () => {
    expect(errors(values(), isNew)).toEqual({})
    expect(errors(values({ password: '' }), { isNew: false, needsCompany: true })).toEqual({})
    expect(errors(values({ company_id: null }), { isNew: true, needsCompany: false })).toEqual({})
  })

  it('name what is missing', () => {
    expect(errors(values({ company_id: null, username: ' ', password: '', tariff_id: null }), isNew)).toEqual({
      company_id: 'field.required',
      username: 'field.required',
      password: 'field.required',
      tariff_id: 'field.required',
    })
    expect(errors(values({ ipv4_method: 'static-network' }), isNew)).toEqual({
      subnet_id: 'field.required',
      network_subnet_id: 'field.required',
    })
  })

  it('name user names and passwords that RADIUS cannot carry', () => {
    expect(errors(values({ username: 'anna berg' }), isNew)).toEqual({ username: 'service.username_characters' })
    expect(errors(values({ password: 'a\\b' }), isNew)).toEqual({ password: 'service.password_characters' })
    expect(errors(values({ password: 'ä'.repeat(64) }), isNew)).toEqual({})
    expect(errors(values({ password: 'ä'.repeat(65) }), isNew)).toEqual({ password: 'field.max_octets' })
  })

  it('name invalid addresses, and those of the other version', () => {
    const fixed = { ipv4_method: 'static-address', subnet_id: 4 } as const
    expect(errors(values({ ...fixed, ip: '2001:db8::1' }), isNew)).toEqual({ ip: 'ip.ipv4_format' })
    expect(errors(values({ ...fixed, ip: '192.0.2' }), isNew)).toEqual({ ip: 'ip.ipv4_format' })
    expect(errors(values({ ...delegated, ipv6_network: '10.0.0.0/8' }), isNew)).toEqual({
      ipv6_network: 'ip.ipv6_format',
    })
    expect(errors(values({ ...delegated, ipv6_prefix: 129 }), isNew)).toEqual({
      ipv6_prefix: 'field.range',
    })
    // Fields that do not apply to the method are ignored.
    expect(errors(values({ ip: 'nonsense' }), isNew)).toEqual({})
  })

  it('name a user name of too many octets', () => {
    expect(errors(values({ username: 'ä'.repeat(126) }), isNew)).toEqual({})
    expect(errors(values({ username: 'ä'.repeat(127) }), isNew)).toEqual({ username: 'field.max_octets' })
  })

  it('require a pool where the NAS has none', () => {
    const of = { ...isNew, nasWithoutPools: true }
    expect(errors(values({ nas_id: 3 }), of)).toEqual({ subnet_id: 'nas.without_pool' })
    expect(errors(values({ nas_id: 3, subnet_id: 4 }), of)).toEqual({})
    expect(errors(values({ nas_id: 3, ipv4_method: 'nas-decides' }), of)).toEqual({})
  })

  it('name an end before the start, and too many sessions', () => {
    expect(errors(values({ starts_on: '2026-12-02', ends_on: '2026-12-01' }), isNew)).toEqual({
      ends_on: 'range.end_before_start',
    })
    for (const simultaneous_use of [null, 0, 1.5, 101])
      expect(errors(values({ simultaneous_use }), isNew)).toHaveProperty('simultaneous_use')
    expect(errors(values({ unlimited_use: true, simultaneous_use: null }), isNew)).toEqual({})
  })
})
