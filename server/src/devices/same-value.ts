import { secondsOf } from './readings/values.ts'

/**
 * Whether a property that was read back equals the written value. RouterOS returns values in its own notation: `1800`,
 * `30m` and `00:30:00` are the same time, `yes` is `true`, `2MiB` is `2048KiB`, `10.0.0.1/32` is `10.0.0.1`, and
 * default values are omitted.
 * @param is undefined if the property was omitted
 */
export function sameValue(wanted: string | number | boolean | null, is: string | undefined): boolean {
  const stated = is ?? ''
  if (wanted === null || wanted === '') return stated === '' || stated === 'none'
  if (typeof wanted === 'boolean') return wanted ? on(stated) : off(stated)
  const text = String(wanted)
  if (text === stated) return true
  if (off(text) && off(stated)) return true
  if (text === 'none' && stated === '') return true
  const [a, b] = [partsOf(text), partsOf(stated)]
  return a.length === b.length && a.every((part, at) => samePart(part, b[at] as string))
}

const on = (text: string) => text === 'true' || text === 'yes'
const off = (text: string) => text === 'false' || text === 'no' || text === ''
const partsOf = (text: string) => text.split(/[,/]/).map((part) => part.trim())

function samePart(a: string, b: string): boolean {
  if (canonical(a) === canonical(b)) return true
  // RouterOS returns a unit of KiB for numbers that it accepts without: `cache-size` of the DNS settings.
  if (/^\d+$/.test(a) && b === `${a}KiB`) return true
  // If one value is a time, a bare number is in seconds.
  const [seconds, others] = [secondsOf(a), secondsOf(b)]
  return (/^\d+$/.test(a) && others === Number(a)) || (/^\d+$/.test(b) && seconds === Number(b))
}

const scale: Record<string, number> = { k: 1e3, m: 1e6, g: 1e9 }

function canonical(text: string): string {
  const lower = text.toLowerCase()
  if (lower === 'yes' || lower === 'no') return lower === 'yes' ? 'true' : 'false'
  const seconds = secondsOf(text)
  if (seconds !== null) return `${seconds} s`
  const size = /^(\d+(?:\.\d+)?)\s*([kmg])ib$/.exec(lower)
  if (size !== null) return `${Number(size[1]) * 1024 ** ('kmg'.indexOf(size[2] as string) + 1)} B`
  const rate = /^(\d+)([kmg])$/.exec(lower)
  if (rate !== null) return String(Number(rate[1]) * (scale[rate[2] as string] as number))
  const range = /^([\d.]+)-\1$/.exec(text)
  return range !== null ? (range[1] as string) : lower
}

/** As `sameValue`, for prefixes: `10.0.0.1/32` is `10.0.0.1`. */
export const sameProperty = (wanted: string | number | boolean | null, is: string | undefined): boolean =>
  sameValue(wanted, is) || (typeof wanted === 'string' && is !== undefined && withoutHost(wanted) === withoutHost(is))
const withoutHost = (text: string) => text.replace(/^([\d.]+)\/32$/, '$1')

/** The value of a secret for a login without the policy `sensitive`: its real value is unknown. */
export const isHidden = (text: string | undefined): boolean => text === undefined || text === '' || /^\*+$/.test(text)
