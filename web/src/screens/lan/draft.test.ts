import { describe, expect, it } from 'vitest'
import { changesOf, seenOf, settleDraft } from './draft.ts'

const base = { address: '10.0.0.1/24', interface: 'ether2', comment: null as string | null }

describe('an edit and a device that moves on', () => {
  it('follows the device where nothing was touched', () => {
    const settled = settleDraft(base, { ...base, comment: 'office' }, { ...base, interface: 'bridge' })
    expect(settled.conflicts).toEqual([])
    expect(settled.draft).toEqual({ address: '10.0.0.1/24', interface: 'bridge', comment: 'office' })
    expect(settled.base.interface).toBe('bridge')
  })

  it('asks where both changed the same field to different values', () => {
    const settled = settleDraft(base, { ...base, comment: 'office' }, { ...base, comment: 'workshop' })
    expect(settled.conflicts).toEqual([{ field: 'comment', before: null, device: 'workshop', mine: 'office' }])
    expect(settled.draft.comment).toBe('office')
    expect(settled.base.comment).toBeNull()
  })

  it('takes no notice where both wrote the same, or where nothing and an empty text are the same', () => {
    expect(settleDraft(base, { ...base, comment: 'x' }, { ...base, comment: 'x' }).conflicts).toEqual([])
    expect(settleDraft(base, { ...base, comment: '' }, base).conflicts).toEqual([])
    expect(changesOf(base, { ...base, comment: '' })).toEqual({})
  })
})

describe('what is sent', () => {
  it('is what changed, and what was seen of it and of what tells the row', () => {
    const changed = changesOf(base, { ...base, comment: 'office' })
    expect(changed).toEqual({ comment: 'office' })
    expect(seenOf(base, changed, ['address', 'interface'])).toEqual({
      address: '10.0.0.1/24',
      interface: 'ether2',
      comment: null,
    })
  })
})
