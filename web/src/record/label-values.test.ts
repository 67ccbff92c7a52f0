import { expect, it } from 'vitest'
import { labelBody, labelChanges, labelValues } from './label-values.ts'

const vip = { id: 1, name: 'VIP', colour: 'red' } as const
const before = labelValues({ tags: [vip], custom_fields: { contract: 'A-1', seats: 3 } })

it('sends only changed fields; an emptied one is null', () => {
  expect(labelChanges(before, { ...before, custom_fields: { contract: ' A-1 ', seats: 3, sla: '' } })).toBeUndefined()
  expect(labelChanges(before, { ...before, custom_fields: { contract: '', seats: 4 } })).toEqual({
    custom_fields: { contract: null, seats: 4 },
  })
  expect(labelChanges(before, { ...before, tags: [] })).toEqual({ tags: [] })
})

it('a new record sends only what the user touched, so that the others get their defaults', () => {
  expect(labelBody(labelValues(undefined))).toEqual({})
  expect(labelBody({ tags: [vip], custom_fields: { paid: false, contract: '' } })).toEqual({
    tags: [1],
    custom_fields: { paid: false, contract: null },
  })
})
