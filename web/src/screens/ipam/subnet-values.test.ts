import { message } from '@trunkline/contract/errors'
import { describe, expect, it } from 'vitest'
import { checkNet, createValues, extentOf, storeBody, updateBody, type UpdateValues } from './subnet-values.ts'

describe('a prefix that is being typed', () => {
  it('is offered as what was most likely meant where host bits are set or the length is missing', () => {
    expect(checkNet('203.0.113.77/27', 'ipv4')).toEqual({ error: { key: 'hostBits' }, correction: '203.0.113.64/27' })
    expect(checkNet('10.20.0.0', 'ipv4')).toEqual({ error: { key: 'noLength' }, correction: '10.20.0.0/16' })
    expect(checkNet('10.20.0.7', 'ipv4').correction).toBe('10.20.0.7/32')
    expect(checkNet('2001:DB8::1/64', 'ipv6').correction).toBe('2001:db8::/64')
    expect(checkNet('2001:db8::', 'ipv6').correction).toBe('2001:db8::/64')
  })

  it('has nothing to mend where it is no address at all, and says why', () => {
    const { error, correction } = checkNet('10.0.0.300/24', 'ipv4')
    expect([error, correction]).toEqual([{ message: message('ip.ipv4_format') }, undefined])
    expect(checkNet('10.0.0.0/33', 'ipv4').correction).toBeUndefined()
    expect(checkNet(' ', 'ipv4')).toEqual({})
  })

  it('must be of the version of the page and lie inside of the parent, smaller than it', () => {
    expect(checkNet('2001:db8::/48', 'ipv4').error).toEqual({ key: 'family' })
    expect(checkNet('10.1.0.0/16', 'ipv4', '10.0.0.0/16').error).toEqual({ key: 'outside' })
    expect(checkNet('10.0.0.0/16', 'ipv4', '10.0.0.0/16').error).toEqual({ key: 'outside' })
    expect(checkNet('10.0.4.0/22', 'ipv4', '10.0.0.0/16').error).toBeUndefined()
  })

  it('is told with its first and last address and its size', () => {
    const { prefix } = checkNet('2001:db8::/64', 'ipv6')
    expect(prefix && extentOf(prefix)).toEqual({
      first: '2001:db8::',
      last: '2001:db8::ffff:ffff:ffff:ffff',
      size: '18446744073709551616',
    })
  })
})

describe('the body of a new subnet', () => {
  const values = createValues({ parent: 7 })

  it('sends nothing that another choice hides', () => {
    expect(storeBody({ ...values, net: '10.0.0.0/8', space_id: 3, assign_len: 29 }, 'ipv4')).toEqual({
      type: 'network',
      net: 'auto',
      parent_id: 7,
    })
    expect(
      storeBody({ ...values, where: 'given', net: ' 10.0.0.0/8 ', prefix: 24, count: 4, contiguous: true }, 'ipv4'),
    ).toEqual({ type: 'network', net: '10.0.0.0/8', parent_id: 7 })
  })

  it('looks for a subnet of the usage and category where no parent is named', () => {
    expect(
      storeBody({ ...values, parent_id: null, usage_type: 'customer', category_id: 2, prefix: 56 }, 'ipv6'),
    ).toMatchObject({ find: { ip_version: 'ipv6', usage_type: 'customer', category_id: 2 }, prefix: 56 })
  })

  it('has the unit of what gives subnets and the gateway of what gives addresses, but no one gateway for several', () => {
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
    state: 'assigned',
    company_id: 5,
    version: 3,
  }

  it('names only what changed', () => {
    expect(updateBody(before, { ...before, name: 'North ' })).toEqual({})
    expect(updateBody(before, { ...before, vlan: 13, shared: true })).toEqual({ vlan: 13, shared: true })
  })

  it('empties texts, takes choices back, and leaves what a subnet always has', () => {
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
