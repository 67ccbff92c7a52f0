import { describe, expect, it } from 'vitest'
import { pagesAround } from './list-footer.tsx'

describe('the pages that are offered', () => {
  it('are all of them while they are few', () => expect(pagesAround(2, 5, 1)).toEqual([1, 2, 3, 4, 5]))
  it('leave out what is far away, but never a single page', () => {
    expect(pagesAround(10, 40, 1)).toEqual([1, null, 9, 10, 11, null, 40])
    expect(pagesAround(4, 40, 1)).toEqual([1, 2, 3, 4, 5, null, 40])
    expect(pagesAround(38, 40, 0)).toEqual([1, null, 38, 39, 40])
  })
})
