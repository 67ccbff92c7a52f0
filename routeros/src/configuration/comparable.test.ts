import { expect, test } from 'vitest'
import { bytesOfText } from '../actions/binary-backup.ts'
import { textReader } from '../wire/text.ts'
import { comparableText, exportFailure } from './comparable.ts'

test('what changes by itself is not part of a comparison', () => {
  const before = [
    '# 2026-11-23 10:00:00 by RouterOS 7.16.2',
    '# software id = ABCD-1234',
    '/certificate settings',
    'set next-renewal-at="2026-12-01 00:00:00" crl-download=no',
    '/ip dhcp-server lease',
    'add address=10.0.0.9 deadline-at=2026-11-24 last-seen=1h2m',
    '/user',
    'set admin last-logged-in=2026-11-23 group=full',
    '/ip firewall filter',
    'add action=drop bytes=91822 chain=input packets=1002',
  ].join('\r\n')
  const after = before
    .replace('10:00:00', '11:00:00')
    .replace('2026-12-01', '2027-02-01')
    .replace('2026-11-24', '2026-11-25')
    .replace('1h2m', '3s')
    .replace('last-logged-in=2026-11-23', 'last-logged-in=2026-11-24')
    .replace('91822', '1')
    .replace('1002', '7')
  expect(after).not.toBe(before)
  expect(comparableText(after)).toBe(comparableText(before))
  expect(comparableText(before)).toContain('set crl-download=no')
  expect(comparableText(before)).toContain('add action=drop chain=input')
})

test('settings with similar names stay', () => {
  const text = '/queue simple\nadd name=q limit-bytes=5 total-packets=7 comment="x"'
  expect(comparableText(text)).toBe(text)
})

test('an export that lacks a menu is recognised', () => {
  expect(exportFailure('/ip dns\nset servers=9.9.9.9\n')).toBeUndefined()
  expect(exportFailure('/ip dns\n#error exporting "/ip/firewall/filter" (timeout)\n/ip pool')).toBe(
    '#error exporting "/ip/firewall/filter" (timeout)',
  )
})

test('bytes are recovered from the text that a session made of them', () => {
  const read = textReader('windows-1252')
  const all = Buffer.from(Array.from({ length: 512 }, (_, at) => (at * 37) % 256))
  const samples = [
    all,
    Buffer.from('plain'),
    Buffer.from('Küche'),
    Buffer.from([0xfc]),
    Buffer.from([0xef, 0xbb, 0xbf]),
    Buffer.from([0xff, 0xfd, 0]),
  ]
  for (const bytes of samples)
    expect(bytesOfText(read(bytes, 0, bytes.length), bytes.length)?.toString('hex')).toBe(bytes.toString('hex'))
  expect(bytesOfText('abc', 5)).toBeUndefined()
})
