import { message } from '@trunkline/contract/errors'
import { expect, test } from 'vitest'
import { AppError, conflict, forbidden, invalid } from './errors.ts'

test('every place that throws names a reason of the list with its parameters: the compiler rejects all others', () => {
  const thrown = [
    conflict('tariff.in_use', { services: 3 }),
    invalid({ name: message('tariff.name_taken') }),
    new AppError('conflict', { reason: message('row.in_trash', { name: 'Mill Lane' }) }),
    // @ts-expect-error -- no such reason
    conflict('tariff.nonexistent'),
    // @ts-expect-error -- its parameter is missing
    conflict('tariff.in_use'),
    // @ts-expect-error -- a parameter of another type
    conflict('tariff.in_use', { services: 'three' }),
    // @ts-expect-error -- a parameter that the reason does not have
    forbidden('row.forbidden', { name: 'x' }),
    // @ts-expect-error -- a sentence in place of a message
    invalid({ name: 'This is taken.' }),
    // @ts-expect-error -- a sentence in place of a reason
    new AppError('conflict', { message: 'This is taken.' }),
  ]
  expect(thrown).toHaveLength(9)
})

test('an error without a reason of its own has that of its code', () => {
  expect(new AppError('not_found')).toMatchObject({ status: 404, reason: { reason: 'not_found', params: {} } })
  expect(conflict('tariff.in_use', { services: 1 }).message).toBe(
    '1 service uses this tariff. Assign it another tariff first.',
  )
})
