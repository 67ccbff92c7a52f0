import { hardwareLive, type Contact } from '@trunkline/contract/resources/hardware-live'
import { describe, expect, it } from 'vitest'
import { schemaErrors } from '../../form/field-errors.ts'
import { testBody, formErrors, missingFields, suggestionsOf } from './connection-test-values.ts'
import { hardwareValues } from './hardware-values.ts'

const fingerprint = 'ab'.repeat(32)
const result: Contact = {
  identity: 'office',
  board: 'hAP ax3',
  serial_number: 'HF1',
  routeros_version: '7.20.1',
  uptime_seconds: 60,
  certificate: fingerprint,
  policies: ['read', 'write'],
  warnings: [],
  model_id: 3,
  model_name: 'hAP ax³',
  known_as: null,
}
const values = (more: Partial<ReturnType<typeof hardwareValues>> = {}) => ({ ...hardwareValues(), ...more })

describe('the body of a connection test', () => {
  it('has the values of the form, without a password where the stored one is used', () => {
    const typed = values({ management_address: ' 192.0.2.7 ', management_user: 'panel', management_password: 'x' })
    expect(testBody(typed, undefined)).toEqual({
      address: '192.0.2.7',
      vpn_dialup_id: null,
      protocol: 'api-ssl',
      port: null,
      user: 'panel',
      password: 'x',
    })
    expect(testBody({ ...typed, management_password: '' }, 9)).not.toHaveProperty('password')
    expect(testBody(typed, 9)).toMatchObject({ hardware_id: 9 })
    expect(schemaErrors(hardwareLive.test.body, testBody(typed, 9))).toEqual({})
    expect(Object.keys(schemaErrors(hardwareLive.test.body, testBody({ ...typed, management_port: 'x' }, 9)))).toEqual([
      'port',
    ])
  })

  it('needs an address or tunnel, a user, and an entered or stored password', () => {
    expect(missingFields(values(), false)).toEqual(['management_address', 'management_user', 'management_password'])
    const tunnel = values({ vpn_dialup_id: 4, management_user: 'panel' })
    expect(missingFields(tunnel, true)).toEqual([])
    expect(missingFields({ ...tunnel, remove_password: true }, true)).toEqual(['management_password'])
  })

  it('has its errors at the fields of the form', () => {
    expect(formErrors({ address: 'a', vpn_dialup_id: 'b', password: 'c' })).toEqual({
      management_address: 'a',
      vpn_dialup_id: 'b',
      management_password: 'c',
    })
  })
})

describe('the suggestions of a connection test', () => {
  it('are name, model, serial number and certificate for an empty form', () => {
    expect(suggestionsOf(result, values()).map(({ field, value, isSame }) => [field, value, isSame])).toEqual([
      ['name', 'office', false],
      ['model', 3, false],
      ['serial_number', 'HF1', false],
      ['pinned_certificate', fingerprint, false],
    ])
  })

  it('never replace a name that a user entered, and mark what they replace', () => {
    const suggestions = suggestionsOf(
      result,
      values({
        name: 'Rooftop',
        model: 3,
        serial_number: 'HF2',
        // With colons and in upper case it is the same certificate.
        pinned_certificate: fingerprint.toUpperCase().replaceAll(/(..)(?=.)/g, '$1:'),
      }),
    )
    expect(suggestions.map(({ field, isSame, replaces }) => [field, isSame, replaces])).toEqual([
      ['model', true, false],
      ['serial_number', false, true],
      ['pinned_certificate', true, false],
    ])
  })

  it('have only what was read', () => {
    expect(
      suggestionsOf(
        { ...result, identity: '', model_id: null, model_name: null, serial_number: null, certificate: null },
        values(),
      ),
    ).toEqual([])
  })
})
