import { licences, type Licence } from '@trunkline/contract/resources/licence'
import { describe, expect, it } from 'vitest'
import { licenceBody, licenceChanges, licenceErrors, licenceValues, addMonths, newLicence } from './licence-values.ts'

const known: Licence = {
  id: 7,
  key: 'TL-AAAAA-BBBBB-CCCCC-DDDDD',
  company_id: 4,
  company_name: 'Elm',
  level: 'premium',
  category: 'radius',
  type: 'subscription',
  permissions: ['vpn', 'radius'],
  quantity: 20,
  starts_on: '2026-01-31',
  expires_on: '2027-01-31',
  days_left: 70,
  status: 'active',
  notes: null,
  reminders: [],
  created_at: '2026-01-31T10:00:00.000Z',
  updated_at: '2026-01-31T10:00:00.000Z',
  deleted_at: null,
  version: 3,
}

describe('a new licence', () => {
  it('runs for a year from today, and its body is valid by the contract', () => {
    const values = newLicence('2026-11-21', 4)
    expect(values.expires_on).toBe('2027-11-21')
    const body = licenceBody({ ...values, category: 'vpn' }, false)
    expect(body).toMatchObject({ company_id: 4, permissions: ['hardware', 'vpn'], status: 'available' })
    expect(body).not.toHaveProperty('amount')
    expect(licences.store.body?.safeParse(body).success).toBe(true)
    expect(licenceBody({ ...values, amount: 10_000, active: true }, true)).toMatchObject({
      amount: 10_000,
      status: 'active',
    })
  })

  it('has no end date if it is perpetual, even if one was entered before', () => {
    expect(licenceBody({ ...newLicence('2026-11-21', 4), type: 'perpetual' }, false).expires_on).toBeNull()
  })

  it('ends within the target month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2028-02-29', 12)).toBe('2029-02-28')
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
  })

  it('is checked field by field', () => {
    const values = newLicence('2026-11-21')
    expect(licenceErrors(values, false)).toEqual({ company_id: 'company' })
    expect(
      licenceErrors({ ...values, company_id: 4, quantity: 0, amount: 10_001, expires_on: '2026-11-20' }, true),
    ).toEqual({ quantity: 'quantity', amount: 'amount', expires_on: 'endBeforeStart' })
    expect(licenceErrors({ ...values, company_id: 4, expires_on: null }, false)).toEqual({ expires_on: 'end' })
    expect(licenceErrors({ ...values, company_id: 4, expires_on: null, type: 'perpetual' }, false)).toEqual({})
  })
})

describe('an edited licence', () => {
  it('sends only what changed, with its version', () => {
    const values = licenceValues(known)
    expect(licenceChanges(values, { ...values })).toBeUndefined()
    expect(licenceChanges(values, { ...values, notes: ' Renewed ', quantity: 25 })).toEqual({
      quantity: 25,
      notes: 'Renewed',
      version: 3,
    })
    expect(licenceChanges(values, { ...values, type: 'perpetual' })).toEqual({
      type: 'perpetual',
      expires_on: null,
      version: 3,
    })
  })

  it('keeps its main module among its modules', () => {
    const values = licenceValues(known)
    expect(licenceChanges(values, { ...values, permissions: [] })?.permissions).toEqual(['radius'])
  })
})
