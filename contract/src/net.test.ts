import { describe, expect, test } from 'vitest'
import { message } from './errors.ts'
import {
  bitsOf,
  contains,
  errorOf,
  formatAddress,
  formatPrefix,
  lastOf,
  NetError,
  networkOf,
  parseAddress,
  parsePrefix,
  sizeOf,
  tryAddress,
  tryPrefix,
} from './net.ts'

const zeros = 'ip.leading_zeros'
const four = 'ip.ipv4_format'
const eight = 'ip.ipv6_format'
const inside = 'ip.embedded_ipv4'
const zone = 'ip.zone'

describe('an address is rejected with the reason', () => {
  test.each([
    ['', 'field.required'],
    ['   ', 'field.required'],
    ['garbage', four],
    ['1.2.3', four],
    ['1.2.3.4.5', four],
    ['3232235777', four],
    ['0x7f.0.0.1', four],
    ['1.2.3.', four],
    ['1..2.3', four],
    ['1.2.3.-4', four],
    ['1.2.3.4a', four],
    ['1.2.3. 4', four],
    ['1.2.3.+4', four],
    ['1.2.3.1e1', four],
    ['1.2.3.1000', four],
    ['1.2.3.٤', four],
    ['256.1.1.1', four],
    ['1.2.3.999', four],
    ['010.0.0.1', zeros],
    ['10.00.0.1', zeros],
    ['10.0.0.00', zeros],
    ['1.2.3.4/32', 'ip.length_not_allowed'],
    ['::ffff:192.0.2.1', inside],
    ['64:ff9b::192.0.2.1', inside],
    ['::ffff:c000:201', inside],
    ['0:0:0:0:0:ffff:c000:201', inside],
    ['fe80::1%eth0', zone],
    ['fe80::1%', zone],
    [':', eight],
    [':::', eight],
    ['1::2::3', eight],
    ['1:2:3:4:5:6:7', eight],
    ['1:2:3:4:5:6:7:8:9', eight],
    ['1:2:3:4::5:6:7:8', eight],
    ['1:2:3:4:5:6:7:', eight],
    [':1:2:3:4:5:6:7', eight],
    ['2001:db8::12345', eight],
    ['2001:db8::g', eight],
    ['2001:db8:: 1', eight],
    ['[2001:db8::1]', eight],
  ])('%j: %s', (text, reason) => {
    expect(errorOf(() => parseAddress(text))).toEqual({ reason, params: {} })
    expect(() => parseAddress(text)).toThrow(NetError)
    expect(tryAddress(text)).toBeUndefined()
  })
})

describe('a prefix is rejected with the reason', () => {
  test.each([
    ['', message('ip.network_required')],
    ['10.0.0.0', message('ip.network_required')],
    ['/24', message('ip.network_required')],
    ['10.0.0.0/', message('ip.length', { min: 0, max: 32 })],
    ['10.0.0.0/33', message('ip.length', { min: 0, max: 32 })],
    ['10.0.0.0/-1', message('ip.length', { min: 0, max: 32 })],
    ['10.0.0.0/08', message('ip.length', { min: 0, max: 32 })],
    ['10.0.0.0/8.0', message('ip.length', { min: 0, max: 32 })],
    ['10.0.0.0/8/8', message('ip.length', { min: 0, max: 32 })],
    ['10.0.0.0/255.0.0.0', message('ip.length', { min: 0, max: 32 })],
    ['10.0.0.0/ 8', message('ip.length', { min: 0, max: 32 })],
    ['2001:db8::/129', message('ip.length', { min: 0, max: 128 })],
    ['2001:db8::/x', message('ip.length', { min: 0, max: 128 })],
    ['10.0.0.1/24', message('ip.host_bits', { address: '10.0.0.1', length: 24, network: '10.0.0.0/24' })],
    ['10.0.0.1/0', message('ip.host_bits', { address: '10.0.0.1', length: 0, network: '0.0.0.0/0' })],
    ['2001:DB8::1/64', message('ip.host_bits', { address: '2001:db8::1', length: 64, network: '2001:db8::/64' })],
    ['10.0.0/24', message(four)],
    ['010.0.0.0/8', message(zeros)],
    ['::ffff:0:0/96', message(inside)],
    ['fe80::%1/64', message(zone)],
  ])('%j: %j', (text, error) => {
    expect(errorOf(() => parsePrefix(text))).toEqual(error)
    expect(tryPrefix(text)).toBeUndefined()
  })
})

test('errors other than NetError are rethrown', () => {
  const fail = () => {
    throw new TypeError('other')
  }
  expect(() => errorOf(fail)).toThrow(TypeError)
})

describe('the canonical text follows RFC 5952', () => {
  test.each([
    ['0.0.0.0', '0.0.0.0'],
    [' 255.255.255.255 ', '255.255.255.255'],
    ['2001:DB8:0:0:0:0:2:1', '2001:db8::2:1'],
    // A single zero group is written out; the longest run is shortened, the first of equal runs.
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['0:0:0:0:0:0:0:0', '::'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['1:0:0:0:0:0:0:0', '1::'],
    ['0001:0002:0003:0004:0005:0006:0007:0008', '1:2:3:4:5:6:7:8'],
    ['1::3:4:5:6:7:8', '1:0:3:4:5:6:7:8'],
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ])('%j is %s', (text, canonical) => {
    expect(formatAddress(parseAddress(text))).toBe(canonical)
    expect(formatAddress(parseAddress(canonical))).toBe(canonical)
  })
})

test('sizes and last addresses are right at both extremes of both families', () => {
  const of = (text: string) => parsePrefix(text)
  expect(sizeOf(of('0.0.0.0/0'))).toBe(2n ** 32n)
  expect(sizeOf(of('::/0'))).toBe(2n ** 128n)
  expect(sizeOf(of('192.0.2.1/32'))).toBe(1n)
  expect(formatAddress(lastOf(of('0.0.0.0/0')))).toBe('255.255.255.255')
  expect(formatAddress(lastOf(of('2001:db8::/32')))).toBe('2001:db8:ffff:ffff:ffff:ffff:ffff:ffff')
  expect([bitsOf(4), bitsOf(6)]).toEqual([32, 128])
  expect(formatPrefix(networkOf(parseAddress('192.0.2.77'), 26))).toBe('192.0.2.64/26')
})

test('a prefix contains its own subnets, and nothing of the other family', () => {
  const outer = parsePrefix('10.0.0.0/8')
  expect(contains(outer, parsePrefix('10.255.0.0/16'))).toBe(true)
  expect(contains(outer, outer)).toBe(true)
  expect(contains(outer, parseAddress('10.255.255.255'))).toBe(true)
  expect(contains(outer, parseAddress('11.0.0.0'))).toBe(false)
  expect(contains(parsePrefix('10.0.0.0/16'), outer)).toBe(false)
  expect(contains(parsePrefix('0.0.0.0/0'), parsePrefix('::/0'))).toBe(false)
  expect(contains(parsePrefix('::/0'), parseAddress('0.0.0.1'))).toBe(false)
})
