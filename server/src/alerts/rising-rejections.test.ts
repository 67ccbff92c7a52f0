import { expect, test } from 'vitest'
import { risingRejections } from './rising-rejections.ts'

const now = new Date('2026-11-20T12:02:00Z')
/** A count of the interval that began `minutes` before 12:00. */
const count = (minutes: number, rejected: number) => ({
  at: new Date(Date.parse('2026-11-20T12:00:00Z') - minutes * 60_000).toISOString(),
  rejected,
})
const steady = (rejected: number) => Array.from({ length: 286 }, (_, i) => count((290 - i) * 5, rejected))

test('many more rejections than usual are reported with the start of the increase', () => {
  expect(risingRejections([...steady(1), count(20, 30), count(15, 30), count(10, 30), count(5, 30)], now)).toEqual({
    recent: 90,
    usual: expect.closeTo(3.3, 0),
    since: '2026-11-20T11:30:00.000Z',
  })
})
test('the newest interval may still be missing', () => {
  expect(risingRejections([count(20, 10), count(15, 10), count(10, 10)], now)?.recent).toBe(30)
})
test('fewer than 20 are not reported, nor the usual number', () => {
  expect(risingRejections([count(5, 19)], now)).toBeUndefined()
  expect(risingRejections([...steady(40), count(15, 40), count(10, 40), count(5, 40)], now)).toBeUndefined()
  expect(risingRejections([], now)).toBeUndefined()
})
test('an increase that ended is not reported', () => {
  expect(risingRejections([count(60, 500), count(55, 500)], now)).toBeUndefined()
})
