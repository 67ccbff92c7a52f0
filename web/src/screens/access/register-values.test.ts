import { describe, expect, it } from 'vitest'
import { isSetup, registerBody, registerErrors, registerValues, type Invitation } from './register-values.ts'

const link = { token: 'a-token-of-some-length', id: 12 }
const at = { locale: 'de', time_zone: 'Europe/Berlin', country: 'DE' } as const
const joining: Invitation = {
  email: 'mara@reseller.example',
  first_name: 'Mara',
  last_name: '',
  telephone: '',
  inviter: 'Ada',
  inviter_company: 'Provider',
  role: 'editor',
  company_name: 'North',
  new_company: null,
  locale: 'en',
  expires_at: '2026-01-01T00:00:00.000Z',
}
const newCompany: Invitation = {
  ...joining,
  company_name: null,
  new_company: { name: 'South', type: 'reseller', billing_term: 'net-30' },
}
const signUp: Invitation = {
  ...newCompany,
  email: '',
  role: 'primary-admin',
  new_company: { name: '', type: 'simrush', billing_term: null },
}
const person = { first_name: 'Mara', last_name: 'Lind', password: 'four unrelated words' }

describe('the registration', () => {
  it('sends no company and no e-mail address for an existing company', () => {
    const body = registerBody(link, joining, { ...registerValues(joining, at), ...person })
    expect(body).toEqual({ ...link, ...person, telephone: null, locale: 'de', time_zone: 'Europe/Berlin' })
  })

  it('starts with the name of the invitation for a new company and leaves out empty fields', () => {
    const values = { ...registerValues(newCompany, at), ...person, telephone: '+44 20 7946 0958' }
    values.company.vat_number = 'DE123'
    const body = registerBody(link, newCompany, values)
    expect(body.telephone).toBe('+44 20 7946 0958')
    expect(body).not.toHaveProperty('email')
    expect(body.company).toEqual({
      name: 'South',
      countyIsoCode: 'DE',
      time_zone: 'Europe/Berlin',
      locale: 'de',
      legal_name: null,
      registration_number: null,
      vat_number: 'DE123',
      address_line_1: null,
      address_line_2: null,
      postcode: null,
      city: null,
      region: null,
    })
    expect(registerErrors(link, newCompany, values)).toEqual({})
  })

  it('requires an e-mail address in the setup of the provider, and reports errors at their fields', () => {
    expect(isSetup(signUp)).toBe(true)
    const values = { ...registerValues(signUp, at), ...person, password: 'short', email: 'nobody' }
    expect(Object.keys(registerErrors({ ...link, id: 0 }, signUp, values)).sort()).toEqual([
      'company.name',
      'email',
      'password',
    ])
    values.email = 'ada@provider.example'
    expect(registerBody({ ...link, id: 0 }, signUp, values)).toMatchObject({ id: 0, email: 'ada@provider.example' })
  })
})
