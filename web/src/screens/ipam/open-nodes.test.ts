import { expect, it } from 'vitest'
import { readOpen, writeOpen } from './open-nodes.ts'

it('writes open nodes and their rows as a short text', () => {
  const open = new Map([
    [12, 25],
    [15, 75],
  ])
  expect(writeOpen(open)).toBe('12.15-75')
  expect(readOpen('12.15-75')).toEqual(open)
  expect(writeOpen(new Map())).toBeUndefined()
})

it('ignores malformed parts', () => {
  expect([...readOpen('12..x.7-3.9-').keys()]).toEqual([12, 7])
  expect(readOpen('7-3').get(7)).toBe(25)
  expect(readOpen(7).size).toBe(0)
})

it('drops the oldest when too many are open', () => {
  const open = new Map(Array.from({ length: 70 }, (_, index) => [index + 1, 25]))
  expect([...readOpen(writeOpen(open)).keys()]).toEqual(Array.from({ length: 60 }, (_, index) => index + 11))
})
