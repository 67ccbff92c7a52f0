import { describe, expect, it } from 'vitest'
import { lastHeard, nasState } from './nas-health.ts'

const now = Date.parse('2026-03-01T12:00:00.000Z')
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const nas = (auth: number | null, acct: number | null, is_active = true) => ({
  is_active,
  last_auth_at: auth === null ? null : ago(auth),
  last_acct_at: acct === null ? null : ago(acct),
})

describe('when a NAS was last heard', () => {
  it('is the later of a login and an accounting record', () => {
    expect(lastHeard(nas(null, null))).toBeNull()
    expect(lastHeard(nas(5, 3))).toBe(ago(3))
    expect(lastHeard(nas(5, 90))).toBe(ago(5))
    expect(lastHeard(nas(null, 7))).toBe(ago(7))
  })
})

describe('the state of a NAS', () => {
  const state = (...of: Parameters<typeof nas>) => nasState(nas(...of), now)

  it('is well while it is heard', () => {
    expect(state(2, 1)).toBe('heard')
    expect(state(null, 1)).toBe('heard')
  })

  it('tells a NAS that was never heard from one that fell silent for a day', () => {
    expect(state(null, null)).toBe('never')
    expect(state(60 * 25, 60 * 24.5)).toBe('silent')
    expect(state(60 * 25, 60 * 23)).toBe('heard')
  })

  it('misses accounting where logins were long enough ago, and not before', () => {
    expect(state(30, null)).toBe('unaccounted')
    expect(state(5, null)).toBe('heard')
    expect(state(30, 60 * 30)).toBe('unaccounted')
    expect(state(30, 60 * 20)).toBe('heard')
  })

  it('is off before anything else', () => {
    expect(state(2, 1, false)).toBe('off')
    expect(state(null, null, false)).toBe('off')
  })
})
