import { describe, expect, test } from 'vitest'
import {
  bitsOf,
  contains,
  faultOf,
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

const zeros = 'Leading zeros can be read in two ways. Leave them out.'
const four = 'An IPv4 address has four numbers, for example 192.0.2.1.'
const octets = 'An IPv4 address has four numbers from 0 to 255.'
const most = 'Each number of an IPv4 address is at most 255.'
const eight = 'An IPv6 address has eight groups; "::" may stand for a run of zero groups.'
const hex = 'A group of an IPv6 address has one to four hexadecimal digits.'
const mapped = 'This is an IPv4 address in IPv6 notation. Give the IPv4 address.'
const inside = 'IPv4 inside IPv6 is not used here. Give the IPv4 address by itself, or the IPv6 address in hex.'
const zone = 'Leave out the zone (the part from % on).'

describe('an address is refused with the reason', () => {
  test.each([
    ['', 'Give an address.'],
    ['   ', 'Give an address.'],
    ['garbage', four],
    ['1.2.3', four],
    ['1.2.3.4.5', four],
    ['3232235777', four],
    ['0x7f.0.0.1', octets],
    ['1.2.3.', octets],
    ['1..2.3', octets],
    ['1.2.3.-4', octets],
    ['1.2.3.4a', octets],
    ['1.2.3. 4', octets],
    ['1.2.3.+4', octets],
    ['1.2.3.1e1', octets],
    ['1.2.3.1000', octets],
    ['1.2.3.٤', octets],
    ['256.1.1.1', most],
    ['1.2.3.999', most],
    ['010.0.0.1', zeros],
    ['10.00.0.1', zeros],
    ['10.0.0.00', zeros],
    ['1.2.3.4/32', 'Give an address without a length.'],
    ['::ffff:192.0.2.1', inside],
    ['64:ff9b::192.0.2.1', inside],
    ['::ffff:c000:201', mapped],
    ['0:0:0:0:0:ffff:c000:201', mapped],
    ['fe80::1%eth0', zone],
    ['fe80::1%', zone],
    [':', eight],
    [':::', hex],
    ['1::2::3', '"::" may stand once in an IPv6 address.'],
    ['1:2:3:4:5:6:7', eight],
    ['1:2:3:4:5:6:7:8:9', eight],
    ['1:2:3:4::5:6:7:8', eight],
    ['1:2:3:4:5:6:7:', hex],
    [':1:2:3:4:5:6:7', hex],
    ['2001:db8::12345', hex],
    ['2001:db8::g', hex],
    ['2001:db8:: 1', hex],
    ['[2001:db8::1]', hex],
  ])('%j: %s', (text, message) => {
    expect(faultOf(() => parseAddress(text))).toBe(message)
    expect(() => parseAddress(text)).toThrow(NetError)
    expect(tryAddress(text)).toBeUndefined()
  })
})

describe('a prefix is refused with the reason', () => {
  test.each([
    ['', 'Give a network with its length, for example 192.0.2.0/24.'],
    ['10.0.0.0', 'Give a network with its length, for example 192.0.2.0/24.'],
    ['/24', 'Give an address.'],
    ['10.0.0.0/', 'The length is a whole number from 0 to 32.'],
    ['10.0.0.0/33', 'The length is a whole number from 0 to 32.'],
    ['10.0.0.0/-1', 'The length is a whole number from 0 to 32.'],
    ['10.0.0.0/08', 'The length is a whole number from 0 to 32.'],
    ['10.0.0.0/8.0', 'The length is a whole number from 0 to 32.'],
    ['10.0.0.0/8/8', 'The length is a whole number from 0 to 32.'],
    ['10.0.0.0/255.0.0.0', 'The length is a whole number from 0 to 32.'],
    ['10.0.0.0/ 8', 'The length is a whole number from 0 to 32.'],
    ['2001:db8::/129', 'The length is a whole number from 0 to 128.'],
    ['2001:db8::/x', 'The length is a whole number from 0 to 128.'],
    ['10.0.0.1/24', '10.0.0.1 is not the start of a /24. The network is 10.0.0.0/24.'],
    ['10.0.0.1/0', '10.0.0.1 is not the start of a /0. The network is 0.0.0.0/0.'],
    ['2001:DB8::1/64', '2001:db8::1 is not the start of a /64. The network is 2001:db8::/64.'],
    ['10.0.0/24', four],
    ['010.0.0.0/8', zeros],
    ['::ffff:0:0/96', mapped],
    ['fe80::%1/64', zone],
  ])('%j: %s', (text, message) => {
    expect(faultOf(() => parsePrefix(text))).toBe(message)
    expect(tryPrefix(text)).toBeUndefined()
  })
})

test('other faults than those of the text are not swallowed', () => {
  const fail = () => {
    throw new TypeError('other')
  }
  expect(() => faultOf(fail)).toThrow(TypeError)
})

describe('the canonical text follows RFC 5952', () => {
  test.each([
    ['0.0.0.0', '0.0.0.0'],
    [' 255.255.255.255 ', '255.255.255.255'],
    ['2001:DB8:0:0:0:0:2:1', '2001:db8::2:1'],
    // A single zero group is written out; the longest run is shortened, the first of equals.
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

test('sizes and ends hold at both ends of both families', () => {
  const of = (text: string) => parsePrefix(text)
  expect(sizeOf(of('0.0.0.0/0'))).toBe(2n ** 32n)
  expect(sizeOf(of('::/0'))).toBe(2n ** 128n)
  expect(sizeOf(of('192.0.2.1/32'))).toBe(1n)
  expect(formatAddress(lastOf(of('0.0.0.0/0')))).toBe('255.255.255.255')
  expect(formatAddress(lastOf(of('2001:db8::/32')))).toBe('2001:db8:ffff:ffff:ffff:ffff:ffff:ffff')
  expect([bitsOf(4), bitsOf(6)]).toEqual([32, 128])
  expect(formatPrefix(networkOf(parseAddress('192.0.2.77'), 26))).toBe('192.0.2.64/26')
})

test('a prefix contains its own parts, and nothing of the other family', () => {
  const outer = parsePrefix('10.0.0.0/8')
  expect(contains(outer, parsePrefix('10.255.0.0/16'))).toBe(true)
  expect(contains(outer, outer)).toBe(true)
  expect(contains(outer, parseAddress('10.255.255.255'))).toBe(true)
  expect(contains(outer, parseAddress('11.0.0.0'))).toBe(false)
  expect(contains(parsePrefix('10.0.0.0/16'), outer)).toBe(false)
  expect(contains(parsePrefix('0.0.0.0/0'), parsePrefix('::/0'))).toBe(false)
  expect(contains(parsePrefix('::/0'), parseAddress('0.0.0.1'))).toBe(false)
})
