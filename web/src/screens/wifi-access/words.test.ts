import type { RawAccessRow } from '@trunkline/contract/resources/access-control'
import { beforeAll, describe, expect, it } from 'vitest'
import { i18n } from '../../i18n/translations.ts'
import { loadTexts, startLanguage } from '../../i18n/language.ts'
import { macSearch, macText } from './mac-text.ts'
import { kbpsOf } from './rate-field.tsx'
import { behind } from './raw-form.tsx'
import { emptyRaw, rawBody, rawChange, rawValues } from './raw-values.ts'
import { ownerOf, plainComment, rowWords, shadowsOf } from './raw-words.ts'
import { hoursKind } from './schedule-text.ts'

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
const words = (of: Partial<RawAccessRow>) => rowWords(row(of), i18n.t, 'en')

describe('a MAC address as it is typed', () => {
  it('is read in every notation, and in no other', () => {
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

  it('is searched for as lists write it, and a name as a name', () => {
    expect(macSearch('4c5e.0c')).toBe('4C:5E:0C')
    expect(macSearch('4c-5e-0')).toBe('4C:5E:0')
    expect(macSearch('Abe')).toBe('Abe')
    expect(macSearch('Kim’s phone ')).toBe('Kim’s phone')
  })
})

describe('a rate as it is typed', () => {
  it('is Mbit/s with a point or a comma', () => {
    expect(kbpsOf('2.5')).toBe(2500)
    expect(kbpsOf(' 2,5 ')).toBe(2500)
    expect(kbpsOf('')).toBeNull()
    expect(kbpsOf('fast')).toBeNaN()
  })
})

describe('hours', () => {
  it('are those of a day, go over midnight, or round the clock', () => {
    expect(hoursKind({ from: '08:00', until: '18:00' })).toBe('day')
    expect(hoursKind({ from: '22:00', until: '06:00' })).toBe('overnight')
    expect(hoursKind({ from: '08:00', until: '00:00' })).toBe('day')
    expect(hoursKind({ from: '08:00', until: '08:00' })).toBe('round')
  })
})

describe('what a row of a device does', () => {
  it('is said with all that has to be so for it', () => {
    expect(words({ mac: '4C:5E:0C:01:02:03', action: 'reject' })).toBe('4C:5E:0C:01:02:03: turned away')
    expect(
      words({
        interface: 'wifi1',
        signal_from: -120,
        signal_to: -80,
        schedule: { days: ['mon', 'tue', 'wed'], from: '08:00', until: '18:00' },
        vlan_id: 20,
        has_passphrase: true,
      }),
    ).toBe('on wifi1, signal from -120 to -80 dBm, Mon–Wed 08:00–18:00: let in, into VLAN 20, with its own passphrase')
    expect(words({ action: 'query-radius', disabled: true })).toBe('Every device: RADIUS is asked (switched off)')
  })

  it('tells whose it is by its mark', () => {
    expect(ownerOf(row({ access_control_id: 5, comment: 'trunkline:a5 Kim' }))).toBe('entry')
    // Its entry may have gone meanwhile: it is the panel's all the same.
    expect(ownerOf(row({ comment: 'trunkline:a5 Kim' }))).toBe('entry')
    expect(ownerOf(row({ comment: 'trunkline:h4 Guests' }))).toBe('hours')
    expect(ownerOf(row({ comment: 'trunkline is fine' }))).toBe('owner')
    expect(ownerOf(row({ dynamic: true }))).toBe('router')
    expect(plainComment(row({ comment: 'trunkline:a5 Kim' }))).toBe('Kim')
  })

  it('is nothing below a row that decides for everybody in the same system', () => {
    const all = row({ id: '*2', position: 2, action: 'reject' })
    const rows = [
      row({ id: '*9', disabled: true }),
      row({ mac: '4C:5E:0C:01:02:03' }),
      all,
      row({ id: '*3', position: 3, mac: '4C:5E:0C:01:02:04' }),
      row({ id: '*3', stack: 'wifi-capsman' }),
    ]
    expect([...shadowsOf(rows)]).toEqual([['caps-man*3', all]])
    // One that goes by its signal does not decide for everybody.
    expect([...shadowsOf([row({ signal_from: -80 }), row({ id: '*2' })])]).toEqual([])
  })
})

describe('a row of a device as its form sends it', () => {
  const rows = [row({ id: '*1' }), row({ id: '*2', mac: '4C:5E:0C:01:02:03' }), row({ id: '*3' })]
  const second = rows[1] as RawAccessRow

  it('is what was filled in, and its place', () => {
    expect(rawBody({ ...emptyRaw('caps-man'), mac: '4C:5E:0C:01:02:03', before: '*3' })).toEqual({
      stack: 'caps-man',
      mac: '4C:5E:0C:01:02:03',
      action: 'reject',
      disabled: false,
      before: '*3',
    })
  })

  it('is what was changed, with what was seen', () => {
    const base = rawValues(second, behind(rows, second))
    expect(base.before).toBe('*3')
    expect(rawChange('*2', base, base)).toBeUndefined()
    expect(rawChange('*2', base, { ...base, comment: 'printer', before: 'end' })).toEqual({
      id: '*2',
      stack: 'caps-man',
      comment: 'printer',
      before: null,
      seen: { mac: '4C:5E:0C:01:02:03', action: 'accept', comment: null },
    })
    expect(rawChange('*2', base, { ...base, mac: '' })).toEqual({
      id: '*2',
      stack: 'caps-man',
      mac: null,
      seen: { mac: '4C:5E:0C:01:02:03', action: 'accept' },
    })
  })
})
