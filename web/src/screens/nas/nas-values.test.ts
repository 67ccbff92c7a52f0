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

describe('the form of a NAS', () => {
  it('sends a valid body, without a secret that was not typed', () => {
    expect(schemaErrors(nas.store.body, nasBody(values()))).toEqual({})
    expect(nasBody(values())).toMatchObject({ name: 'Tower North', vendor: 'mikrotik', coa_port: 3799 })
    expect(nasBody(values())).not.toHaveProperty('secret')
    expect(nasBody(values())).not.toHaveProperty('company_id')
    expect(nasBody(values({ secret: 'a-secret-of-radius', company_id: 4 }))).toMatchObject({
      secret: 'a-secret-of-radius',
      company_id: 4,
    })
  })

  it('reports errors at its fields', () => {
    const errors = schemaErrors(
      nas.store.body,
      nasBody(values({ name: ' ', address: '192.0.2.0/24', secret: 'short' })),
    )
    expect(Object.keys(errors).sort()).toEqual(['address', 'name', 'secret'])
  })

  it('sends a typed IPoE password, and null to delete the stored one', () => {
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

  it('starts with the address of a link', () => {
    expect(nasValues(undefined, '192.0.2.9').address).toBe('192.0.2.9')
  })

  it('sends changed fields only: a typed secret, and pools in their order', () => {
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
  it('is valid, unique, and without similar characters', () => {
    const secrets = Array.from({ length: 200 }, newSecret)
    expect(new Set(secrets).size).toBe(200)
    for (const secret of secrets) {
      expect(radiusSecret().safeParse(secret).success).toBe(true)
      expect(secret).toMatch(/^[^0O1lI]{24}$/)
    }
  })
})
