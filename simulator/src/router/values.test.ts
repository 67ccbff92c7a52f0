import { expect, test } from 'vitest'
import {
  formatClock,
  formatDateTime,
  formatDuration,
  listHolds,
  normalise,
  parseDuration,
  parsePrefix,
} from './values.ts'
import { Version } from './version.ts'

test.each([
  ['2w1d3h', 2 * 604_800_000 + 86_400_000 + 10_800_000],
  ['1s150ms', 1150],
  ['00:10:00', 600_000],
  ['1d02:03:04', 86_400_000 + 7_384_000],
  ['30', 30_000],
  ['never', undefined],
])('the duration %s is %s milliseconds', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds)
})

test('durations and dates are written in the format of each version', () => {
  expect(formatDuration(0)).toBe('0s')
  expect(formatDuration(1_300_250)).toBe('21m40s250ms')
  expect(formatClock(93_784_000)).toBe('1d02:03:04')
  const at = Date.UTC(2023, 4, 2, 5, 21, 45)
  expect(formatDateTime(new Version('7.9.2'), at)).toBe('may/02/2023 05:21:45')
  expect(formatDateTime(new Version('7.10'), at)).toBe('2023-05-02 05:21:45')
})

test('values are normalised as the router stores them, or rejected', () => {
  expect(normalise('disabled', 'yes', 'boolean')).toBe('true')
  expect(normalise('mac-address', 'aa:bb:cc:00:11:22', 'mac')).toBe('AA:BB:CC:00:11:22')
  expect(normalise('lease-time', '00:30:00', 'time')).toBe('30m')
  expect(() => normalise('disabled', 'perhaps', 'boolean')).toThrow('input does not match any value of disabled')
  expect(() => normalise('mac-address', 'aa:bb', 'mac')).toThrow('mac address required')
  expect(() => normalise('action', 'fly', ['accept', 'reject'])).toThrow('input does not match any value of action')
})

test('prefixes are parsed, and lists of them match addresses', () => {
  expect(parsePrefix('10.0.0.1/33')).toBeUndefined()
  expect(parsePrefix('10.0.0.256')).toBeUndefined()
  expect(listHolds('10.0.0.0/8,192.168.1.1', '::ffff:10.9.8.7')).toBe(true)
  expect(listHolds('10.0.0.0/8,192.168.1.1', '192.168.1.2')).toBe(false)
  expect(listHolds('', '192.168.1.2')).toBe(true)
})

test('names with version marks exist between those versions', () => {
  const version = new Version('7.16.2')
  expect(version.includes('7.16')).toBe(true)
  expect(version.includes('7.17')).toBe(false)
  expect(version.includes('-7.13.5')).toBe(false)
  expect(version.includes('-7.18.2')).toBe(true)
})
