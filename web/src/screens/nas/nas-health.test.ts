import { describe, expect, it } from 'vitest'
import { lastPacketAt, nasState } from './nas-health.ts'

const now = Date.parse('2026-03-01T12:00:00.000Z')
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const nas = (auth: number | null, acct: number | null, is_active = true) => ({
  is_active,
  last_auth_at: auth === null ? null : ago(auth),
  last_acct_at: acct === null ? null : ago(acct),
})

describe('the last packet of a NAS', () => {
  it('is the later one of login and accounting', () => {
    expect(lastPacketAt(nas(null, null))).toBeNull()
    expect(lastPacketAt(nas(5, 3))).toBe(ago(3))
    expect(lastPacketAt(nas(5, 90))).toBe(ago(5))
    expect(lastPacketAt(nas(null, 7))).toBe(ago(7))
  })
})

describe('the status of a NAS', () => {
  const state = (...of: Parameters<typeof nas>) => nasState(nas(...of), now)

  it('is active with recent packets', () => {
    expect(state(2, 1)).toBe('active')
    expect(state(null, 1)).toBe('active')
  })

  it('distinguishes a NAS without packets from one that is silent for a day', () => {
    expect(state(null, null)).toBe('never')
    expect(state(60 * 25, 60 * 24.5)).toBe('silent')
    expect(state(60 * 25, 60 * 23)).toBe('active')
  })

  it('is unaccounted some time after a login, not at once', () => {
    expect(state(30, null)).toBe('unaccounted')
    expect(state(5, null)).toBe('active')
    expect(state(30, 60 * 30)).toBe('unaccounted')
    expect(state(30, 60 * 20)).toBe('active')
  })

  it('is inactive before anything else', () => {
    expect(state(2, 1, false)).toBe('inactive')
    expect(state(null, null, false)).toBe('inactive')
  })
})
