import { describe, expect, it } from 'vitest'
import { settle, type Page } from './live-rows.ts'

const page = (rows: [id: number, name: string][]): Page<{ id: number; name: string }> => ({
  data: rows.map(([id, name]) => ({ id, name })),
  meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total: rows.length } },
})
const names = (shown: Page<{ id: number; name: string }>) => shown.data.map((row) => row.name)

describe('live rows', () => {
  const shown = page([
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
  ])

  it('change in place while their order stays', () => {
    const settled = settle(
      shown,
      page([
        [1, 'a'],
        [2, 'B'],
        [3, 'c'],
      ]),
      false,
    )
    expect([names(settled.page), settled.waiting]).toEqual([['a', 'B', 'c'], 0])
  })

  it('appear at once in a list that was empty, unless it is paused', () => {
    const fresh = page([[1, 'a']])
    expect(settle(page([]), fresh, false)).toEqual({ page: fresh, waiting: 0 })
    expect(settle(page([]), fresh, true)).toMatchObject({ waiting: 1 })
  })

  it('stay where they are when the order would change, with what changed in them', () => {
    const settled = settle(
      shown,
      page([
        [2, 'B'],
        [1, 'z'],
        [3, 'c'],
      ]),
      false,
    )
    expect([names(settled.page), settled.waiting]).toEqual([['z', 'B', 'c'], 1])
  })

  it('count a row that moved once, however many it passed', () => {
    expect(
      settle(
        shown,
        page([
          [3, 'c'],
          [1, 'a'],
          [2, 'b'],
        ]),
        false,
      ).waiting,
    ).toBe(1)
    expect(
      settle(
        shown,
        page([
          [3, 'c'],
          [2, 'b'],
          [1, 'a'],
        ]),
        false,
      ).waiting,
    ).toBe(2)
  })

  it('wait when rows come or go', () => {
    expect(
      settle(
        shown,
        page([
          [9, 'new'],
          [1, 'a'],
          [2, 'b'],
        ]),
        false,
      ),
    ).toMatchObject({ waiting: 1 })
    expect(
      names(
        settle(
          shown,
          page([
            [1, 'a'],
            [3, 'c'],
          ]),
          false,
        ).page,
      ),
    ).toEqual(['a', 'b', 'c'])
  })

  it('show nothing of it while paused, but count it', () => {
    const settled = settle(
      shown,
      page([
        [1, 'a'],
        [2, 'B'],
        [3, 'c'],
      ]),
      true,
    )
    expect([settled.page, settled.waiting]).toEqual([shown, 1])
  })
})
