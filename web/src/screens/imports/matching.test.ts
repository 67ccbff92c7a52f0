import { describe, expect, it } from 'vitest'
import { hindrance, needsCheck, percentOf, stepOf } from './job-state.ts'
import { columnsFor, matchColumn, missingFields, pageOf, sampleOf } from './matching.ts'
import { rowsBetween } from './outcome.tsx'
import { fileFault } from './start-import.ts'
import { importRooms } from './kinds.ts'

describe('the columns of a file', () => {
  it('are each taken as one field, which has one source', () => {
    expect(matchColumn(['name', '', 'mac'], 1, 'name')).toEqual(['', 'name', 'mac'])
    expect(matchColumn(['name', '', 'mac'], 2, '')).toEqual(['name', '', ''])
    // Leaving one out leaves the other ones that are left out alone.
    expect(matchColumn(['', '', 'mac'], 0, '')).toEqual(['', '', 'mac'])
  })

  it('are as many as the file has, whatever the server knew of them', () => {
    expect(columnsFor(['a', 'b', 'c'], ['name'])).toEqual(['name', '', ''])
    expect(columnsFor(['a'], ['name', 'mac'])).toEqual(['name'])
  })

  it('show some of their values, each once', () => {
    const sample = [['x', ''], ['x'], [' y ', '1'], ['z', '2'], ['q', '3']]
    expect(sampleOf(sample, 0)).toEqual(['x', 'y', 'z'])
    expect(sampleOf(sample, 1)).toEqual(['1', '2', '3'])
    expect(sampleOf(sample, 7)).toEqual([])
  })

  it('lack what is required until it is chosen', () => {
    const known = [
      { name: 'name', label: 'Name', required: true },
      { name: 'mac', label: 'MAC', required: false },
      { name: 'model', label: 'Model', required: true },
    ]
    expect(missingFields(known, ['', 'name']).map(({ name }) => name)).toEqual(['model'])
    expect(missingFields(known, ['model', 'name'])).toEqual([])
  })
})

describe('an import', () => {
  const checked = { state: 'checked', mode: 'all-or-nothing', bad: 2, created: 3, updated: 0 } as const
  it('is taken over only as it was checked', () => {
    expect(hindrance(checked, 'all-or-nothing', false)).toBe('bad')
    expect(hindrance(checked, 'skip-bad', false)).toBeUndefined()
    expect(hindrance(checked, 'skip-bad', true)).toBe('columns')
    expect(hindrance(checked, 'update', false)).toBe('mode')
    expect(hindrance({ ...checked, mode: 'update' }, 'skip-bad', false)).toBe('mode')
    expect(hindrance({ ...checked, created: 0 }, 'skip-bad', false)).toBe('nothing')
    expect(hindrance({ ...checked, state: 'failed' }, 'skip-bad', false)).toBe('unchecked')
    expect(needsCheck('all-or-nothing', 'skip-bad')).toBe(false)
  })

  it('has come to a step, and so far', () => {
    expect(stepOf(undefined)).toBe('file')
    expect(stepOf({ state: 'uploaded', dry_run: true })).toBe('columns')
    expect(stepOf({ state: 'checking', dry_run: true })).toBe('check')
    expect(stepOf({ state: 'applying', dry_run: false })).toBe('import')
    expect(stepOf({ state: 'failed', dry_run: false })).toBe('import')
    expect(percentOf({ rows_total: null, rows_done: 5 })).toBeUndefined()
    expect(percentOf({ rows_total: 0, rows_done: 0 })).toBe(100)
    expect(percentOf({ rows_total: 300, rows_done: 299 })).toBe(99)
  })

  it('refuses what can be seen to be no table, before it is sent', () => {
    expect(fileFault({ name: 'a.pdf', size: 5 })).toBe('kind')
    expect(fileFault({ name: 'a.csv', size: 0 })).toBe('empty')
    expect(fileFault({ name: 'a.XLSX', size: 25_000_001 })).toBe('large')
    expect(fileFault({ name: 'a.XLSX', size: 25_000_000 })).toBeUndefined()
  })

  it('is found in its list by when it ran', () => {
    expect(rowsBetween('2026-11-21T11:00:00.000Z', '2026-11-21T11:05:00.000Z')).toEqual({
      search: 'created_at:2026-11-21T11\\:00\\:00.000Z,2026-11-21T11\\:05\\:00.000Z',
      searchFields: 'created_at:between',
    })
  })

  it('of every kind has a list that knows when its rows were made', () => {
    expect(importRooms.map(({ kind }) => kind)).toEqual(['hardware', 'companies', 'services', 'subnets'])
  })
})

it('faults are shown a page at a time, and no page lies outside', () => {
  const rows = Array.from({ length: 120 }, (_, at) => at)
  expect(pageOf(rows, 0, 50)).toMatchObject({ page: 0, pages: 3, from: 1, to: 50 })
  expect(pageOf(rows, 2, 50)).toMatchObject({ page: 2, from: 101, to: 120 })
  expect(pageOf(rows, 9, 50).page).toBe(2)
  expect(pageOf([], 0, 50)).toMatchObject({ shown: [], page: 0, pages: 1, from: 0, to: 0 })
})
