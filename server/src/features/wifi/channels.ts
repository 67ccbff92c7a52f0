import type { WifiBand } from '@trunkline/contract/resources/wifi-enums'

/** The band of a centre frequency in MHz (IEEE 802.11, annex E); undefined outside all bands. */
export function bandOf(mhz: number): WifiBand | undefined {
  if (mhz >= 2400 && mhz <= 2500) return '2ghz'
  if (mhz >= 5150 && mhz <= 5895) return '5ghz'
  if (mhz >= 5935 && mhz <= 7125) return '6ghz'
  return undefined
}

/** Countries and territories under FCC rules: access points may not use channels 12 and 13. */
const fcc = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP', 'UM'])

/**
 * Countries under Commission Implementing Decision (EU) 2021/1067: only the lower part of the 6 GHz band is allowed.
 */
const cept = new Set(
  'AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
)

/**
 * Whether a country certainly forbids a channel. Uncertain cases are allowed, because rules change and each radio
 * enforces those of its own regulatory database. 2484 MHz is allowed only in Japan (ARIB STD-T66), channels 12 and 13
 * are forbidden in the United States (47 CFR 15.247 and 15.205), Japan allows nothing above 5725 MHz (ARIB STD-T71),
 * China nothing between 5350 and 5725 MHz and no 6 GHz.
 */
export function isForbidden(country: string, mhz: number): boolean {
  if (mhz === 2484) return country !== 'JP'
  if (mhz > 2462 && mhz <= 2500) return fcc.has(country)
  if (mhz > 5725 && mhz <= 5895) return country === 'JP'
  if (mhz > 5350 && mhz <= 5725) return country === 'CN'
  if (mhz >= 5935) return country === 'CN' || (cept.has(country) && mhz > 6425)
  return false
}

/** Whether a country certainly forbids a whole band. */
export const isBandForbidden = (country: string, band: WifiBand): boolean => band === '6ghz' && country === 'CN'
