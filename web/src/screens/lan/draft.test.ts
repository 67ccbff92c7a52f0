import { describe, expect, it } from 'vitest'
import { changesOf, seenOf, mergeDraft } from './draft.ts'

const base = { address: '10.0.0.1/24', interface: 'ether2', comment: null as string | null }

describe('an edit of a row that changes on the device', () => {
  it('takes the device’s value of unchanged fields', () => {
    const merged = mergeDraft(base, { ...base, comment: 'office' }, { ...base, interface: 'bridge' })
    expect(merged.conflicts).toEqual([])
    expect(merged.draft).toEqual({ address: '10.0.0.1/24', interface: 'bridge', comment: 'office' })
    expect(merged.base.interface).toBe('bridge')
  })

  it('reports a conflict if both changed a field to different values', () => {
    const merged = mergeDraft(base, { ...base, comment: 'office' }, { ...base, comment: 'workshop' })
    expect(merged.conflicts).toEqual([{ field: 'comment', before: null, device: 'workshop', mine: 'office' }])
    expect(merged.draft.comment).toBe('office')
    expect(merged.base.comment).toBeNull()
  })

  it('reports none for equal values; null and an empty text are equal', () => {
    expect(mergeDraft(base, { ...base, comment: 'x' }, { ...base, comment: 'x' }).conflicts).toEqual([])
    expect(mergeDraft(base, { ...base, comment: '' }, base).conflicts).toEqual([])
    expect(changesOf(base, { ...base, comment: '' })).toEqual({})
  })
})

describe('the body of a change', () => {
  it('has the changed fields, and the seen values of these and of the identifying fields', () => {
    const changed = changesOf(base, { ...base, comment: 'office' })
    expect(changed).toEqual({ comment: 'office' })
    expect(seenOf(base, changed, ['address', 'interface'])).toEqual({
      address: '10.0.0.1/24',
      interface: 'ether2',
      comment: null,
    })
  })
})
