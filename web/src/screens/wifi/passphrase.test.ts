import { passphrase } from '@trunkline/contract/resources/wifi-shapes'
import { expect, it } from 'vitest'
import { bytesOf, newPassphrase } from './passphrase.ts'

it('generates a different valid passphrase each time', () => {
  const created = Array.from({ length: 50 }, newPassphrase)
  for (const one of created) {
    expect(one).toMatch(/^([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/)
    expect(passphrase().safeParse(one).success).toBe(true)
  }
  expect(new Set(created).size).toBe(50)
})

it('counts the bytes of a name', () => {
  expect(bytesOf('Café')).toBe(5)
  expect(bytesOf('雪')).toBe(3)
})
