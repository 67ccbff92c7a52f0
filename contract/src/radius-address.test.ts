import { describe, expect, it } from 'vitest'
import { optionalRadiusAddress, radiusAddress } from './radius-address.ts'

const result = (text: string) => radiusAddress().safeParse(text)
const errorOf = (text: string) => result(text).error?.issues[0]?.message

describe('the address of a RADIUS server', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    [' 10.0.0.1 ', '10.0.0.1'],
    ['2001:0DB8::0001', '2001:db8::1'],
    ['Radius.Example.NET', 'radius.example.net'],
    ['a-1.example', 'a-1.example'],
  ])('is %s, stored as %s', (text, stored) => expect(result(text).data).toBe(stored))

  it.each([
    'localhost',
    'radius.localhost',
    'localhost.localdomain',
    '127.0.0.1',
    '127.1.2.3',
    '0.0.0.0',
    '::1',
    '::',
    'fe80::1',
    '169.254.1.1',
    '224.0.0.1',
    'ff02::1',
  ])('rejects %s as unreachable', (text) => expect(errorOf(text)).toBe('radius_address.unreachable'))

  it.each([
    '',
    'radius',
    '192.0.2.300',
    '192.0.2.0/24',
    'a b.example',
    '-a.example',
    'example.123',
    'http://radius.example',
    'x'.repeat(64) + '.example',
  ])('rejects "%s" as malformed', (text) => expect(errorOf(text)).toBe('radius_address.format'))

  it('may be empty in the settings', () => {
    expect(optionalRadiusAddress().parse('')).toBe('')
    expect(optionalRadiusAddress().safeParse('localhost').success).toBe(false)
  })
})
