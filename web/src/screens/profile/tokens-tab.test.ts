import { describe, expect, it } from 'vitest'
import { lastDay } from './tokens-tab.tsx'

describe('an API token', () => {
  it('expires on the chosen day, not at the instant after it', () => {
    expect(lastDay('2027-02-20T00:00:00.000Z')).toBe('2027-02-19')
    expect(lastDay('2027-03-01T00:00:00.000Z')).toBe('2027-02-28')
  })
})
