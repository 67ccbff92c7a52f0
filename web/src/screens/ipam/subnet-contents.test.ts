import { expect, it } from 'vitest'
import { contentsOfConflict, quarantineEnd } from './subnet-contents.ts'

it('reads the contents from a conflict, and nothing from other conflicts', () => {
  expect(
    contentsOfConflict({
      count: 2,
      subnets: '1',
      addresses: 1,
      holders: [{ kind: 'subnet', id: 4, net: '10.0.0.0/24', name: null }],
    }),
  ).toEqual({ subnets: 1, addresses: 1, items: [{ kind: 'subnet', id: 4, net: '10.0.0.0/24', name: '' }] })
  expect(contentsOfConflict({ holders: [{ kind: 'address', id: 1, net: '10.0.0.1' }] })).toMatchObject({
    subnets: 0,
    addresses: 1,
  })
  expect(contentsOfConflict({ id: 3 })).toBeUndefined()
  expect(contentsOfConflict(undefined)).toBeUndefined()
})

it('counts the quarantine in whole days from now', () => {
  expect(quarantineEnd(14, new Date('2026-02-20T10:00:00Z'))).toBe('2026-03-06T10:00:00.000Z')
})
