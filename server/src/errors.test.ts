import { message } from '@trunkline/contract/errors'
import { expect, test } from 'vitest'
import { AppError, conflict, forbidden, invalid } from './errors.ts'

test('every thrown error has a reason of the list with its parameters: the compiler rejects all others', () => {
  const thrown = [
    conflict('tariff.in_use', { services: 3 }),
    invalid({ name: message('tariff.name_taken') }),
    new AppError('conflict', { reason: message('row.in_trash', { name: 'Mill Lane' }) }),
    // @ts-expect-error -- unknown reason
    conflict('tariff.nonexistent'),
    // @ts-expect-error -- missing parameter
    conflict('tariff.in_use'),
    // @ts-expect-error -- parameter of a wrong type
    conflict('tariff.in_use', { services: 'three' }),
    // @ts-expect-error -- unknown parameter
    forbidden('row.forbidden', { name: 'x' }),
    // @ts-expect-error -- sentence instead of a message
    invalid({ name: 'This is taken.' }),
    // @ts-expect-error -- sentence instead of a reason
    new AppError('conflict', { message: 'This is taken.' }),
  ]
  expect(thrown).toHaveLength(9)
})

test('an error without a reason has the reason of its code', () => {
  expect(new AppError('not_found')).toMatchObject({ status: 404, reason: { reason: 'not_found', params: {} } })
  expect(conflict('tariff.in_use', { services: 1 }).message).toBe(
    '1 service uses this tariff. Assign it another tariff first.',
  )
})
