import { describe, expect, it } from 'vitest'
import {
  countOf,
  isSelected,
  nothing,
  pageSelected,
  selectMatching,
  toBulk,
  togglePage,
  toggleRange,
  toggleRow,
} from './selection.ts'

const page = [1, 2, 3]

describe('the selection of a list', () => {
  it('keeps rows of other pages when the page changes', () => {
    const first = toggleRow(toggleRow(nothing, 1, page), 3, page)
    const second = toggleRow(first, 5, [4, 5])
    expect(toBulk(second, {})).toEqual({ ids: [1, 3, 5] })
    expect(toBulk(togglePage(togglePage(second, page), page), {})).toEqual({ ids: [5] })
  })

  it('takes all rows between two clicks with shift, or lets go of them', () => {
    const first = toggleRow(nothing, 3, [1, 2, 3, 4])
    const range = toggleRange(first, 2, 0, [1, 2, 3, 4])
    expect(countOf(range)).toBe(3)
    expect(countOf(toggleRange(range, 2, 1, [1, 2, 3, 4]))).toBe(1)
  })

  it('takes the page first and all matching only when asked', () => {
    const all = togglePage(nothing, page)
    expect([countOf(all), pageSelected(all, page), all.kind]).toEqual([3, true, 'ids'])
    expect(countOf(togglePage(all, page))).toBe(0)
  })

  it('sends the filter and the count for all matching, never the page', () =>
    expect(
      toBulk(selectMatching(4312), {
        search: 'a',
        searchJoin: 'or',
        page: 3,
        perPage: 50,
        trashed: 'with',
        company: 8,
        orderBy: 'name',
      }),
    ).toEqual({
      matching: { total: 4312, search: 'a', searchJoin: 'or', trashed: 'with', company: 8 },
    }))

  it('falls from all matching to the rows of the page when one is taken out', () => {
    const rest = toggleRow(selectMatching(100), 2, page)
    expect([countOf(rest), isSelected(rest, 2)]).toEqual([2, false])
  })
})
