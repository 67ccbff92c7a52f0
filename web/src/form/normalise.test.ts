import { describe, expect, it } from 'vitest'
import { differences, sameValues } from './normalise.ts'
import { mapErrors } from './field-errors.ts'
import { merge } from './stale-dialog.tsx'

describe('what counts as a change', () => {
  it('is nothing that a reader can not see', () => {
    expect(sameValues({ name: 'A', city: null, tags: [] }, { name: 'A ', city: '', note: undefined })).toBe(true)
    expect(sameValues({ notes: 'a\r\nb' }, { notes: 'a\nb' })).toBe(true)
    expect(sameValues({ company: { name: '' } }, {})).toBe(true)
  })

  it('is everything else', () => {
    expect(sameValues({ name: 'A' }, { name: 'a' })).toBe(false)
    expect(sameValues({ on: false }, {})).toBe(false)
    expect(sameValues({ count: 0 }, { count: null })).toBe(false)
    expect(sameValues({ ids: [1, 2] }, { ids: [2, 1] })).toBe(false)
  })

  it('is named by its path', () =>
    expect(
      differences({ name: 'A', company: { city: 'X', zip: '1' } }, { name: 'A', company: { city: 'Y', zip: '1' } }),
    ).toEqual(['company.city']))
})

describe('errors of the server', () => {
  it('stand at their field, at the nearest one above it, or in the summary', () =>
    expect(mapErrors({ 'company.name': 'a', 'ids.3': 'b', secret: 'c' }, ['company.name', 'ids'])).toEqual({
      mapped: { 'company.name': 'a', ids: 'b' },
      loose: { secret: 'c' },
    }))
})

describe('two versions of a record', () => {
  it('merge to theirs with the chosen fields of mine, always with their version', () =>
    expect(
      merge(
        { name: 'mine', company: { city: 'M' }, version: 3 },
        { name: 'theirs', company: { city: 'T', zip: '9' }, version: 4 },
        ['company.city'],
      ),
    ).toEqual({ name: 'theirs', company: { city: 'M', zip: '9' }, version: 4 }))
})
