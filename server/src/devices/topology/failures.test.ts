import { expect, test } from 'vitest'
import { failuresOf } from './failures.ts'
import { cutOff } from './upstream.ts'

const edges = (...pairs: [number, number][]) =>
  pairs.map(([hardware_id, upstream_id]) => ({ hardware_id, upstream_id }))

test('devices behind a failed one are cut off by the topmost failed device on their path', () => {
  const uplinks = edges([2, 1], [3, 2], [4, 3], [5, 2])
  const { behind, cutOffBy } = failuresOf(uplinks, new Set([2, 3, 4]))
  expect(Object.fromEntries(behind)).toEqual({ 1: 4, 2: 3, 3: 1 })
  // 5 answers, so that it is not cut off.
  expect(Object.fromEntries(cutOffBy)).toEqual({ 3: 2, 4: 2 })
})

test('a device with a second path is behind neither of its uplinks, and one below it only behind what both share', () => {
  const uplinks = edges([2, 1], [3, 1], [4, 2], [4, 3], [5, 4])
  const { behind, cutOffBy } = failuresOf(uplinks, new Set([2, 4, 5]))
  expect(Object.fromEntries(behind)).toEqual({ 1: 4, 4: 1 })
  expect(Object.fromEntries(cutOffBy)).toEqual({ 5: 4 })
})

test('devices that only reach each other end, and depend on none', () => {
  const { behind, cutOffBy } = failuresOf(edges([1, 2], [2, 1], [3, 4]), new Set([1, 2]))
  expect(Object.fromEntries(behind)).toEqual({ 4: 1 })
  expect(cutOffBy.size).toBe(0)
})

test('it counts the same devices as the query for one device', () => {
  let seed = 7
  const random = (below: number) => (seed = (seed * 16807) % 2147483647) % below
  for (let round = 0; round < 40; round++) {
    const uplinks = Array.from({ length: 30 }, (_, at) => at + 2).flatMap((id) =>
      [...new Set(Array.from({ length: 1 + random(2) }, () => 1 + random(id - 1)))].map((upstream_id) => ({
        hardware_id: id,
        upstream_id,
      })),
    )
    const { behind } = failuresOf(uplinks, new Set())
    for (let id = 1; id < 32; id++) {
      const below = new Set<number>()
      for (let grown = true; grown;) {
        grown = false
        for (const { hardware_id, upstream_id } of uplinks)
          if ((upstream_id === id || below.has(upstream_id)) && !below.has(hardware_id)) {
            below.add(hardware_id)
            grown = true
          }
      }
      const rows = uplinks.filter(({ hardware_id }) => below.has(hardware_id))
      expect([id, behind.get(id) ?? 0]).toEqual([id, cutOff(id, rows).length])
    }
  }
})
