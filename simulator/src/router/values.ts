import { Trap } from './trap.ts'
import type { PropertyType } from './schema.ts'
import type { Version } from './version.ts'

const units = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const

/** Milliseconds of `1d2h`, `00:10:00`, `1d02:03:04`, `250ms`, `30`; undefined for other text. */
export function parseDuration(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const clock = /^(?:(?:(\d+)w)?(?:(\d+)d)?)(\d+):(\d\d)(?::(\d\d))?$/.exec(text)
  if (clock) {
    const [, weeks = '0', days = '0', hours = '0', minutes = '0', seconds = '0'] = clock
    return (
      Number(weeks) * units.w +
      Number(days) * units.d +
      Number(hours) * units.h +
      Number(minutes) * units.m +
      Number(seconds) * units.s
    )
  }
  if (!/^(\d+(ms|[wdhms]))+$/.test(text)) return undefined
  let total = 0
  for (const [, amount, unit] of text.matchAll(/(\d+)(ms|[wdhms])/g)) {
    total += Number(amount) * units[unit as keyof typeof units]
  }
  return total
}

/** `2w1d3h`, `1s150ms`, `0s`. */
export function formatDuration(milliseconds: number): string {
  let rest = Math.max(0, Math.floor(milliseconds))
  let text = ''
  for (const [unit, size] of Object.entries(units)) {
    const amount = Math.floor(rest / size)
    rest -= amount * size
    if (amount > 0) text += `${amount}${unit}`
  }
  return text === '' ? '0s' : text
}

/** The other format of RouterOS 6: `14:40:26`, `1d02:03:04`. */
export function formatClock(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const days = Math.floor(seconds / 86_400)
  const parts = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
  return `${days > 0 ? `${days}d` : ''}${parts.map((part) => String(part).padStart(2, '0')).join(':')}`
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const two = (value: number): string => String(value).padStart(2, '0')

/** `2024-05-17`, before 7.10 `may/17/2024`. Milliseconds since 1970; the routers' clocks are in UTC. */
export function formatDate(version: Version, at: number): string {
  const date = new Date(at)
  if (version.has('isoDates')) {
    return `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
  }
  return `${months[date.getUTCMonth()]}/${two(date.getUTCDate())}/${date.getUTCFullYear()}`
}

export function formatTime(at: number): string {
  const date = new Date(at)
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`
}

export const formatDateTime = (version: Version, at: number): string => `${formatDate(version, at)} ${formatTime(at)}`

/** An IPv4 address as a number; undefined for other text. */
export function parseAddress(text: string): number | undefined {
  const parts = text.split('.')
  if (parts.length !== 4) return undefined
  let value = 0
  for (const part of parts) {
    if (!/^\d{1,3}$/.test(part) || Number(part) > 255) return undefined
    value = value * 256 + Number(part)
  }
  return value
}

export const formatAddress = (value: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.')

export interface Prefix {
  address: number
  length: number
}

/** `10.0.0.1/24`; without a length it is a single address. */
export function parsePrefix(text: string): Prefix | undefined {
  const [host = '', length] = text.split('/')
  const address = parseAddress(host)
  if (address === undefined || (length !== undefined && !/^\d{1,2}$/.test(length))) return undefined
  const bits = length === undefined ? 32 : Number(length)
  return bits > 32 ? undefined : { address, length: bits }
}

export const networkOf = (prefix: Prefix): number =>
  Math.floor(prefix.address / 2 ** (32 - prefix.length)) * 2 ** (32 - prefix.length)

export const contains = (prefix: Prefix, address: number): boolean =>
  networkOf({ address, length: prefix.length }) === networkOf(prefix)

/** Whether a list such as `10.0.0.0/8,192.168.1.1` contains an address; an empty list contains all. */
export function listHolds(list: string | undefined, address: string): boolean {
  if (list === undefined || list === '') return true
  const wanted = parseAddress(address.replace(/^::ffff:/, ''))
  return list.split(',').some((part) => {
    const prefix = parsePrefix(part)
    return prefix !== undefined && wanted !== undefined && contains(prefix, wanted)
  })
}

const yes = new Set(['yes', 'true'])
const no = new Set(['no', 'false'])

export const readBoolean = (text: string): boolean | undefined =>
  yes.has(text) ? true : no.has(text) ? false : undefined

const mac = /^[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}$/

/**
 * A value as the router stores it: `yes` becomes `true`, a MAC address upper case, a time its shortest form.
 * @throws Trap if the value does not have its type
 */
export function normalise(name: string, value: string, type: PropertyType | undefined): string {
  if (type === undefined || value === '') return value
  if (type === 'boolean') {
    const read = readBoolean(value)
    if (read === undefined) throw new Trap(`input does not match any value of ${name}`, 1)
    return String(read)
  }
  if (type === 'number') {
    // Many numbers also accept words (`none`, `auto`), and ranges and lists of numbers have this type too.
    if (/^[a-z]/i.test(value) || /^-?\d[\d.,:/kMGT-]*$/.test(value)) return value
    throw new Trap(`invalid value for argument ${name}`, 1)
  }
  if (type === 'time') {
    if (/^[a-z!]/.test(value)) return value
    const duration = parseDuration(value)
    if (duration === undefined) throw new Trap(`invalid value for argument ${name}`, 1)
    return formatDuration(duration)
  }
  if (type === 'mac') {
    if (!mac.test(value)) throw new Trap(`invalid value of ${name}, mac address required`, 1)
    return value.toUpperCase()
  }
  if (type === 'address') {
    if (/^[a-z]/i.test(value) || value.includes(':') || value.includes('/') || parseAddress(value) !== undefined)
      return value
    throw new Trap(`invalid value for argument ${name}`, 1)
  }
  if (!type.includes(value)) throw new Trap(`input does not match any value of ${name}`, 1)
  return value
}
