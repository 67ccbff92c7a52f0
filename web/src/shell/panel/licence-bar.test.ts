import { licenceParts } from '@trunkline/contract/resources/licence-enums'
import { describe, expect, it } from 'vitest'
import { partInNeed, partOfPage } from './licence-bar.tsx'

const parts = licenceParts.map((part) => ({ part, state: 'open' as const, until: null }))

describe('the bar about a missing licence', () => {
  it('knows the part of a page by the ability that opens it', () => {
    expect(partOfPage('/services/update/$id')).toBe('radius')
    expect(partOfPage('/dialups/list')).toBe('vpn')
    expect(partOfPage('/ipam/list/ipv4')).toBe('ipam')
    expect(partOfPage('/site/$id/hardware/index')).toBe('hardware')
    for (const open of ['/', '/company-management/list', '/licence/list', '/profile', '/nowhere', undefined])
      expect(partOfPage(open)).toBeUndefined()
  })

  it('speaks where the part of the page is in its grace or closed, and nowhere else', () => {
    const standing = {
      enforced: true,
      parts: [
        ...parts.filter(({ part }) => part !== 'radius' && part !== 'vpn'),
        { part: 'radius' as const, state: 'grace' as const, until: '2026-12-05' },
        { part: 'vpn' as const, state: 'closed' as const, until: null },
      ],
    }
    expect(partInNeed(standing, 'radius')).toEqual({ part: 'radius', state: 'grace', until: '2026-12-05' })
    expect(partInNeed(standing, 'vpn')?.state).toBe('closed')
    expect(partInNeed(standing, 'ipam')).toBeUndefined()
    expect(partInNeed(standing, undefined)).toBeUndefined()
    expect(partInNeed(undefined, 'radius')).toBeUndefined()
    expect(partInNeed({ ...standing, enforced: false }, 'radius')).toBeUndefined()
  })
})
