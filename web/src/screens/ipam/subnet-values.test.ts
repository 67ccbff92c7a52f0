import { message } from '@trunkline/contract/errors'
import { describe, expect, it } from 'vitest'
import { checkPrefix, createValues, extentOf, storeBody, updateBody, type UpdateValues } from './subnet-values.ts'

describe('a prefix that is being typed', () => {
  it('has a correction where host bits are set or the length is missing', () => {
    expect(checkPrefix('203.0.113.77/27', 'ipv4')).toEqual({
      error: { key: 'hostBits' },
      correction: '203.0.113.64/27',
    })
    expect(checkPrefix('10.20.0.0', 'ipv4')).toEqual({ error: { key: 'noLength' }, correction: '10.20.0.0/16' })
    expect(checkPrefix('10.20.0.7', 'ipv4').correction).toBe('10.20.0.7/32')
    expect(checkPrefix('2001:DB8::1/64', 'ipv6').correction).toBe('2001:db8::/64')
    expect(checkPrefix('2001:db8::', 'ipv6').correction).toBe('2001:db8::/64')
  })

  it('has an error without a correction where it is no address', () => {
    const { error, correction } = checkPrefix('10.0.0.300/24', 'ipv4')
    expect([error, correction]).toEqual([{ message: message('ip.ipv4_format') }, undefined])
    expect(checkPrefix('10.0.0.0/33', 'ipv4').correction).toBeUndefined()
    expect(checkPrefix(' ', 'ipv4')).toEqual({})
  })

  it('must have the IP version of the page and be inside its parent', () => {
    expect(checkPrefix('2001:db8::/48', 'ipv4').error).toEqual({ key: 'family' })
    expect(checkPrefix('10.1.0.0/16', 'ipv4', '10.0.0.0/16').error).toEqual({ key: 'outside' })
    expect(checkPrefix('10.0.0.0/16', 'ipv4', '10.0.0.0/16').error).toEqual({ key: 'outside' })
    expect(checkPrefix('10.0.4.0/22', 'ipv4', '10.0.0.0/16').error).toBeUndefined()
  })

  it('has a first and last address and a size', () => {
    const { prefix } = checkPrefix('2001:db8::/64', 'ipv6')
    expect(prefix && extentOf(prefix)).toEqual({
      first: '2001:db8::',
      last: '2001:db8::ffff:ffff:ffff:ffff',
      size: '18446744073709551616',
    })
  })
})

describe('the body of a new subnet', () => {
  const values = createValues({ parent: 7 })

  it('leaves out fields that another choice hides', () => {
    expect(storeBody({ ...values, net: '10.0.0.0/8', space_id: 3, assign_len: 29 }, 'ipv4')).toEqual({
      type: 'network',
      net: 'auto',
      parent_id: 7,
    })
    expect(
      storeBody({ ...values, source: 'given', net: ' 10.0.0.0/8 ', prefix: 24, count: 4, contiguous: true }, 'ipv4'),
    ).toEqual({ type: 'network', net: '10.0.0.0/8', parent_id: 7 })
  })

  it('searches by usage and category without a parent', () => {
    expect(
      storeBody({ ...values, parent_id: null, usage_type: 'customer', category_id: 2, prefix: 56 }, 'ipv6'),
    ).toMatchObject({ find: { ip_version: 'ipv6', usage_type: 'customer', category_id: 2 }, prefix: 56 })
  })

  it('has a unit for a container, a gateway for a network, and no gateway for several subnets', () => {
    const full = { ...values, gateway: '10.0.0.1', assign_len: 29 }
    expect(storeBody({ ...full, type: 'container' }, 'ipv4')).toMatchObject({ assign_len: 29 })
    expect(storeBody({ ...full, type: 'container' }, 'ipv4')).not.toHaveProperty('gateway')
    expect(storeBody(full, 'ipv4')).toMatchObject({ gateway: '10.0.0.1' })
    expect(storeBody({ ...full, count: 2 }, 'ipv4')).not.toHaveProperty('gateway')
    expect(storeBody({ ...full, type: 'pool', hosts: false }, 'ipv4')).toMatchObject({ hosts: false, assign_len: 29 })
  })
})

describe('the body of an update', () => {
  const before: UpdateValues = {
    type: 'network',
    hosts: true,
    usage_type: 'customer',
    category_id: 2,
    name: 'North',
    description: 'x',
    vlan: 12,
    gateway: '10.0.0.1',
    assign_len: 32,
    policy: 'best-fit',
    mark_full: false,
    exclusive: false,
    shared: false,
    net: '10.0.0.0/24',
    state: 'assigned',
    company_id: 5,
    version: 3,
  }

  it('has only changed fields', () => {
    expect(updateBody(before, { ...before, name: 'North ' })).toEqual({})
    expect(updateBody(before, { ...before, vlan: 13, shared: true })).toEqual({ vlan: 13, shared: true })
  })

  it('clears text and choices, but not fields that a subnet always has', () => {
    expect(
      updateBody(before, {
        ...before,
        name: '',
        gateway: ' ',
        vlan: null,
        category_id: null,
        policy: null,
        company_id: null,
      }),
    ).toEqual({ name: '', gateway: null, vlan: null, category_id: null })
  })
})
