import { message } from '@trunkline/contract/errors'
import { wifi } from '@trunkline/contract/resources/wifi'
import { describe, expect, it } from 'vitest'
import { textOf } from '../../i18n/messages.ts'
import { schemaErrors } from '../../form/field-errors.ts'
import { emptyValues, foundBody, networkErrors, networkValues, storeBody, updateBody } from './network-values.ts'
import { foundRow, settingRow } from '../../testing/wifi-samples.ts'

describe('the form of a network', () => {
  it('starts with the best encryption that old devices support', () => {
    expect(emptyValues('9/wifi-capsman', ['open', 'wpa2', 'wpa2-wpa3', 'wpa3']).encryption).toBe('wpa2-wpa3')
    expect(emptyValues('9/caps-man', ['open', 'wpa-wpa2', 'wpa2']).encryption).toBe('wpa2')
  })

  it('sends a valid body', () => {
    const values = { ...emptyValues('9/wifi-capsman', ['wpa2']), ssid: 'Harbour', passphrase: 'quay-side-11' }
    const body = storeBody(values, { push: true })
    expect(schemaErrors(wifi.store.body, body)).toEqual({})
    expect(body).toMatchObject({ hardware_id: 9, stack: 'wifi-capsman', passphrase: 'quay-side-11', push: true })
  })

  it('sends no passphrase without an encryption that needs one, and no hours without a guest network', () => {
    const values = {
      ...emptyValues('9/wifi-capsman', ['owe']),
      ssid: 'Harbour',
      encryption: 'owe' as const,
      passphrase: 'quay-side-11',
      scheduled: true,
    }
    const body = storeBody(values, { push: false })
    expect(body).not.toHaveProperty('passphrase')
    expect(body.schedule).toBeNull()
  })

  it('sends the changed fields and the version', () => {
    const before = networkValues(settingRow(), ['wpa2'])
    expect(updateBody(before, { ...before, hidden: true, vlan_id: 30 }, true)).toEqual({
      hidden: true,
      vlan_id: 30,
      version: 4,
      push: true,
    })
  })

  it('requires a passphrase if none is stored', () => {
    const values = { ...emptyValues('9/wifi-capsman', ['wpa2']), ssid: 'Harbour' }
    expect(networkErrors(values, false)).toEqual({
      passphrase: textOf(message('wifi.passphrase_required')),
    })
    expect(networkErrors(values, true)).toEqual({})
    expect(networkErrors({ ...values, encryption: 'open' }, false)).toEqual({})
  })

  it('rejects hours that end when they start', () => {
    const values = { ...emptyValues('9/wifi-capsman', ['open']), is_guest: true, scheduled: true }
    const schedule = { ...values.schedule, from: '08:00', until: '08:00' }
    expect(Object.keys(networkErrors({ ...values, encryption: 'open', schedule }, false))).toEqual(['schedule.until'])
  })

  it('adopts a found network unchanged, unless its encryption is not supported', () => {
    const body = foundBody(foundRow())
    expect(body).toMatchObject({ adopt: 'cfg-lab', ssid: 'Lab', encryption: 'wpa2', push: false })
    expect(schemaErrors(wifi.store.body, body)).toEqual({})
    expect(foundBody(foundRow({ encryption: null }))).toBeUndefined()
  })
})
