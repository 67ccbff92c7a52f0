import { message } from '../errors.ts'
import { describe, expect, test } from 'vitest'
import { formatOption82, parseMacAddress, parseOption82 } from './ipoe.ts'

describe('a MAC address', () => {
  test.each([
    ['aa:bb:cc:dd:ee:ff', 'AA:BB:CC:DD:EE:FF'],
    ['AA-BB-CC-DD-EE-FF', 'AA:BB:CC:DD:EE:FF'],
    ['aabb.ccdd.eeff', 'AA:BB:CC:DD:EE:FF'],
    ['aabb-ccdd-eeff', 'AA:BB:CC:DD:EE:FF'],
    ['AABBCCDDEEFF', 'AA:BB:CC:DD:EE:FF'],
    ['  aabbccddeeff ', 'AA:BB:CC:DD:EE:FF'],
    ['0:e1:c:38:c8:f8', '00:E1:0C:38:C8:F8'],
    ['0-e1-c-38-c8-f8', '00:E1:0C:38:C8:F8'],
    ['1:0:e1:c:38:c8:f8', '00:E1:0C:38:C8:F8'],
    ['01:00:e1:0c:38:c8:f8', '00:E1:0C:38:C8:F8'],
    ['0100e10c38c8f8', '00:E1:0C:38:C8:F8'],
    ['0100.e10c.38c8.f8', '00:E1:0C:38:C8:F8'],
  ])('%s is %s', (text, mac) => expect(parseMacAddress(text)).toEqual({ mac }))

  test.each([
    '',
    'aa:bb:cc:dd:ee',
    'aa:bb:cc:dd:ee:ff:00',
    'aa:bb:cc-dd:ee:ff',
    'aa:bb:cc:dd:ee:gg',
    'aabb.ccdd-eeff',
    'aabbccddeef',
    '0200e10c38c8f8',
    '2:0:e1:c:38:c8:f8',
    'aaa:bb:cc:dd:ee:ff',
    'ff:ff:00:01:00:01:aa:bb',
  ])('"%s" is not one', (text) => expect(parseMacAddress(text)).toEqual({ error: message('field.mac') }))

  test('is rejected if it is all zeros or a group address', () => {
    expect(parseMacAddress('00:00:00:00:00:00')).toEqual({ error: message('mac.zero') })
    expect(parseMacAddress('01:00:5e:00:00:01')).toEqual({ error: message('mac.multicast') })
    expect(parseMacAddress('ff:ff:ff:ff:ff:ff')).toEqual({ error: message('mac.multicast') })
  })
})

const octets = (...of: number[]) => Uint8Array.from(of)
const ascii = (text: string) => octets(...Array.from(text, (character) => character.charCodeAt(0)))

describe('an identifier of option 82', () => {
  test.each([
    ['eth0/1:100', 'text', ascii('eth0/1:100'), 'eth0/1:100'],
    ['0x000400640001', 'text', octets(0, 4, 0, 0x64, 0, 1), '0x000400640001'],
    ['0X000400640001', 'hex', octets(0, 4, 0, 0x64, 0, 1), '0x000400640001'],
    ['00:04:00:64:00:01', 'hex', octets(0, 4, 0, 0x64, 0, 1), '0x000400640001'],
    ['00-04 00640001', 'hex', octets(0, 4, 0, 0x64, 0, 1), '0x000400640001'],
    ['00:04:00:64:00:01', 'text', ascii('00:04:00:64:00:01'), '00:04:00:64:00:01'],
    ['0x666f6f', 'text', octets(0x66, 0x6f, 0x6f), 'foo'],
    // A leading or trailing space, and text that looks like hexadecimal, would be parsed differently.
    ['0x20666f6f', 'text', octets(0x20, 0x66, 0x6f, 0x6f), '0x20666f6f'],
    ['0x30786161', 'text', octets(0x30, 0x78, 0x61, 0x61), '0x30786161'],
  ] as const)('%s as %s', (text, format, expected, shown) => {
    expect(parseOption82(text, format)).toEqual({ octets: expected })
    expect(formatOption82(expected)).toBe(shown)
    expect(parseOption82(shown)).toEqual({ octets: expected })
  })

  test('is rejected if it is neither text nor hexadecimal, or too long', () => {
    for (const text of ['0x', '0x123', '0xzz', '0x12:3'])
      expect(parseOption82(text)).toEqual({ error: message('option82.hexadecimal') })
    expect(parseOption82('port 1', 'hex')).toEqual({ error: message('option82.hexadecimal') })
    for (const text of ['größe', '', ' ']) expect(parseOption82(text)).toEqual({ error: message('option82.ascii') })
    expect(parseOption82('a'.repeat(247))).toHaveProperty('octets')
    expect(parseOption82('a'.repeat(248))).toEqual({ error: message('field.max_octets', { max: 247 }) })
    expect(parseOption82(`0x${'00'.repeat(248)}`)).toEqual({ error: message('field.max_octets', { max: 247 }) })
  })
})
