import { describe, expect, it } from 'vitest'
import { choiceOf, defaultChoice, moveColumn, readChoice, sameChoice, shownFields, toggleColumn } from './columns.ts'

const columns = [{ field: 'name' }, { field: 'city' }, { field: 'email', hidden: true }]

describe('the columns of a list', () => {
  it('start in the order of the list, without the hidden ones', () =>
    expect(shownFields(defaultChoice(columns))).toEqual(['name', 'city']))

  it('move by one place and stop at the ends', () => {
    const moved = moveColumn(defaultChoice(columns), 'city', -1)
    expect(moved.order).toEqual(['city', 'name', 'email'])
    expect(moveColumn(moved, 'city', -1)).toBe(moved)
  })

  it('never hide the first, which carries the link', () => {
    const start = defaultChoice(columns)
    expect(toggleColumn(start, 'name')).toBe(start)
    expect(shownFields(moveColumn(toggleColumn(start, 'city'), 'city', -1))).toContain('city')
  })

  it('take in columns that are new since the choice was kept, and forget gone ones', () => {
    const read = readChoice({ order: ['gone', 'city', 'name'], hidden: [] }, columns)
    expect(read).toEqual({ order: ['city', 'name', 'email'], hidden: ['email'] })
  })

  it('fall back to the default for anything else', () => {
    for (const stored of [undefined, null, 'x', { order: 'name' }, {}])
      expect(sameChoice(readChoice(stored, columns), defaultChoice(columns))).toBe(true)
  })

  it('follow a saved view and keep the rest hidden', () =>
    expect(choiceOf(['email', 'name'], columns)).toEqual({ order: ['email', 'name', 'city'], hidden: ['city'] }))
})
