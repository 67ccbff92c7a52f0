import { describe, expect, it } from 'vitest'
import { bytesText, durationText, moneyText, rateText } from './amounts.ts'

describe('a rate', () => {
  it('is said in the unit that fits, and never as another rate', () => {
    expect(rateText(512, 'en')).toBe('512 kbit/s')
    expect(rateText(50_000, 'en')).toBe('50 Mbit/s')
    expect(rateText(1_500, 'de')).toBe('1,5 Mbit/s')
    expect(rateText(2_048, 'en')).toBe('2.048 Mbit/s')
    expect(rateText(1_000_000, 'en')).toBe('1 Gbit/s')
    expect(rateText(2_500_000, 'en')).toBe('2.5 Gbit/s')
    expect(rateText(1_234_567, 'en')).toBe('1,234.567 Mbit/s')
  })
})

describe('a volume', () => {
  it('is said to three digits', () => {
    expect(bytesText(0, 'en')).toBe('0 B')
    expect(bytesText(999, 'en')).toBe('999 B')
    expect(bytesText(1_234_567, 'en')).toBe('1.23 MB')
    expect(bytesText(12_345_678, 'de')).toBe('12,3 MB')
    expect(bytesText(300_000_000_000, 'en')).toBe('300 GB')
  })

  it('goes to the next unit where rounding would reach a thousand', () => {
    expect(bytesText(999_600_000, 'en')).toBe('1 GB')
  })
})

describe('a duration', () => {
  it('is said by its two largest parts', () => {
    expect(durationText(0, 'en')).toBe('0 s')
    expect(durationText(59, 'en')).toBe('59 s')
    expect(durationText(7_260, 'en')).toBe('2 h 1 min')
    expect(durationText(86_400, 'en')).toBe('1 day')
    expect(durationText(3 * 86_400 + 4 * 3600 + 59, 'de')).toBe('3 Tage 4 h')
  })
})

describe('an amount of money', () => {
  it('is written as the language has it, also in a currency that nobody knows', () => {
    expect(moneyText('24.90', 'EUR', 'en')).toBe('€24.90')
    expect(moneyText('24.90', 'not-one', 'en')).toBe('24.90 not-one')
  })
})
