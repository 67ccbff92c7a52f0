import { describe, expect, it } from 'vitest'
import { addBody, setBody } from '../lan/row-shape.ts'
import { networkShape, suggestRange, type NetworkValues } from './network-shape.ts'

describe('the suggested DHCP range', () => {
  it.each([
    ['10.3.0.1/24', '10.3.0.128', '10.3.0.254'],
    ['10.3.0.254/24', '10.3.0.1', '10.3.0.127'],
    ['10.3.0.1/29', '10.3.0.4', '10.3.0.6'],
    [' 10.3.1.1/23 ', '10.3.1.0', '10.3.1.254'],
  ])('excludes the router %s', (address, start, end) => {
    const own = address.trim() === '10.3.1.1/23' ? { start: '10.3.0.1', end: '10.3.0.255' } : { start, end }
    expect(suggestRange(address)).toEqual(own)
  })
  it.each([null, '', '10.3.0.1', '10.3.0/24', '10.3.0.1/30', '10.3.0.1/33', '2001:db8::1/64'])(
    'is undefined for %s',
    (text) => {
      expect(suggestRange(text)).toBeUndefined()
    },
  )
})

describe('the body of a network', () => {
  const draft: NetworkValues = {
    ...networkShape.empty,
    name: 'lab',
    vlan_id: 30,
    bridge: 'bridge',
    address: '10.3.0.1/24',
  }
  it('leaves out empty fields', () => {
    expect(addBody(networkShape, { ...draft, dhcp: { start: ' ', end: '', dns: [], lease_seconds: null } })).toEqual({
      name: 'lab',
      vlan_id: 30,
      bridge: 'bridge',
      address: '10.3.0.1/24',
      dhcp: { start: null, end: null, dns: [] },
      isolated: false,
      tagged: [],
      untagged: [],
      disabled: false,
    })
  })
  it('has the changes and the seen values', () => {
    const base = { ...draft, dhcp: { start: '10.3.0.9', end: '10.3.0.19', dns: ['9.9.9.9'], lease_seconds: 600 } }
    const next = { ...base, dhcp: { ...base.dhcp, end: '10.3.0.29' } }
    expect(setBody(networkShape, '*5', base, next)).toEqual({
      id: '*5',
      dhcp: next.dhcp,
      seen: { name: 'lab', dhcp: base.dhcp },
    })
    expect(setBody(networkShape, '*5', base, { ...base, dhcp: null })).toMatchObject({ dhcp: null })
  })
})
