import { describe, expect, it } from 'vitest'
import { ApiError } from '../api/call.ts'
import { movedTotal } from './moved-total.ts'
import { reportLines } from './report-lines.ts'

describe('the report of a bulk action', () => {
  const lines = reportLines(
    [
      { id: 5, ok: true },
      { id: 6, ok: false, code: 'conflict', message: 'Still has sites, "North"\nand more' },
    ],
    (id) => (id === 5 ? '=cmd|calc' : undefined),
    ['id', 'name', 'outcome', 'code', 'reason'],
  )

  it('has a line for each row, with its outcome and reason', () => {
    expect(lines).toEqual([
      ['id', 'name', 'outcome', 'code', 'reason'],
      [5, '=cmd|calc', 'done', '', ''],
      [6, '', 'failed', 'conflict', 'Still has sites, "North"\nand more'],
    ])
  })
})

describe('a selection that has moved', () => {
  it('is told by the new count of the refusal', () =>
    expect(
      movedTotal(new ApiError({ status: 409, code: 'selection_moved', message: 'x', details: { total: 12 } })),
    ).toBe(12))
  it('is not read out of other errors', () =>
    expect(
      movedTotal(new ApiError({ status: 409, code: 'conflict', message: 'x', details: { total: 12 } })),
    ).toBeUndefined())
})
