import { describe, expect, it } from 'vitest'
import { blockerOf, needsCheck, percentOf, stepOf } from './job-state.ts'
import { columnsFor, matchColumn, missingFields, pageOf, sampleOf } from './matching.ts'
import { createdBetween } from './outcome.tsx'
import { fileError } from './start-import.ts'
import { importKinds } from '@trunkline/contract/resources/import-shapes'
import { importTargets } from './import-targets.ts'

describe('columns of a file', () => {
  it('match one field each, and a field has one column', () => {
    expect(matchColumn(['name', '', 'mac'], 1, 'name')).toEqual(['', 'name', 'mac'])
    expect(matchColumn(['name', '', 'mac'], 2, '')).toEqual(['name', '', ''])
    // Skipping a column does not affect other skipped ones.
    expect(matchColumn(['', '', 'mac'], 0, '')).toEqual(['', '', 'mac'])
  })

  it('are as many as in the header, whatever the server stored', () => {
    expect(columnsFor(['a', 'b', 'c'], ['name'])).toEqual(['name', '', ''])
    expect(columnsFor(['a'], ['name', 'mac'])).toEqual(['name'])
  })

  it('show distinct sample values', () => {
    const sample = [['x', ''], ['x'], [' y ', '1'], ['z', '2'], ['q', '3']]
    expect(sampleOf(sample, 0)).toEqual(['x', 'y', 'z'])
    expect(sampleOf(sample, 1)).toEqual(['1', '2', '3'])
    expect(sampleOf(sample, 7)).toEqual([])
  })

  it('report required fields until they are matched', () => {
    const fields = [
      { name: 'name', label: 'Name', required: true },
      { name: 'mac', label: 'MAC', required: false },
      { name: 'model', label: 'Model', required: true },
    ]
    expect(missingFields(fields, ['', 'name']).map(({ name }) => name)).toEqual(['model'])
    expect(missingFields(fields, ['model', 'name'])).toEqual([])
  })
})

describe('an import', () => {
  const checked = { state: 'checked', mode: 'all-or-nothing', bad: 2, created: 3, updated: 0 } as const
  it('can only be imported as it was checked', () => {
    expect(blockerOf(checked, 'all-or-nothing', false)).toBe('bad')
    expect(blockerOf(checked, 'skip-bad', false)).toBeUndefined()
    expect(blockerOf(checked, 'skip-bad', true)).toBe('columns')
    expect(blockerOf(checked, 'update', false)).toBe('mode')
    expect(blockerOf({ ...checked, mode: 'update' }, 'skip-bad', false)).toBe('mode')
    expect(blockerOf({ ...checked, created: 0 }, 'skip-bad', false)).toBe('nothing')
    expect(blockerOf({ ...checked, state: 'failed' }, 'skip-bad', false)).toBe('unchecked')
    expect(needsCheck('all-or-nothing', 'skip-bad')).toBe(false)
  })

  it('has a step and a progress', () => {
    expect(stepOf(undefined)).toBe('file')
    expect(stepOf({ state: 'uploaded', dry_run: true })).toBe('columns')
    expect(stepOf({ state: 'checking', dry_run: true })).toBe('check')
    expect(stepOf({ state: 'applying', dry_run: false })).toBe('import')
    expect(stepOf({ state: 'failed', dry_run: false })).toBe('import')
    expect(percentOf({ rows_total: null, rows_done: 5 })).toBeUndefined()
    expect(percentOf({ rows_total: 0, rows_done: 0 })).toBe(100)
    expect(percentOf({ rows_total: 300, rows_done: 299 })).toBe(99)
  })

  it('rejects files of another type, empty and large ones before the upload', () => {
    expect(fileError({ name: 'a.pdf', size: 5 })).toBe('type')
    expect(fileError({ name: 'a.csv', size: 0 })).toBe('empty')
    expect(fileError({ name: 'a.XLSX', size: 25_000_001 })).toBe('large')
    expect(fileError({ name: 'a.XLSX', size: 25_000_000 })).toBeUndefined()
  })

  it('links to its created rows by their creation time', () => {
    expect(createdBetween('2026-11-21T11:00:00.000Z', '2026-11-21T11:05:00.000Z')).toEqual({
      search: 'created_at:2026-11-21T11\\:00\\:00.000Z,2026-11-21T11\\:05\\:00.000Z',
      searchFields: 'created_at:between',
    })
  })

  it('exists for every kind', () => {
    expect(importTargets.map(({ kind }) => kind)).toEqual([...importKinds])
  })
})

it('errors are shown by page, and a page outside the range is the last one', () => {
  const rows = Array.from({ length: 120 }, (_, at) => at)
  expect(pageOf(rows, 0, 50)).toMatchObject({ page: 0, pages: 3, from: 1, to: 50 })
  expect(pageOf(rows, 2, 50)).toMatchObject({ page: 2, from: 101, to: 120 })
  expect(pageOf(rows, 9, 50).page).toBe(2)
  expect(pageOf([], 0, 50)).toMatchObject({ rows: [], page: 0, pages: 1, from: 0, to: 0 })
})
