import { wifi } from '@trunkline/contract/resources/wifi'
import { describe, expect, it } from 'vitest'
import { schemaErrors } from '../../form/field-errors.ts'
import { emptyValues, foundBody, networkErrors, networkValues, storeBody, updateBody } from './network-values.ts'
import { foundRow, settingRow } from '../../testing/wifi-samples.ts'

describe('the form of a network', () => {
  it('starts from the best encryption that old devices get along with', () => {
    expect(emptyValues('9/wifi-capsman', ['open', 'wpa2', 'wpa2-wpa3', 'wpa3']).encryption).toBe('wpa2-wpa3')
    expect(emptyValues('9/caps-man', ['open', 'wpa-wpa2', 'wpa2']).encryption).toBe('wpa2')
  })

  it('sends a body that the contract takes', () => {
    const values = { ...emptyValues('9/wifi-capsman', ['wpa2']), ssid: 'Harbour', passphrase: 'quay-side-11' }
    const body = storeBody(values, { push: true })
    expect(schemaErrors(wifi.store.body, body)).toEqual({})
    expect(body).toMatchObject({ hardware_id: 9, stack: 'wifi-capsman', passphrase: 'quay-side-11', push: true })
  })

  it('sends no passphrase with an encryption that needs none, and no hours of what is not for visitors', () => {
    const values = {
      ...emptyValues('9/wifi-capsman', ['owe']),
      ssid: 'Harbour',
      encryption: 'owe' as const,
      passphrase: 'quay-side-11',
      has_hours: true,
    }
    const body = storeBody(values, { push: false })
    expect(body).not.toHaveProperty('passphrase')
    expect(body.schedule).toBeNull()
  })

  it('sends of a known network what has changed, and its version', () => {
    const before = networkValues(settingRow(), ['wpa2'])
    expect(updateBody(before, { ...before, hidden: true, vlan_id: 30 }, true)).toEqual({
      hidden: true,
      vlan_id: 30,
      version: 4,
      push: true,
    })
  })

  it('needs a passphrase where none is kept', () => {
    const values = { ...emptyValues('9/wifi-capsman', ['wpa2']), ssid: 'Harbour' }
    expect(networkErrors(values, false)).toEqual({ passphrase: 'This encryption needs a passphrase.' })
    expect(networkErrors(values, true)).toEqual({})
    expect(networkErrors({ ...values, encryption: 'open' }, false)).toEqual({})
  })

  it('refuses hours that end when they begin', () => {
    const values = { ...emptyValues('9/wifi-capsman', ['open']), is_guest: true, has_hours: true }
    const schedule = { ...values.schedule, from: '08:00', until: '08:00' }
    expect(Object.keys(networkErrors({ ...values, encryption: 'open', schedule }, false))).toEqual(['schedule.until'])
  })

  it('takes a found network as it is, unless the panel has no word for its encryption', () => {
    const body = foundBody(foundRow())
    expect(body).toMatchObject({ adopt: 'cfg-lab', ssid: 'Lab', encryption: 'wpa2', push: false })
    expect(schemaErrors(wifi.store.body, body)).toEqual({})
    expect(foundBody(foundRow({ encryption: null }))).toBeUndefined()
  })
})
