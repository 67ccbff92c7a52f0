import { describe, expect, it } from 'vitest'
import { changedFields, filledFields } from '../../record/changes.ts'
import { detailsOf } from './company-values.ts'

describe('the values of a company form', () => {
  const before = detailsOf({ name: 'Acme', email: 'office@acme.example', countyIsoCode: 'DE', notes: null })

  it('names only the fields that change', () => {
    expect(changedFields(before, { ...before, city: 'Berlin' })).toEqual({ city: 'Berlin' })
  })

  it('sends nothing where only spaces differ', () => {
    expect(changedFields(before, { ...before, name: ' Acme ', notes: '  ' })).toEqual({})
  })

  it('sends null for emptied fields', () => {
    expect(changedFields(before, { ...before, email: '', countyIsoCode: null })).toEqual({
      email: null,
      countyIsoCode: null,
    })
  })

  it('leaves empty fields of a new company to the defaults of the server', () => {
    expect(filledFields({ name: 'Acme', city: ' ', currency: null, is_active: false })).toEqual({
      name: 'Acme',
      is_active: false,
    })
  })
})
