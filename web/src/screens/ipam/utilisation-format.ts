import type { SubnetUsage } from '@trunkline/contract/resources/subnet-shapes'
import type { IpVersion } from '@trunkline/contract/resources/subnet-enums'
import type { TFunction } from '../../i18n/translations.ts'

/** Each measure is a part of the one before. */
export const measures = ['allocated', 'assigned', 'in_use'] as const
export type Measure = (typeof measures)[number]

/** What is counted: IPv4 addresses with their share, IPv6 allocation units, or single IPv6 addresses without a share. */
export type CountMode = 'addresses' | 'units' | 'few'

export const countModeOf = (version: IpVersion, figures: SubnetUsage): CountMode =>
  version === 'ipv4' ? 'addresses' : figures.unit.length <= 64 ? 'units' : 'few'

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const powerText = (exponent: number) => `2${[...String(exponent)].map((digit) => raised[Number(digit)]).join('')}`

/** A readable count: digits, or for 14 and more of them a power of two (`2⁵³`, `≈ 2⁷⁰`). */
export function countText(count: string | bigint, language: string): string {
  const value = BigInt(count)
  if (value < 10n ** 13n) return value.toLocaleString(language)
  const exponent = value.toString(2).length - 1
  return value === 1n << BigInt(exponent) ? powerText(exponent) : `≈ ${powerText(exponent)}`
}

/** A compact count for rows: `983K`, `16.8M`. */
export function countShort(count: string | bigint, language: string): string {
  const value = BigInt(count)
  return value < 100_000n || value >= 10n ** 13n
    ? countText(value, language)
    : new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(value)
}

/** A share of 0 to 1 in percent; 0 % and 100 % only where they are exact. */
export function shareText(share: number, language: string): string {
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
  if (share > 0 && share < 0.01) return `<${percent.format(0.01)}`
  if (share < 1 && share > 0.99) return `>${percent.format(0.99)}`
  return percent.format(share)
}

/** `1,024 addresses` */
export const addressesText = (count: string, t: TFunction, language: string): string =>
  // The number selects the plural form; `replace` is displayed.
  t('ipam:utilisation.addresses', { count: Number(count), replace: { count: countText(count, language) } })

/** `64 addresses`, or for IPv6 `4 × /64`. */
export function sizeText(
  of: { net: string; size: string; unit: { length: number; size: string } },
  t: TFunction,
  language: string,
): string {
  if (!of.net.includes(':') || of.unit.length > 64 || of.unit.size === '0') return addressesText(of.size, t, language)
  return t('ipam:utilisation.units', { total: countText(of.unit.size, language), length: of.unit.length })
}

/** One measure in full: `1,024 of 4,096 addresses`, `1,204 of 65,536 × /56`, `12 addresses`. */
export function fullText(part: Measure, figures: SubnetUsage, mode: CountMode, t: TFunction, language: string) {
  if (mode === 'few') return addressesText(figures[part], t, language)
  if (mode === 'addresses')
    return t('ipam:utilisation.addressesOf', {
      part: countText(figures[part], language),
      total: countText(figures.size, language),
    })
  return t('ipam:utilisation.unitsOf', {
    part: countText(figures.unit[part], language),
    total: countText(figures.unit.size, language),
    length: figures.unit.length,
  })
}

/** One measure in a row: a share, or a count of units or addresses. */
export const shortText = (part: Measure, figures: SubnetUsage, mode: CountMode, language: string): string =>
  mode === 'addresses'
    ? shareText(figures.share[part], language)
    : countShort(mode === 'units' ? figures.unit[part] : figures[part], language)
