import type { WifiBand } from '@trunkline/contract/resources/wifi-enums'
import { listOf } from '../readings/values.ts'
import type { Dialect } from './raw.ts'

/** Band of a centre frequency in MHz. */
export const bandOfFrequency = (mhz: number): WifiBand => (mhz < 3000 ? '2ghz' : mhz < 5925 ? '5ghz' : '6ghz')

/** Band of `2ghz-b/g/n`, `5ghz-ax`; null for anything else. */
export function bandOfWord(word: string | undefined): WifiBand | null {
  const found = /^([256]ghz)/.exec(word ?? '')
  return found === null ? null : (found[1] as WifiBand)
}

/** Band of a radio mode in the old controller: `gn`, `an`, `ac`. */
export const bandOfMode = (mode: string): WifiBand => (/^(b|g)/.test(mode) ? '2ghz' : '5ghz')

const steps = (from: number, to: number, by: number) =>
  Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, at) => from + at * by)
/** Centre frequencies of 20 MHz channels (IEEE 802.11, annex E). */
const centres = [
  steps(2412, 2472, 5),
  2484,
  steps(5180, 5340, 20),
  steps(5500, 5720, 20),
  steps(5745, 5885, 20),
  steps(5955, 7115, 20),
].flat()

/** Centre frequencies of `2412,2437`, and of ranges like `5170-5250:20`, which contain several channels. */
export function frequenciesOf(value: string | undefined): number[] {
  const found = listOf(value).flatMap((part) => {
    const range = /^(\d{4})-(\d{4})(?::\d+)?$/.exec(part)
    if (range !== null) return centres.filter((mhz) => mhz >= Number(range[1]) && mhz <= Number(range[2]))
    return /^\d{4}$/.test(part) ? [Number(part)] : []
  })
  return [...new Set(found)].toSorted((a, b) => a - b)
}

/**
 * Maximum channel width of a profile in MHz; null if the radio chooses. `20/40/80mhz` and `20/40mhz-XX` list the widest
 * last; the old controller has `20mhz` and an extension with one letter for each 20 MHz.
 */
export function widthOf(values: Readonly<Record<string, string>>, dialect: Dialect): number | null {
  if (dialect === 'caps-man') {
    const extension = values['channel.extension-channel']
    if (extension === undefined || extension === '') return null
    return extension === 'disabled' ? 20 : extension.length * 20
  }
  const word = dialect === 'wifi' ? values['channel.width'] : values['channel-width']
  const found = /^([\d/+]+)mhz/.exec(word ?? '')
  if (found === null) return null
  const widest = (found[1] as string).split('/').at(-1) as string
  // Two blocks of 80 MHz are 160.
  return widest.split('+').reduce((sum, part) => sum + Number(part), 0)
}

/** Maximum channel width of a band in MHz (IEEE 802.11, annex E). */
export const widestOf = (band: WifiBand | null): number => (band === '2ghz' ? 40 : 160)

/** RouterOS notation of a width. The old system can write 160 MHz only with the position of the primary block. */
export function writtenWidth(dialect: Dialect, width: number | null): Record<string, string | null> {
  const list = [20, 40, 80, 160].filter((one) => width !== null && one <= width).join('/')
  switch (dialect) {
    case 'caps-man':
      return width === null
        ? { 'control-channel-width': null, 'extension-channel': null }
        : { 'control-channel-width': '20mhz', 'extension-channel': width === 20 ? 'disabled' : 'X'.repeat(width / 20) }
    case 'wireless':
      return {
        'channel-width': width === null || width === 20 ? '20mhz' : `${list}mhz-${'X'.repeat(width / 20)}`,
      }
    case 'wifi':
      return { width: width === null ? null : `${list}mhz` }
  }
}

/** Parses the current channel of an interface: `5180/20-Ceee/ac(23dBm)`, `2412/ax`, `5180/ax/Ceee`. */
export function currentChannel(text: string | undefined): {
  frequency: number | null
  width: number | null
  txPower: number | null
} {
  const found = /^(\d{4})/.exec(text ?? '')
  if (found === null) return { frequency: null, width: null, txPower: null }
  const extension = /(?:^|[/-])([CeX]+)(?=$|[/(])/.exec((text as string).slice(4))
  const power = /\((-?\d+)dBm\)/.exec(text as string)
  return {
    frequency: Number(found[1]),
    width: extension === null ? 20 : (extension[1] as string).length * 20,
    txPower: power === null ? null : Number(power[1]),
  }
}
