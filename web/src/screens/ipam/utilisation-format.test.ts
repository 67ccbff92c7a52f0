import type { SubnetUsage } from '@trunkline/contract/resources/subnet-shapes'
import { type TFunction, Translations } from '../../i18n/translations.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import en from './texts.en.ts'
import { countShort, countText, countModeOf, shortText, fullText, shareText, sizeText } from './utilisation-format.ts'

let t: TFunction
beforeAll(async () => {
  const i18n = new Translations('en', { en: { ipam: en } })
  t = i18n.t
})

const figures = (over: Partial<SubnetUsage>): SubnetUsage => ({
  size: '256',
  allocated: '64',
  assigned: '12',
  in_use: '0',
  in_use_at: null,
  unit: { length: 32, size: '256', allocated: '64', assigned: '12', in_use: '0' },
  share: { allocated: 0.25, assigned: 12 / 256, in_use: 0 },
  ...over,
})
const v6 = (length: number, size: string, allocated: string) =>
  figures({ size: String(2n ** 72n), unit: { length, size, allocated, assigned: '3', in_use: '0' } })

describe('the utilisation of a subnet', () => {
  it('counts addresses and their share in IPv4', () => {
    const of = figures({})
    expect(fullText('allocated', of, countModeOf('ipv4', of), t, 'en')).toBe('64 of 256 addresses')
    expect(shortText('allocated', of, 'addresses', 'en')).toBe('25%')
  })

  it('counts units in IPv6', () => {
    const of = v6(56, '65536', '1204')
    expect(countModeOf('ipv6', of)).toBe('units')
    expect(fullText('allocated', of, 'units', t, 'en')).toBe('1,204 of 65,536 × /56')
    expect(shortText('allocated', of, 'units', 'en')).toBe('1,204')
  })

  it('has no share for single addresses in IPv6', () => {
    const of = v6(128, String(2n ** 64n), '12')
    expect(countModeOf('ipv6', of)).toBe('few')
    expect(fullText('assigned', of, 'few', t, 'en')).toBe('12 addresses')
    expect(shortText('assigned', of, 'few', 'en')).toBe('12')
  })

  it('is 0 % and 100 % only where exact', () => {
    expect([0, 0.0001, 0.5, 0.9999, 1].map((share) => shareText(share, 'en'))).toEqual([
      '0%',
      '<1%',
      '50%',
      '>99%',
      '100%',
    ])
  })

  it('formats counts of any size', () => {
    expect(countText('65536', 'de')).toBe('65.536')
    expect(countText(String(2n ** 53n), 'en')).toBe('2⁵³')
    expect(countText('16777216', 'en')).toBe('16,777,216')
    expect(countShort('16777216', 'en')).toBe('16.8M')
    expect(countShort(String(2n ** 53n), 'en')).toBe('2⁵³')
    expect(countText(String(2n ** 70n + 5n), 'en')).toBe('≈ 2⁷⁰')
  })

  it('formats the size of free space in addresses or units', () => {
    expect(sizeText({ net: '10.0.0.0/26', size: '64', unit: { length: 32, size: '64' } }, t, 'en')).toBe('64 addresses')
    expect(sizeText({ net: '10.0.0.1/32', size: '1', unit: { length: 32, size: '1' } }, t, 'en')).toBe('1 address')
    expect(sizeText({ net: '2001:db8::/54', size: String(2n ** 74n), unit: { length: 56, size: '4' } }, t, 'en')).toBe(
      '4 × /56',
    )
  })
})
