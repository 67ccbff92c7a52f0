import { expect, it } from 'vitest'
import { completed, historyAt, isWriting } from './console-words.ts'

it.each([
  ['/ip/address/print', false],
  ['/ip address add address=192.0.2.1/24', true],
  ['ip/address/print where comment=add', false],
  ['/interface/set ether1 comment=print', true],
  ['/system/reboot', false],
])('%s writes: %s', (line, expected) => expect(isWriting(line)).toBe(expected))

it('replaces the last word by a completion', () => expect(completed('/ip/add', 4, 'address')).toBe('/ip/address'))

it('stays within the history', () => {
  expect(historyAt(2, -1, 2)).toBe(1)
  expect(historyAt(0, -1, 2)).toBe(0)
  expect(historyAt(2, 1, 2)).toBe(2)
})
