import { describe, expect, it } from 'vitest'
import { mergeChoices, mergedIn, resizeChoices, splitChoices } from './plan-choices.ts'

const node = (net: string, parent_net: string | null = null) => ({
  net,
  parent_net,
  ip_version: net.includes(':') ? ('ipv6' as const) : ('ipv4' as const),
  length: Number(net.split('/')[1]),
})

describe('the parameters of a plan', () => {
  it('splits down to single addresses, by at most eight bits', () => {
    expect(splitChoices(node('10.0.0.0/30'))).toEqual([
      { length: 31, count: 2 },
      { length: 32, count: 4 },
    ])
    expect(splitChoices(node('10.0.0.1/32'))).toEqual([])
    expect(splitChoices(node('2001:db8::/32')).at(-1)).toEqual({ length: 40, count: 256 })
  })

  it('merges into blocks inside the parent', () => {
    expect(mergeChoices(node('10.0.0.64/27', '10.0.0.0/24'))).toEqual(['10.0.0.64/26', '10.0.0.0/25'])
    expect(mergeChoices(node('10.0.0.0/25', '10.0.0.0/24'))).toEqual([])
    expect(mergeChoices(node('10.0.1.0/24'))[0]).toBe('10.0.0.0/23')
  })

  it('includes the neighbours inside the block, and whether they fill it', () => {
    const siblings = [
      { id: 1, net: '10.0.0.0/26' },
      { id: 2, net: '10.0.0.64/27' },
      { id: 3, net: '10.0.0.128/25' },
    ]
    expect(mergedIn('10.0.0.0/25', siblings)).toEqual({
      ids: [1, 2],
      nets: ['10.0.0.0/26', '10.0.0.64/27'],
      whole: false,
    })
    expect(mergedIn('10.0.0.0/25', [...siblings, { id: 4, net: '10.0.0.96/27' }])).toMatchObject({ whole: true })
    expect(mergedIn('', siblings)).toEqual({ ids: [], nets: [], whole: false })
  })

  it('grows into the parent but never to its size, and shrinks to either half', () => {
    expect(resizeChoices(node('10.0.1.0/24', '10.0.0.0/16'))).toEqual({
      grow: '10.0.0.0/23',
      shrink: ['10.0.1.0/25', '10.0.1.128/25'],
    })
    expect(resizeChoices(node('10.0.0.0/25', '10.0.0.0/24')).grow).toBeUndefined()
    expect(resizeChoices(node('0.0.0.0/0')).grow).toBeUndefined()
    expect(resizeChoices(node('::1/128')).shrink).toEqual([])
  })
})
