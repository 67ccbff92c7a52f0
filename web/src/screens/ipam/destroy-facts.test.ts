import { expect, it } from 'vitest'
import { holdersOf, restsUntil } from './destroy-facts.ts'

it('reads what is in the way from a refusal, and nothing from a refusal for another reason', () => {
  expect(
    holdersOf({
      count: 2,
      subnets: '1',
      addresses: 1,
      holders: [{ kind: 'subnet', id: 4, net: '10.0.0.0/24', name: null }],
    }),
  ).toEqual({ subnets: 1, addresses: 1, holders: [{ kind: 'subnet', id: 4, net: '10.0.0.0/24', name: '' }] })
  expect(holdersOf({ holders: [{ kind: 'address', id: 1, net: '10.0.0.1' }] })).toMatchObject({
    subnets: 0,
    addresses: 1,
  })
  expect(holdersOf({ id: 3 })).toBeUndefined()
  expect(holdersOf(undefined)).toBeUndefined()
})

it('counts the rest in whole days from now', () => {
  expect(restsUntil(14, new Date('2026-02-20T10:00:00Z'))).toBe('2026-03-06T10:00:00.000Z')
})
