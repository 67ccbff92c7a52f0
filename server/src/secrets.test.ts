import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isOutdated, open, seal } from './secrets.ts'

const key = randomBytes(32)

test('a value can be decrypted with its key and context, and every ciphertext is different', () => {
  const sealed = seal(key, 'JBSWY3DPEHPK3PXP', 'totp:1')
  expect(open(key, sealed, 'totp:1')).toBe('JBSWY3DPEHPK3PXP')
  expect(sealed.toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP')
  expect(seal(key, 'JBSWY3DPEHPK3PXP', 'totp:1').equals(sealed)).toBe(false)
})

test('a value moved to another row, changed by one bit, or truncated cannot be decrypted', () => {
  const sealed = seal(key, 'secret', 'totp:1')
  expect(() => open(key, sealed, 'totp:2')).toThrow('changed or belongs elsewhere')
  for (const at of [5, 17, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(() => open(key, changed, 'totp:1')).toThrow('changed or belongs elsewhere')
  }
  expect(() => open(key, sealed.subarray(0, 20), 'totp:1')).toThrow('not a sealed value')
})

test('after a change of keys old values can be decrypted and are reported as outdated', () => {
  const next = randomBytes(32)
  const sealed = seal(key, 'secret', 'totp:1')
  expect(open([next, key], sealed, 'totp:1')).toBe('secret')
  expect(isOutdated([next, key], sealed)).toBe(true)
  expect(isOutdated([next, key], seal([next, key], 'secret', 'totp:1'))).toBe(false)
  expect(() => open(next, sealed, 'totp:1')).toThrow('is not among')
})
