import { describe, expect, it } from 'vitest'
import { formatErrors } from './field-errors.ts'
import { formats } from './formats.ts'

const reason = (format: keyof typeof formats, text: string) => formats[format](text)?.reason

describe('the format of a field', () => {
  it('accepts MAC addresses in every notation that the server reads', () => {
    for (const text of ['4C:5E:0C:01:02:03', '4c-5e-0c-01-02-03', '4c5e.0c01.0203', '4c5e0c010203'])
      expect(reason('mac', text), text).toBeUndefined()
    for (const text of ['4c:5e:0c:01:02', '4c:5e-0c:01:02:03', '4g:5e:0c:01:02:03', '4c:5e:0c:01:02:03:04'])
      expect(reason('mac', text), text).toBe('field.mac')
    expect(reason('mac', '00:00:00:00:00:00')).toBe('hardware.mac_zero')
    expect(reason('mac', '01:00:5e:00:00:01')).toBe('hardware.mac_group')
  })

  it('accepts addresses and prefixes', () => {
    expect(reason('address', '198.51.100.7')).toBeUndefined()
    expect(reason('address', '2001:db8::1')).toBeUndefined()
    expect(reason('address', '198.51.100.256')).toBe('ip.ipv4_format')
    expect(reason('address', '198.51.100.0/24')).toBe('ip.length_not_allowed')
    expect(reason('prefix', '198.51.100.0/24')).toBeUndefined()
    expect(reason('prefix', '198.51.100.7')).toBe('ip.network_required')
    expect(reason('prefix', '198.51.100.7/24')).toBe('ip.host_bits')
  })

  it('accepts hosts as addresses or names', () => {
    for (const text of ['198.51.100.7', '2001:db8::1', 'router-4.example.net', 'router.example.net.'])
      expect(reason('host', text), text).toBeUndefined()
    expect(reason('host', '198.51.100')).toBe('ip.ipv4_format')
    expect(reason('host', '224.0.0.1')).toBe('ip.unusable')
    expect(reason('host', 'router 4')).toBe('device.address_format')
    expect(reason('host', 'router-.example.net')).toBe('device.address_format')
  })

  it('is checked by path, and not while the field is empty', () => {
    const of = new Map([
      ['mac', 'mac'],
      ['device.address', 'host'],
      ['note', 'mac'],
    ] as const)
    const values = { mac: ' 4c:5e ', device: { address: 'a b' }, note: '  ' }
    expect(Object.keys(formatErrors(of, values))).toEqual(['mac', 'device.address'])
    expect(formatErrors(of, { mac: null })).toEqual({})
  })
})
