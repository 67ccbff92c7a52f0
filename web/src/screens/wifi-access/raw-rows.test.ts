import type { RawAccessRow } from '@trunkline/contract/resources/access-control'
import { beforeAll, describe, expect, it } from 'vitest'
import { i18n } from '../../i18n/translations.ts'
import { loadTexts, startLanguage } from '../../i18n/language.ts'
import { macSearch, macText } from './mac-address.ts'
import { kbpsOf } from './rate-field.tsx'
import { rowAfter } from './raw-form.tsx'
import { ownerOf, plainComment, rowText, shadowsOf } from './raw-text.ts'
import { rawBody, rawChanges, rawValues } from './raw-values.ts'

beforeAll(async () => {
  await startLanguage('en')
  await loadTexts(['wifi-access', 'wifi'])
})

const row = (of: Partial<RawAccessRow>): RawAccessRow => ({
  id: '*1',
  stack: 'caps-man',
  position: 1,
  mac: null,
  mac_mask: null,
  interface: null,
  signal_from: null,
  signal_to: null,
  ssid_regexp: null,
  schedule: null,
  time: null,
  action: 'accept',
  vlan_id: null,
  has_passphrase: false,
  ap_tx_limit: null,
  client_tx_limit: null,
  client_isolation: null,
  disabled: false,
  dynamic: false,
  comment: null,
  access_control_id: null,
  match_count: null,
  last_joined: null,
  ...of,
})
const textOf = (of: Partial<RawAccessRow>) => rowText(row(of), i18n.t, 'en')

describe('a typed MAC address', () => {
  it('is valid in every notation', () => {
    for (const typed of [
      '4c:5e:0c:01:02:03',
      '4C-5E-0C-01-02-03',
      '4c5e.0c01.0203',
      '4c5e0c010203',
      ' 4C:5e:0c:01:02:03 ',
    ])
      expect(macText(typed)).toBe('4C:5E:0C:01:02:03')
    for (const typed of ['', '4C:5E:0C:01:02', '4C:5E:0C:01:02:0G', 'Kim']) expect(macText(typed)).toBeUndefined()
  })

  it('is searched in the notation of the lists, a name as it is', () => {
    expect(macSearch('4c5e.0c')).toBe('4C:5E:0C')
    expect(macSearch('4c-5e-0')).toBe('4C:5E:0')
    expect(macSearch('Abe')).toBe('Abe')
    expect(macSearch('Kim’s phone ')).toBe('Kim’s phone')
  })
})

describe('a typed rate', () => {
  it('is in Mbit/s with a point or a comma', () => {
    expect(kbpsOf('2.5')).toBe(2500)
    expect(kbpsOf(' 2,5 ')).toBe(2500)
    expect(kbpsOf('')).toBeNull()
    expect(kbpsOf('fast')).toBeNaN()
  })
})

describe('a row of an access list', () => {
  it('is summed up with its conditions', () => {
    expect(textOf({ mac: '4C:5E:0C:01:02:03', action: 'reject' })).toBe('4C:5E:0C:01:02:03: reject')
    expect(
      textOf({
        interface: 'wifi1',
        signal_from: -120,
        signal_to: -80,
        schedule: { days: ['mon', 'tue', 'wed'], from: '08:00', until: '18:00' },
        vlan_id: 20,
        has_passphrase: true,
      }),
    ).toBe('interface wifi1, signal -120 to -80 dBm, Mon–Wed 08:00–18:00: accept, VLAN 20, own passphrase')
    expect(textOf({ action: 'query-radius', disabled: true })).toBe('All devices: query RADIUS (disabled)')
  })

  it('has an owner, by the mark in its comment', () => {
    expect(ownerOf(row({ access_control_id: 5, comment: 'trunkline:a5 Kim' }))).toBe('entry')
    // Its entry may have been deleted; the row is still the panel's.
    expect(ownerOf(row({ comment: 'trunkline:a5 Kim' }))).toBe('entry')
    expect(ownerOf(row({ comment: 'trunkline:h4 Guests' }))).toBe('hours')
    expect(ownerOf(row({ comment: 'trunkline is fine' }))).toBe('owner')
    expect(ownerOf(row({ dynamic: true }))).toBe('router')
    expect(plainComment(row({ comment: 'trunkline:a5 Kim' }))).toBe('Kim')
  })

  it('is never reached below a row for all devices of the same system', () => {
    const all = row({ id: '*2', position: 2, action: 'reject' })
    const rows = [
      row({ id: '*9', disabled: true }),
      row({ mac: '4C:5E:0C:01:02:03' }),
      all,
      row({ id: '*3', position: 3, mac: '4C:5E:0C:01:02:04' }),
      row({ id: '*3', stack: 'wifi-capsman' }),
    ]
    expect([...shadowsOf(rows)]).toEqual([['caps-man*3', all]])
    // A row with a signal range does not match all devices.
    expect([...shadowsOf([row({ signal_from: -80 }), row({ id: '*2' })])]).toEqual([])
  })
})

describe('the body of a row', () => {
  const rows = [row({ id: '*1' }), row({ id: '*2', mac: '4C:5E:0C:01:02:03' }), row({ id: '*3' })]
  const second = rows[1] as RawAccessRow

  it('has the filled fields and the position', () => {
    expect(rawBody({ ...rawValues({ stack: 'caps-man' }), mac: '4C:5E:0C:01:02:03', before: '*3' })).toEqual({
      stack: 'caps-man',
      mac: '4C:5E:0C:01:02:03',
      action: 'reject',
      disabled: false,
      before: '*3',
    })
  })

  it('has the changed fields with their former values', () => {
    const base = rawValues(second, rowAfter(rows, second))
    expect(base.before).toBe('*3')
    expect(rawChanges('*2', base, base)).toBeUndefined()
    expect(rawChanges('*2', base, { ...base, comment: 'printer', before: 'end' })).toEqual({
      id: '*2',
      stack: 'caps-man',
      comment: 'printer',
      before: null,
      seen: { mac: '4C:5E:0C:01:02:03', action: 'accept', comment: null },
    })
    expect(rawChanges('*2', base, { ...base, mac: '' })).toEqual({
      id: '*2',
      stack: 'caps-man',
      mac: null,
      seen: { mac: '4C:5E:0C:01:02:03', action: 'accept' },
    })
  })
})
