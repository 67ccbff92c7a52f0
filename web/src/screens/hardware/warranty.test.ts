import { describe, expect, it } from 'vitest'
import { addMonths, daysBetween, latestWarranty, warrantyState } from './warranty.ts'

describe('a warranty', () => {
  it('lasts the months of the model, to the last day of a shorter month', () => {
    expect(addMonths('2026-11-21', 12)).toBe('2027-11-21')
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2024-02-29', 12)).toBe('2025-02-28')
    expect(addMonths('2026-08-31', 6)).toBe('2027-02-28')
    expect(addMonths('2026-12-31', 0)).toBe('2026-12-31')
  })

  it('has no limit for the provider, and none before a model is selected', () => {
    expect(latestWarranty(true, 12, '2026-11-21')).toBeUndefined()
    expect(latestWarranty(false, undefined, '2026-11-21')).toBeUndefined()
    expect(latestWarranty(false, 24, '2026-11-21')).toBe('2028-11-21')
    expect(latestWarranty(false, 0, '2026-11-21')).toBe('2026-11-21')
  })

  it('expires after its last day, and is expiring in its last ninety days', () => {
    expect(warrantyState(null, '2026-11-21').state).toBe('none')
    expect(warrantyState('2026-11-20', '2026-11-21')).toEqual({ state: 'expired', days: -1 })
    expect(warrantyState('2026-11-21', '2026-11-21')).toEqual({ state: 'expiring', days: 0 })
    expect(warrantyState('2027-02-19', '2026-11-21')).toEqual({ state: 'expiring', days: 90 })
    expect(warrantyState('2027-02-20', '2026-11-21').state).toBe('active')
    // A change of the clock is no day.
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  })
})
