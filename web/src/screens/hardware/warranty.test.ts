import { describe, expect, it } from 'vitest'
import { addMonths, daysBetween, latestWarranty, warrantyState } from './warranty.ts'

describe('a warranty', () => {
  it('reaches as many months as the model has, to the last day of shorter ones', () => {
    expect(addMonths('2026-11-21', 12)).toBe('2027-11-21')
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2024-02-29', 12)).toBe('2025-02-28')
    expect(addMonths('2026-08-31', 6)).toBe('2027-02-28')
    expect(addMonths('2026-12-31', 0)).toBe('2026-12-31')
  })

  it('has no last day for the provider, and none before the model is known', () => {
    expect(latestWarranty(true, 12, '2026-11-21')).toBeUndefined()
    expect(latestWarranty(false, undefined, '2026-11-21')).toBeUndefined()
    expect(latestWarranty(false, 24, '2026-11-21')).toBe('2028-11-21')
    expect(latestWarranty(false, 0, '2026-11-21')).toBe('2026-11-21')
  })

  it('is over the day after its last, and ends soon in its last ninety days', () => {
    expect(warrantyState(null, '2026-11-21').state).toBe('none')
    expect(warrantyState('2026-11-20', '2026-11-21')).toEqual({ state: 'over', days: -1 })
    expect(warrantyState('2026-11-21', '2026-11-21')).toEqual({ state: 'soon', days: 0 })
    expect(warrantyState('2027-02-19', '2026-11-21')).toEqual({ state: 'soon', days: 90 })
    expect(warrantyState('2027-02-20', '2026-11-21').state).toBe('runs')
    // A change of the clock is no day.
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  })
})
