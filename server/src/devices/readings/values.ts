/*
 * Values in RouterOS notation: all are strings, and unset ones are omitted. Parsers never throw; an unparsable value is
 * null. https://help.mikrotik.com/docs/spaces/ROS/pages/47579160/API
 */

export const textOf = (value: string | undefined): string | null => (value === undefined || value === '' ? null : value)

/** `true` and `yes`; a missing value is false. */
export const flagOf = (value: string | undefined): boolean => value === 'true' || value === 'yes'

export const maybeFlag = (value: string | undefined): boolean | null => (value === undefined ? null : flagOf(value))

/** Counters are unsigned 64-bit integers: above 2^53 they lose their last digits, which does not affect rates. */
export function numberOf(value: string | undefined): number | null {
  if (value === undefined || !/^\s*-?\d+(\.\d+)?/.test(value)) return null
  const number = Number.parseFloat(value)
  return Number.isFinite(number) ? number : null
}

/** An integer, with or without a unit. */
export function integerOf(value: string | undefined): number | null {
  const number = numberOf(value)
  return number === null ? null : Math.round(number)
}

const seconds: Record<string, number> = { w: 604_800, d: 86_400, h: 3600, m: 60, s: 1, ms: 0.001, us: 1e-6 }

/**
 * Seconds of `1w2d3h4m5s`, `250ms`, `14:40:26` or `1d02:03:04`; null for `never` and anything else that is not a time.
 */
export function secondsOf(value: string | undefined): number | null {
  if (value === undefined) return null
  const clock = /^(?:(\d+)w)?(?:(\d+)d)?(\d+):(\d\d):(\d\d)(?:\.\d+)?$/.exec(value)
  if (clock !== null) {
    const [w, d, h, m, s] = clock.slice(1).map((part) => Number(part ?? 0)) as [number, number, number, number, number]
    return w * 604_800 + d * 86_400 + h * 3600 + m * 60 + s
  }
  if (!/^(\d+(w|d|h|ms|us|m|s))+$/.test(value)) return null
  let sum = 0
  for (const [, number, unit] of value.matchAll(/(\d+)(ms|us|w|d|h|m|s)/g))
    sum += Number(number) * (seconds[unit as string] as number)
  return Math.round(sum)
}

/** KiB of `2048KiB`, `2MiB` or bytes. */
export function kibOf(value: string | undefined): number | null {
  const found = /^(\d+(?:\.\d+)?)\s*(KiB|MiB|GiB|B)?$/.exec(value ?? '')
  if (found === null) return null
  const by = { KiB: 1, MiB: 1024, GiB: 1_048_576, B: 1 / 1024 }[found[2] ?? 'B'] as number
  return Math.round(Number(found[1]) * by)
}

/** The items of `a,b,c`. */
export const listOf = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Upper case with colons, as the panel writes MAC addresses. */
export const macOf = (value: string | undefined): string | null => textOf(value)?.toUpperCase() ?? null
