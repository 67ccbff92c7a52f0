import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as plain from './plain.ts'
import { duration, localTime, offset, writtenDate } from './time.ts'
import { rate, size } from './units.ts'
import { isSince, readVersion } from './version.ts'

test.each([
  ['2w1d3h', 1_306_800],
  ['6h20m15s', 22_815],
  ['8h19m34s', 29_974],
  ['1d', 86_400],
  ['250ms', 0.25],
  ['1s150ms', 1.15],
  ['0s', 0],
  ['519w4d15h28m25s', 314_292_505],
  ['14:40:26', 52_826],
  ['06:36:57', 23_817],
  ['1d02:03:04', 93_784],
  ['1w2d03:04:05', 788_645],
  ['00:10', 600],
])('the duration %s is %d seconds', (text, seconds) => {
  expect(duration(text)).toBe(seconds)
})

test.each(['never', 'auto', 'none', 'sometime', '', '5', 'h5', '-1s', '1h2', '1:2:3:4', undefined])(
  '%s is not a duration',
  (text) => {
    expect(duration(text)).toBeNull()
  },
)

test('dates of both notations are parsed alike, in the clock of the router', () => {
  expect(localTime('2024-05-17 17:58:11')).toBe('2024-05-17T17:58:11')
  expect(localTime('may/02/2023 05:21:45')).toBe('2023-05-02T05:21:45')
  expect(localTime('2024-05-17')).toBe('2024-05-17T00:00:00')
  for (const none of ['never', 'xyz/02/2023 05:21:45', '2024-13-01 00:00:00', '2024-05-17 25:00:00', '', undefined])
    expect(localTime(none)).toBeNull()
  expect(writtenDate('2023-05-02T05:21:45', 'jan/01/1970')).toBe('may/02/2023')
  expect(writtenDate('2023-05-02T05:21:45', '2024-05-17')).toBe('2023-05-02')
})

test('offsets of a clock may be signed or unsigned', () => {
  expect(offset('+02:00')).toBe(7_200)
  expect(offset('-03:30')).toBe(-12_600)
  expect(offset('7200')).toBe(7_200)
  expect(offset(String(2 ** 32 - 3_600))).toBe(-3_600)
  expect(offset('west')).toBeNull()
})

test('sizes are bytes, rates bits per second', () => {
  expect(['16777216', '2048KiB', '12.5MiB', '1GiB', '0', 'lots'].map(size)).toEqual([
    16_777_216,
    2_097_152,
    13_107_200,
    1_073_741_824,
    0,
    null,
  ])
  expect(
    ['1000000', '10M', '512k', '1Gbps', '2.5Gbps', '10kbps', '54Mbps-20MHz/1S/SGI', '144.4Mbps-20MHz/2S', 'fast'].map(
      rate,
    ),
  ).toEqual([1e6, 1e7, 512_000, 1e9, 2.5e9, 10_000, 54e6, 144.4e6, null])
})

test('booleans have four notations', () => {
  expect(['true', 'yes', 'false', 'no', '', undefined].map(plain.truth)).toEqual([true, true, false, false, null, null])
  expect([plain.flag('yes'), plain.flag('true'), plain.flag('no'), plain.flag(undefined)]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('numbers may have a unit', () => {
  expect(['-71', '-71dBm', '-10.5 dB', '24.1V', '+3', '', 'ok', '1.2.3'].map(plain.decimal)).toEqual([
    -71,
    -71,
    -10.5,
    24.1,
    3,
    null,
    null,
    null,
  ])
  expect(['-67@6Mbps', '-67', '-67dBm', '@', undefined].map(plain.signal)).toEqual([-67, -67, -67, null, null])
  expect(plain.integer('18446744073709551615')).toBeCloseTo(1.8e19, -18)
  expect(plain.integer('1e5')).toBeNull()
})

test('lists, pairs, ranges and MAC addresses are parsed', () => {
  expect(plain.list('read,!write, test')).toEqual(['read', '!write', 'test'])
  expect([plain.list(''), plain.list(undefined)]).toEqual([[], []])
  expect(plain.pair('1M/10M', rate)).toEqual([1e6, 1e7])
  expect(plain.pair('120,4096', plain.integer)).toEqual([120, 4_096])
  expect([plain.pair('1', plain.integer), plain.pair('1/x', plain.integer)]).toEqual([null, null])
  expect(plain.range('-120..120')).toEqual([-120, 120])
  expect(plain.mac('b8:88:e3:39:ef:e6')).toBe('B8:88:E3:39:EF:E6')
  expect(plain.mac('1:b8:88:e3:39:ef:e6')).toBeNull()
  expect([plain.name('none'), plain.name(''), plain.name('pool1')]).toEqual([null, null, 'pool1'])
})

test('versions are compared', () => {
  expect(readVersion('7.14.3 (stable)')).toEqual({ major: 7, minor: 14, patch: 3 })
  expect(readVersion('7.1beta4 (development)')).toEqual({ major: 7, minor: 1, patch: 0 })
  expect(readVersion(null)).toEqual({ major: 0, minor: 0, patch: 0 })
  expect(isSince(readVersion('7.9.2'), '7.13')).toBe(false)
  expect(isSince(readVersion('7.13'), '7.13')).toBe(true)
  expect(isSince(readVersion('6.49.10'), '7.1')).toBe(false)
  expect(isSince(readVersion('6.45.1'), '6.45.1')).toBe(true)
  expect(isSince(readVersion('6.49.10'), '7')).toBe(false)
  expect(isSince(readVersion('7.1'), '7')).toBe(true)
})

test('no value makes a parser throw', () => {
  const readers = [duration, localTime, offset, size, rate, readVersion, ...Object.values(plain)] as ((
    value: string | undefined,
  ) => unknown)[]
  const odd = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[0-9wdhms:.,/@+-]{0,40}$/),
    fc.constant(undefined),
  )
  fc.assert(
    fc.property(odd, (value) => {
      // `pair` has its parser as the second argument.
      for (const read of readers)
        (read as (value: string | undefined, part: typeof plain.integer) => unknown)(value, plain.integer)
    }),
    { numRuns: 3_000 },
  )
})
