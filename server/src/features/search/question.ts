import { formatAddress, tryAddress, tryPrefix, type Address } from '@trunkline/contract/net'

/** What a typed text can mean. Parts that do not apply are undefined. */
export interface Question {
  /** The text without its time. */
  text: string
  /** 6 to 12 hexadecimal digits in lower case: a MAC address or a part of one, typed in any notation. */
  mac: string | undefined
  /** A whole IP address. */
  address: (Address & { text: string }) | undefined
  /** The start and the end of the moment in question, as local time of the caller (`2026-11-20 14:00:00`). */
  at: { from: string; to: string } | undefined
  /** Digits of a phone number without the prefixes of a trunk or of an international call. */
  phone: string | undefined
  /**
   * Texts in lower case of which a row contains one; empty: all words of `text` occur somewhere in the row. The forms of
   * `search_text` (db/migrations/0076_search.sql).
   */
  patterns: readonly string[]
}

/** Groups of a MAC address by separator; the last group may be incomplete. */
const macNotations = [
  /^(?:[0-9a-f]{2}:){1,5}[0-9a-f]{0,2}$/,
  /^(?:[0-9a-f]{2}-){1,5}[0-9a-f]{0,2}$/,
  /^(?:[0-9a-f]{2} ){1,5}[0-9a-f]{1,2}$/,
  /^(?:[0-9a-f]{4}\.){1,2}[0-9a-f]{0,4}$/,
  /^(?:[0-9a-f]{4}-){1,2}[0-9a-f]{0,4}$/,
  /^[0-9a-f]{6}[-:][0-9a-f]{0,6}$/,
  /^[0-9a-f]{6,12}$/,
]

function macDigits(lower: string): string | undefined {
  if (!macNotations.some((notation) => notation.test(lower))) return undefined
  const digits = lower.replace(/[^0-9a-f]/g, '')
  return digits.length >= 6 && digits.length <= 12 ? digits : undefined
}

/** Five digits at least: a shorter part is found as text. */
function phoneDigits(text: string): string | undefined {
  if (!/^\+?[\d\s()/.-]+$/.test(text) || /\.\d+\./.test(text)) return undefined
  // A trunk prefix in parentheses is not dialled from abroad: +44 (0)113.
  const digits = text.replace(/\(0\)/g, '').replace(/[^\d+]/g, '')
  const national = digits.replace(/^\+/, '').replace(/^00/, '').replace(/^0/, '')
  return national.length >= 5 ? national : undefined
}

const pad = (text: string | undefined, fallback: string) => (text ?? fallback).padStart(2, '0')

/** `2026-11-20 14:00`, `2026-11-20T14:00:05`, `20.11.2026 14:00`; a day without a time is the whole day. */
function momentOf(text: string): Question['at'] {
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text)
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text)
  const [year, month, day, ...clock] = iso
    ? iso.slice(1)
    : german
      ? [german[3], german[2], german[1], ...german.slice(4)]
      : []
  if (year === undefined) return undefined
  const date = `${year}-${pad(month, '')}-${pad(day, '')}`
  const [hour, minute, second] = clock
  const at = `${date} ${pad(hour, '0')}:${pad(minute, '0')}:${pad(second, '0')}`
  // Dates that do not exist (30 February, the year 0) would be an error of the database.
  if (Number(year) < 1970) return undefined
  if (new Date(`${at.replace(' ', 'T')}Z`).toJSON()?.slice(0, 19).replace('T', ' ') !== at) return undefined
  return { from: at, to: hour === undefined ? `${date} 23:59:59` : at }
}

const spelledOut = (address: Address) => ({ ...address, text: formatAddress(address) })

/** Reads what was typed in the search field. */
export function readQuestion(typed: string): Question {
  const text = typed.trim().replace(/\s+/g, ' ')
  const timed = /^(\S+?),? (?:(?:at|on|am|um) )?([\d].*)$/i.exec(text)
  const [, before = '', after = ''] = timed ?? []
  const timedAddress = timed ? tryAddress(before) : undefined
  const at = timedAddress && momentOf(after.replace(/ (?:at|um) /i, ' '))
  if (timedAddress && at) {
    const address = spelledOut(timedAddress)
    return { text: address.text, mac: undefined, address, at, phone: undefined, patterns: [address.text] }
  }
  const lower = text.toLowerCase()
  const address = tryAddress(text)
  if (address) {
    const one = spelledOut(address)
    return {
      text,
      mac: undefined,
      address: one,
      at: undefined,
      phone: undefined,
      patterns: [...new Set([lower, one.text])],
    }
  }
  const mac = macDigits(lower)
  const phone = tryPrefix(text) === undefined ? phoneDigits(text) : undefined
  const others = [mac, phone].filter((one) => one !== undefined)
  return {
    text,
    mac,
    address: undefined,
    at: undefined,
    phone,
    patterns: others.length === 0 ? [] : [...new Set([lower, ...others])],
  }
}

const grouped = (digits: string, size: number, separator: string, first = size) =>
  [digits.slice(0, first), ...(digits.slice(first).match(new RegExp(`.{1,${size}}`, 'g')) ?? [])].join(separator)

/**
 * The spellings of a MAC address, or of a part that starts at an octet, that NAS devices send as Calling-Station-Id (RFC
 * 3580, 3.21 and vendors), in lower case.
 */
export const macSpellings = (digits: string): string[] => [
  ...new Set([
    digits,
    grouped(digits, 2, ':'),
    grouped(digits, 2, '-'),
    grouped(digits, 4, '.'),
    grouped(digits, 4, '-'),
    grouped(digits, 6, '-'),
    ...(digits.length < 12 ? [grouped(digits, 4, '.', 2), grouped(digits, 4, '-', 2)] : []),
  ]),
]
