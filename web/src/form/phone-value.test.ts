import { describe, expect, it } from 'vitest'
import { isValidPhone, joinPhone, splitPhone } from './phone-value.ts'
import { passwordStrength } from './password-strength.ts'

describe('a telephone number', () => {
  it('is plus, country code and number', () =>
    expect(joinPhone({ country: 'GB', number: '020 7946 0958' })).toBe('+44 20 7946 0958'))

  it('comes apart into country and number, and together again', () => {
    for (const value of ['+44 20 7946 0958', '+49 30 123456', '+1 212 555 0123', '+39 06 1234 5678']) {
      const parts = splitPhone(value, 'GB')
      expect(joinPhone(parts), value).toBe(value)
    }
  })

  it('keeps the chosen country where several share a code', () => expect(splitPhone('+44 99', 'JE').country).toBe('JE'))

  it('takes its country from a whole number', () =>
    expect(splitPhone('+4930123456', 'GB')).toMatchObject({ country: 'DE' }))

  it('is nothing when the number is empty, whatever the country', () =>
    expect(joinPhone({ country: 'DE', number: ' ' })).toBe(''))

  it('is doubted when its country has no such number', () => {
    expect(isValidPhone('+44 20 7946 0958')).toBe(true)
    expect(isValidPhone('+44 1')).toBe(false)
    expect(isValidPhone('')).toBe(true)
  })
})

describe('the strength of a password', () => {
  it('counts no repetitions and runs', () => {
    expect(passwordStrength('aaaaaaaaaaaaaaaaaa')).toBe('weak')
    expect(passwordStrength('abcdefghijklmnop')).toBe('weak')
    expect(passwordStrength('short')).toBe('weak')
  })
  it('grows with length', () => expect(passwordStrength('correct horse battery staple')).toBe('strong'))
})
