import type { SubnetUsage } from '@trunkline/contract/resources/subnet-shapes'
import type { IpVersion } from '@trunkline/contract/resources/subnet-enums'
import type { TFunction } from '../../i18n/translations.ts'

/** The three figures, in the order in which each is part of the one before. */
export const figureParts = ['allocated', 'assigned', 'in_use'] as const
export type FigurePart = (typeof figureParts)[number]

/** What a figure counts: IPv4 addresses with their share, IPv6 units, or single IPv6 addresses, of which no share is told. */
export type FigureMode = 'addresses' | 'units' | 'few'

export const figureMode = (version: IpVersion, figures: SubnetUsage): FigureMode =>
  version === 'ipv4' ? 'addresses' : figures.unit.length <= 64 ? 'units' : 'few'

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const powerText = (exponent: number) => `2${[...String(exponent)].map((digit) => raised[Number(digit)]).join('')}`

/** A count as somebody reads it: its digits, and where they are too many its power of two (`2⁵³`, `≈ 2⁷⁰`). */
export function countText(count: string | bigint, language: string): string {
  const value = BigInt(count)
  if (value < 10n ** 13n) return value.toLocaleString(language)
  const exponent = value.toString(2).length - 1
  return value === 1n << BigInt(exponent) ? powerText(exponent) : `≈ ${powerText(exponent)}`
}

/** The same as a row has room for it: `983K`, `16.8M`. */
export function countShort(count: string | bigint, language: string): string {
  const value = BigInt(count)
  return value < 100_000n || value >= 10n ** 13n
    ? countText(value, language)
    : new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(value)
}

/** A share of 0 to 1 in percent, which says 0 and 100 only where it is exactly so. */
export function shareText(share: number, language: string): string {
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
  if (share > 0 && share < 0.01) return `<${percent.format(0.01)}`
  if (share < 1 && share > 0.99) return `>${percent.format(0.99)}`
  return percent.format(share)
}

/** How many addresses, in words. */
export const addressesText = (count: string, t: TFunction, language: string): string =>
  // The number of the plural form; the one that is shown is the text.
  t('ipam:figures.addresses', { count: Number(count), replace: { count: countText(count, language) } })

/** `64 addresses`, or for IPv6 `4 × /64`. */
export function sizeText(
  of: { net: string; size: string; unit: { length: number; size: string } },
  t: TFunction,
  language: string,
): string {
  if (!of.net.includes(':') || of.unit.length > 64 || of.unit.size === '0') return addressesText(of.size, t, language)
  return t('ipam:figures.units', { total: countText(of.unit.size, language), length: of.unit.length })
}

/** One figure in full: `1,024 of 4,096 addresses`, `1,204 of 65,536 × /56`, `12 addresses`. */
export function figureText(part: FigurePart, figures: SubnetUsage, mode: FigureMode, t: TFunction, language: string) {
  if (mode === 'few') return addressesText(figures[part], t, language)
  if (mode === 'addresses')
    return t('ipam:figures.addressesOf', {
      part: countText(figures[part], language),
      total: countText(figures.size, language),
    })
  return t('ipam:figures.unitsOf', {
    part: countText(figures.unit[part], language),
    total: countText(figures.unit.size, language),
    length: figures.unit.length,
  })
}

/** One figure as a row has room for it: a share, or a count of units or addresses. */
export const figureShort = (part: FigurePart, figures: SubnetUsage, mode: FigureMode, language: string): string =>
  mode === 'addresses'
    ? shareText(figures.share[part], language)
    : countShort(mode === 'units' ? figures.unit[part] : figures[part], language)
