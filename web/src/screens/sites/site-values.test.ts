import { sites, type Site } from '@trunkline/contract/resources/site'
import { describe, expect, it } from 'vitest'
import { positionOf, siteBody, siteChanges, siteErrors, siteValues } from './site-values.ts'

const site = {
  id: 3,
  name: 'Mill',
  company_id: 9,
  city: 'Ulm',
  latitude: 48.4,
  longitude: 10,
  time_zone: 'Europe/Berlin',
  countyIsoCode: 'DE',
  version: 4,
} as Site

describe('the form of a site', () => {
  it('sends a typed position in degrees, in a valid body', () => {
    const values = {
      ...siteValues(),
      name: ' Mill ',
      company_id: 9,
      latitude: "48° 24' N",
      longitude: '10,5',
      contact_email: '',
    }
    expect(siteBody(values)).toMatchObject({
      name: 'Mill',
      company_id: 9,
      latitude: 48.4,
      longitude: 10.5,
      city: null,
      contact_email: null,
    })
    expect(siteBody(values)).not.toHaveProperty('time_zone')
    expect(sites.store.body?.safeParse(siteBody(values)).success).toBe(true)
  })

  it('sends changed fields only, latitude and longitude together', () => {
    const values = siteValues(site)
    expect(siteChanges(values, { ...values })).toBeUndefined()
    // The same position in another notation is no change.
    expect(siteChanges(values, { ...values, latitude: '48 24 0 N', longitude: '10,0' })).toBeUndefined()
    expect(siteChanges(values, { ...values, longitude: '11' })).toEqual({ latitude: 48.4, longitude: 11, version: 4 })
    expect(siteChanges(values, { ...values, latitude: '', longitude: '' })).toEqual({
      latitude: null,
      longitude: null,
      version: 4,
    })
    expect(siteChanges(values, { ...values, city: ' ' })).toEqual({ city: null, version: 4 })
  })

  it('reports errors of a position', () => {
    const values = siteValues(site)
    expect(siteErrors(values, false)).toEqual({})
    expect(siteErrors({ ...values, latitude: '' }, false)).toEqual({ latitude: 'half' })
    expect(siteErrors({ ...values, latitude: '91', longitude: 'east' }, false)).toEqual({
      latitude: 'range',
      longitude: 'form',
    })
    expect(siteErrors({ ...values, latitude: '12 E', longitude: '10 70' }, false)).toEqual({
      latitude: 'axis',
      longitude: 'sixty',
    })
    expect(siteErrors(siteValues(), true)).toEqual({ company_id: 'company' })
    expect(positionOf({ latitude: '1', longitude: '' })).toBeNull()
  })
})
