import { nas, radiusSecret } from '@trunkline/contract/resources/nas'
import { describe, expect, it } from 'vitest'
import { schemaErrors } from '../../form/field-errors.ts'
import { nasBody, nasChanges, nasValues } from './nas-values.ts'
import { newSecret } from './secret.ts'

const values = (more: Partial<ReturnType<typeof nasValues>> = {}) => ({
  ...nasValues(),
  name: ' Tower North ',
  address: '192.0.2.7',
  ...more,
})

describe('a NAS that is sent', () => {
  it('fits the contract, and has no secret where none was typed', () => {
    expect(schemaErrors(nas.store.body, nasBody(values()))).toEqual({})
    expect(nasBody(values())).toMatchObject({ name: 'Tower North', vendor: 'mikrotik', coa_port: 3799 })
    expect(nasBody(values())).not.toHaveProperty('secret')
    expect(nasBody(values())).not.toHaveProperty('company_id')
    expect(nasBody(values({ secret: 'a-secret-of-radius', company_id: 4 }))).toMatchObject({
      secret: 'a-secret-of-radius',
      company_id: 4,
    })
  })

  it('is refused at its fields', () => {
    const errors = schemaErrors(
      nas.store.body,
      nasBody(values({ name: ' ', address: '192.0.2.0/24', secret: 'short' })),
    )
    expect(Object.keys(errors).sort()).toEqual(['address', 'name', 'secret'])
  })

  it('has an IPoE password where one was typed, and null where the stored one is to go', () => {
    expect(nasBody(values())).not.toHaveProperty('ipoe_password')
    expect(nasBody(values({ ipoe_password: 'every request' }))).toMatchObject({ ipoe_password: 'every request' })
    const before = values({ version: 3 })
    expect(nasChanges(before, { ...before, clears_ipoe_password: true, ipoe_password: 'typed before' })).toEqual({
      ipoe_password: null,
      version: 3,
    })
    expect(nasChanges(before, { ...before, ipoe_identifier: 'circuit-id' })).toEqual({
      ipoe_identifier: 'circuit-id',
      version: 3,
    })
    expect(Object.keys(schemaErrors(nas.store.body, nasBody(values({ ipoe_password: 'pässword' }))))).toEqual([
      'ipoe_password',
    ])
  })

  it('begins with the address that a link names', () => {
    expect(nasValues(undefined, '192.0.2.9').address).toBe('192.0.2.9')
  })

  it('is only what changed: the secret where a new one was typed, the pools in their order', () => {
    const before = values({ version: 3, pool_ids: [1, 2] })
    expect(nasChanges(before, { ...before })).toBeUndefined()
    expect(nasChanges(before, { ...before, secret: 'another-secret' })).toEqual({
      secret: 'another-secret',
      version: 3,
    })
    expect(nasChanges(before, { ...before, pool_ids: [2, 1] })).toEqual({ pool_ids: [2, 1], version: 3 })
  })
})

describe('a generated secret', () => {
  it('is one that the server takes, another each time, without signs that look alike', () => {
    const secrets = Array.from({ length: 200 }, newSecret)
    expect(new Set(secrets).size).toBe(200)
    for (const secret of secrets) {
      expect(radiusSecret().safeParse(secret).success).toBe(true)
      expect(secret).toMatch(/^[^0O1lI]{24}$/)
    }
  })
})
