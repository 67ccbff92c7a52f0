import { expect, test } from 'vitest'
import { lostAddress } from './restore-preview.ts'

const change = (verb: 'add' | 'set' | 'remove', text: string, menu = 'ip/address') => ({ menu, verb, text })
const removed = change('remove', '/ip address remove [/ip address find where address="192.0.2.1/24"]')

test('a management address is lost if its row is removed and not added again', () => {
  expect(lostAddress([removed], '192.0.2.1')).toBe('192.0.2.1')
  expect(lostAddress([removed, change('add', '/ip address add address="192.0.2.1/25"')], '192.0.2.1')).toBeNull()
})

test('no other address is lost', () => {
  expect(lostAddress([removed], '192.0.2.11')).toBeNull()
  expect(lostAddress([removed], '92.0.2.1')).toBeNull()
  expect(lostAddress([removed], null)).toBeNull()
  expect(lostAddress([{ ...removed, menu: 'ip/route' }], '192.0.2.1')).toBeNull()
})
