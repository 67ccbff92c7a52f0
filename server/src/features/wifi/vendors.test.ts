import { describe, expect, test } from 'vitest'
import { vendorOf } from './vendors.ts'

describe('the vendor of a MAC address', () => {
  test.each([
    ['a block of its own', '4C:5E:0C:01:02:03', 'Routerboard.com'],
    ['without colons, in small letters', 'a4b197010203', 'Apple, Inc.'],
    ['with dashes', 'A4-B1-97-01-02-03', 'Apple, Inc.'],
    ['a made-up address', 'DA:A1:19:00:00:01', 'random'],
    ['an unassigned prefix', 'FC:FF:FF:00:00:01', null],
    ['no address at all', '4C:5E:0C', null],
  ])('%s', (_why, mac, maker) => expect(vendorOf(mac)).toBe(maker))

  test("is found by the longest prefix: a part of a block assigned to another vendor is that vendor's", () => {
    // 10:06:48 is divided among several vendors.
    const makers = new Set([0, 1, 2, 3].map((part) => vendorOf(`10:06:48:${part}0:00:00`)))
    expect(makers.size).toBeGreaterThan(2)
    expect(makers.has('IEEE Registration Authority')).toBe(false)
  })
})
