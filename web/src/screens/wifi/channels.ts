import { wifiBands, type WifiBand } from '@trunkline/contract/resources/wifi-enums'

/** A channel of 20 MHz with its centre frequency in MHz (IEEE 802.11, annex E). */
export interface Channel {
  number: number
  frequency: number
}

const steps = (first: number, last: number, step: number) =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step)

const numbers: Record<WifiBand, readonly number[]> = {
  '2ghz': steps(1, 14, 1),
  '5ghz': [...steps(36, 64, 4), ...steps(100, 144, 4), ...steps(149, 177, 4)],
  '6ghz': steps(1, 233, 4),
}

const frequencyOf = (band: WifiBand, number: number): number => {
  if (band === '2ghz') return number === 14 ? 2484 : 2407 + 5 * number
  return (band === '5ghz' ? 5000 : 5950) + 5 * number
}

export const channelsOf: Readonly<Record<WifiBand, readonly Channel[]>> = Object.fromEntries(
  wifiBands.map((band) => [band, numbers[band].map((number) => ({ number, frequency: frequencyOf(band, number) }))]),
) as unknown as Record<WifiBand, readonly Channel[]>

/** The band of a frequency in MHz. */
export const bandOf = (frequency: number): WifiBand => (frequency < 3000 ? '2ghz' : frequency < 5945 ? '5ghz' : '6ghz')

/** `36`, or `5190 MHz` if it is not the centre of a 20 MHz channel. */
export function channelText(frequency: number): string {
  const found = channelsOf[bandOf(frequency)].find((channel) => channel.frequency === frequency)
  return found ? String(found.number) : `${frequency} MHz`
}
