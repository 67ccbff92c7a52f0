import { hardwareLive, type Contact } from '@trunkline/contract/resources/hardware-live'
import { describe, expect, it } from 'vitest'
import { schemaErrors } from '../../form/field-errors.ts'
import { contactBody, contactErrors, contactMissing, offersOf } from './contact-values.ts'
import { hardwareValues } from './hardware-values.ts'

const fingerprint = 'ab'.repeat(32)
const found: Contact = {
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

describe('a first contact', () => {
  it('sends the form as it stands, and leaves the password out where the kept one stands in', () => {
    const typed = values({ management_address: ' 192.0.2.7 ', management_user: 'panel', management_password: 'x' })
    expect(contactBody(typed, undefined)).toEqual({
      address: '192.0.2.7',
      vpn_dialup_id: null,
      protocol: 'api-ssl',
      port: null,
      user: 'panel',
      password: 'x',
    })
    expect(contactBody({ ...typed, management_password: '' }, 9)).not.toHaveProperty('password')
    expect(contactBody(typed, 9)).toMatchObject({ hardware_id: 9 })
    expect(schemaErrors(hardwareLive.test.body, contactBody(typed, 9))).toEqual({})
    expect(
      Object.keys(schemaErrors(hardwareLive.test.body, contactBody({ ...typed, management_port: 'x' }, 9))),
    ).toEqual(['port'])
  })

  it('needs a way, a user and a password, typed or kept', () => {
    expect(contactMissing(values(), false)).toEqual(['management_address', 'management_user', 'management_password'])
    const tunnel = values({ vpn_dialup_id: 4, management_user: 'panel' })
    expect(contactMissing(tunnel, true)).toEqual([])
    expect(contactMissing({ ...tunnel, remove_password: true }, true)).toEqual(['management_password'])
  })

  it('is refused at the fields of the form', () => {
    expect(contactErrors({ address: 'a', vpn_dialup_id: 'b', password: 'c' })).toEqual({
      management_address: 'a',
      vpn_dialup_id: 'b',
      management_password: 'c',
    })
  })
})

describe('what a first contact found', () => {
  it('is offered to an empty form: name, model, serial number and certificate', () => {
    expect(offersOf(found, values()).map(({ field, value, same }) => [field, value, same])).toEqual([
      ['name', 'office', false],
      ['model', 3, false],
      ['serial_number', 'HF1', false],
      ['pinned_certificate', fingerprint, false],
    ])
  })

  it('never replaces a name that somebody gave, and says where it replaces something else', () => {
    const offers = offersOf(
      found,
      values({
        name: 'Rooftop',
        model: 3,
        serial_number: 'HF2',
        // With colons and in upper case it is the same certificate.
        pinned_certificate: fingerprint.toUpperCase().replaceAll(/(..)(?=.)/g, '$1:'),
      }),
    )
    expect(offers.map(({ field, same, replaces }) => [field, same, replaces])).toEqual([
      ['model', true, false],
      ['serial_number', false, true],
      ['pinned_certificate', true, false],
    ])
  })

  it('offers nothing that was not found', () => {
    expect(
      offersOf(
        { ...found, identity: '', model_id: null, model_name: null, serial_number: null, certificate: null },
        values(),
      ),
    ).toEqual([])
  })
})
