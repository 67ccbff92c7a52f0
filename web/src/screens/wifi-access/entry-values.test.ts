import type { AccessEntry } from '@trunkline/contract/resources/access-control'
import { accessControl } from '@trunkline/contract/resources/access-control'
import { describe, expect, it } from 'vitest'
import { schemaErrors } from '../../form/field-errors.ts'
import { entryBody, entryChanges, entryValues } from './entry-values.ts'

const entry: AccessEntry = {
  id: 5,
  site_id: 3,
  site_name: 'Harbour office',
  company_id: 40,
  company_name: 'North Reseller',
  position: 1,
  mac: '4C:5E:0C:01:02:03',
  name: 'Kim’s phone',
  action: 'allow',
  schedule: { days: ['mon', 'tue'], from: '08:00', until: '18:00' },
  rate_down_kbps: 2000,
  rate_up_kbps: null,
  vlan_id: 20,
  note: null,
  is_enabled: true,
  has_passphrase: true,
  vendor: null,
  state: 'same',
  applied: [],
  is_registered: false,
  created_at: '2026-03-04T10:00:00.000Z',
  updated_at: '2026-03-04T10:00:00.000Z',
  version: 7,
}

describe('the body of an entry', () => {
  it('is undefined if nothing was changed', () => {
    expect(entryChanges(entry, entryValues(entry))).toBeUndefined()
    expect(entryChanges(entry, { ...entryValues(entry), name: ' Kim’s phone ' })).toBeUndefined()
  })

  it('has the changed fields and the version', () => {
    expect(entryChanges(entry, { ...entryValues(entry), note: 'lost', scheduled: false })).toEqual({
      id: 5,
      version: 7,
      note: 'lost',
      schedule: null,
    })
  })

  it('removes rates, VLAN and passphrase of a blocked device', () => {
    expect(entryChanges(entry, { ...entryValues(entry), action: 'block' })).toEqual({
      id: 5,
      version: 7,
      action: 'block',
      rate_down_kbps: null,
      vlan_id: null,
      passphrase: null,
    })
  })

  it('keeps the passphrase unless it is replaced or removed', () => {
    const typed = { ...entryValues(entry), passphrase: 'another one' }
    expect(entryChanges(entry, typed)).toEqual({ id: 5, version: 7, passphrase: 'another one' })
    const removed = { ...entryValues(entry), remove_passphrase: true }
    expect(entryChanges(entry, removed)).toEqual({ id: 5, version: 7, passphrase: null })
    // Without a stored passphrase there is none to remove.
    expect(entryChanges({ ...entry, has_passphrase: false }, removed)).toBeUndefined()
  })

  it('of a new blocked device is valid without rates, VLAN and passphrase', () => {
    const start = entryValues({ mac: '4c-5e-0c-01-02-03', name: 'Kim’s phone' })
    const body = entryBody({ ...start, rate_down_kbps: 4000, passphrase: 'left over', vlan_id: 7 })
    expect(body).toEqual({
      mac: '4c-5e-0c-01-02-03',
      name: 'Kim’s phone',
      action: 'block',
      schedule: null,
      rate_down_kbps: null,
      rate_up_kbps: null,
      vlan_id: null,
      note: null,
      is_enabled: true,
    })
    expect(schemaErrors(accessControl.store.body, body)).toEqual({})
  })

  it('has errors at the fields of the form', () => {
    const bad = { ...entryValues({ mac: '4C5E', action: 'allow' }), scheduled: true, passphrase: 'short' }
    const body = entryBody({ ...bad, schedule: { days: [], from: '25:00', until: '08:00' } })
    expect(Object.keys(schemaErrors(accessControl.store.body, body)).sort()).toEqual([
      'mac',
      'name',
      'passphrase',
      'schedule.days',
      'schedule.from',
    ])
  })
})
