import { describe, expect, it } from 'vitest'
import { burstLength, fromGigabytes, isRate, toGigabytes, toKbit, toMbit } from './rates.ts'

describe('a rate', () => {
  it('is converted without loss', () => {
    for (const mbit of [0.001, 0.512, 2.048, 50, 1.1, 1000, 99_999.999]) {
      expect(isRate(mbit), String(mbit)).toBe(true)
      expect(toMbit(toKbit(mbit))).toBe(mbit)
    }
    expect(toMbit(null)).toBeNull()
    expect(toKbit(null)).toBeNull()
  })

  it('is invalid where it is zero, finer than 1 kbit/s, or above 100 Gbit/s', () => {
    for (const mbit of [0, -5, 0.0005, 1.2345, 100_001, Number.NaN]) expect(isRate(mbit), String(mbit)).toBe(false)
  })
})

describe('a volume', () => {
  it('is converted without loss', () => {
    for (const gigabytes of [0.1, 300, 1000.5]) expect(toGigabytes(fromGigabytes(gigabytes))).toBe(gigabytes)
  })
})

describe('a burst', () => {
  it('lasts until the average of its time reaches the threshold, and no longer than its time', () => {
    expect(burstLength(150_000, 100_000, 12)).toBe(8)
    expect(burstLength(100_000, 100_000, 10)).toBe(10)
    expect(burstLength(0, 100, 10)).toBe(0)
  })
})
