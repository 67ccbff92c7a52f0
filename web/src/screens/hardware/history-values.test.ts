import { expect, it } from 'vitest'
import { numberedLines } from './backup-diff.tsx'
import { pairOf } from './backup-tab.tsx'
import { onlinePoints, onlineShare, outagesOf, stretchesOf } from './history-values.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 11, minute)).toISOString()
const points = (states: string) => [...states].map((state, index) => ({ at: at(index * 5), share: Number(state) }))

it('outages are listed latest first, and an ongoing one has no end', () => {
  expect(outagesOf(points('1100110'))).toEqual([
    { from: Date.parse(at(30)), to: null },
    { from: Date.parse(at(10)), to: Date.parse(at(20)) },
  ])
  expect(outagesOf(points('111'))).toEqual([])
  expect(outagesOf([])).toEqual([])
})

it('times at which the device was not read are ignored', () => {
  const times = [at(0), at(5), at(10), at(15)]
  expect(onlinePoints(times, [null, 0.8, 0])).toEqual([
    { at: at(5), share: 0.8 },
    { at: at(10), share: 0 },
  ])
})

it('availability is the share of successful readings, undefined without readings', () => {
  expect(onlineShare(points('1101'))).toBe(0.75)
  expect(onlineShare([])).toBeUndefined()
  expect(stretchesOf(points('1100')).map(({ online, share }) => [online, share])).toEqual([
    [true, 0.5],
    [false, 0.5],
  ])
})

it('two configurations are compared from the older to the newer in either order of selection', () => {
  const rows = [{ id: 9 }, { id: 7 }, { id: 4 }]
  expect(pairOf(rows, {})).toEqual({ older: 7, newer: 9 })
  expect(pairOf(rows, { older: 9, newer: 4 })).toEqual({ older: 4, newer: 9 })
  expect(pairOf(rows, { older: 9, newer: 9 })).toBeUndefined()
  expect(pairOf([{ id: 9 }], {})).toBeUndefined()
})

it('lines of a hunk have their numbers in both texts', () => {
  expect(
    numberedLines({
      before: 10,
      after: 12,
      lines: [
        { kind: 'same', text: 'a' },
        { kind: 'removed', text: 'b' },
        { kind: 'added', text: 'c' },
        { kind: 'same', text: 'd' },
      ],
    }).map(({ before, after }) => [before, after]),
  ).toEqual([
    [10, 12],
    [11, null],
    [null, 13],
    [12, 14],
  ])
})
