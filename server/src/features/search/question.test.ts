import { describe, expect, test } from 'vitest'
import { macSpellings, readQuestion } from './question.ts'

describe('a typed question', () => {
  test.each([
    'AA:BB:CC:00:11:22',
    'aa-bb-cc-00-11-22',
    'aabb.cc00.1122',
    'aabb-cc00-1122',
    'AABBCC-001122',
    'aabbcc001122',
    'aa bb cc 00 11 22',
    '  aa:bb:cc:00:11:22 ',
  ])('%s is a MAC address', (typed) => expect(readQuestion(typed).mac).toBe('aabbcc001122'))

  test.each([
    ['aa:bb:cc', 'aabbcc'],
    ['aa:bb:cc:', 'aabbcc'],
    ['aa:bb:cc:0', 'aabbcc0'],
    ['aabb.cc', 'aabbcc'],
    ['001122', '001122'],
    ['aa:bb', undefined],
    ['harbour', undefined],
    ['192.168.88.1', undefined],
    ['aabbcc0011223', undefined],
  ])('%s has the digits %s', (typed, mac) => expect(readQuestion(typed).mac).toBe(mac))

  test.each([
    ['0113 496 0898', '1134960898'],
    ['+44 113 496 0898', '441134960898'],
    ['+44 (0)113 496-0898', '441134960898'],
    ['0044 113 4960898', '441134960898'],
    ['01482/305555', '1482305555'],
    ['496 0898', '4960898'],
    ['1234', undefined],
    ['10.0.0.1', undefined],
    ['10.0.0.0/24', undefined],
    ['user 12345', undefined],
  ])('%s is the phone number %s', (typed, phone) => expect(readQuestion(typed).phone).toBe(phone))

  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['2001:0DB8::0001', '2001:db8::1'],
    ['198.51.100', undefined],
    ['198.51.100.0/24', undefined],
  ])('%s is the address %s', (typed, address) => expect(readQuestion(typed).address?.text).toBe(address))

  test.each([
    ['198.51.100.7 at 2026-11-20 14:00', '2026-11-20 14:00:00', '2026-11-20 14:00:00'],
    ['198.51.100.7 2026-11-20T14:00:05', '2026-11-20 14:00:05', '2026-11-20 14:00:05'],
    ['198.51.100.7, 20.11.2026 9:05', '2026-11-20 09:05:00', '2026-11-20 09:05:00'],
    ['198.51.100.7 am 20.11.2026 um 14:00', '2026-11-20 14:00:00', '2026-11-20 14:00:00'],
    ['2001:db8::1 on 2026-11-20', '2026-11-20 00:00:00', '2026-11-20 23:59:59'],
  ])('%s is about a time', (typed, from, to) => expect(readQuestion(typed).at).toEqual({ from, to }))

  test.each([
    '198.51.100.7 at 2026-02-30 14:00',
    '198.51.100.7 at 0000-01-01',
    '198.51.100.7 at 2026-11-20 25:00',
    'harbour 2026-11-20',
  ])('%s is not', (typed) => expect(readQuestion(typed)).toMatchObject({ at: undefined, text: typed }))
})

test('a part of a MAC address is searched in all spellings, from any octet on', () => {
  expect(macSpellings('ccddee')).toEqual(['ccddee', 'cc:dd:ee', 'cc-dd-ee', 'ccdd.ee', 'ccdd-ee', 'cc.ddee', 'cc-ddee'])
})
