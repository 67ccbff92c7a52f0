import type { Schedule } from '@trunkline/contract/resources/wifi-shapes'
import { weekDays, type WeekDay } from '@trunkline/contract/resources/wifi-enums'
import { secondsOf } from '../readings/values.ts'

/*
 * Hours of access list rows. A RouterOS span is within one day, by the device's clock: `8h-17h30m,mon,tue`; the new
 * Wi-Fi system from 7.21 on has a separate property for days (`days=mon,tue`).
 * https://help.mikrotik.com/docs/spaces/ROS/pages/7962638/AP+Controller+CAPsMAN and /pages/224559120/WiFi
 */

/** Seconds of the day, `until` at most 86,400; no days: every day. */
export interface Span {
  from: number
  until: number
  days: readonly WeekDay[]
}

const day = 86_400
const secondOf = (clock: string) => Number(clock.slice(0, 2)) * 3600 + Number(clock.slice(3)) * 60
const clockOf = (seconds: number) =>
  [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')

const sorted = (days: readonly WeekDay[]): WeekDay[] =>
  days.length === weekDays.length ? [] : weekDays.filter((one) => days.includes(one))
const next = (one: WeekDay): WeekDay => weekDays[(weekDays.indexOf(one) + 1) % weekDays.length] as WeekDay

/**
 * The spans of a schedule, each within one day: hours across midnight become two spans, the second on the following
 * days. A schedule without hours is one span of the whole day.
 */
export function spansOf({ days, from, until }: Schedule): Span[] {
  const [begin, end] = [secondOf(from), secondOf(until) || day]
  if (begin < end) return [{ from: begin, until: end, days: sorted(days) }]
  return [
    { from: begin, until: day, days: sorted(days) },
    { from: 0, until: end, days: sorted(days.map(next)) },
  ]
}

/** `8h30m` */
function durationOf(seconds: number): string {
  if (seconds === day) return '1d'
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${h > 0 ? `${h}h` : ''}${m > 0 ? `${m}m` : ''}${s > 0 ? `${s}s` : ''}` || '0s'
}

/** `8h-17h` */
export const hoursText = ({ from, until }: Span): string => `${durationOf(from)}-${durationOf(until)}`

/** `mon,tue`; all days if it applies every day. */
export const daysText = ({ days }: Span): string => (days.length === 0 ? weekDays : days).join(',')

/** The hours of a device's row: null if it always applies, undefined if they cannot be parsed. */
export function readSpan(time: string | undefined, days: string | undefined): Span | null | undefined {
  const [hours = '', ...within] = (time ?? '').split(',').map((part) => part.trim())
  const named = [...within, ...(days ?? '').split(',').map((part) => part.trim())].filter((part) => part !== '')
  if (!named.every((part): part is WeekDay => weekDays.includes(part as WeekDay))) return undefined
  const on = sorted([...new Set(named)])
  if (hours === '') return named.length === 0 || on.length === 0 ? null : { from: 0, until: day, days: on }
  const [first = '', second = ''] = hours.split('-')
  const [from, until] = [secondsOf(first), secondsOf(second)]
  if (from === null || until === null) return undefined
  return isAlways({ from, until, days: on }) ? null : { from, until, days: on }
}

export const isAlways = ({ from, until, days }: Span): boolean => from === 0 && until === day && days.length === 0

/** The panel's format of a span that was read; undefined if it is not in whole minutes. */
export function scheduleOf({ from, until, days }: Span): Schedule | undefined {
  if (from % 60 !== 0 || until % 60 !== 0) return undefined
  return { days: days.length === 0 ? [...weekDays] : [...days], from: clockOf(from), until: clockOf(until) }
}

/** A canonical string for comparison; empty: always. */
export const spanKey = (span: Span | null): string =>
  span === null || isAlways(span) ? '' : `${span.from}-${span.until} ${sorted(span.days).join()}`.trim()

/** `spanKey` for a row of a reading. */
export function seenKey({ schedule, time }: { schedule: Schedule | null; time: string | null }): string {
  if (schedule === null) return time ?? ''
  const [from, until] = [secondOf(schedule.from), secondOf(schedule.until)]
  // A row of the device from one time of day to another, with midnight as the end of the day.
  return spanKey({ from, until: until === 0 ? day : until, days: sorted(schedule.days) })
}

/** For display: `08:00–17:30 mon, tue`. */
export function hoursLabel(key: string): string {
  const found = /^(\d+)-(\d+) ?(.*)$/.exec(key)
  if (found === null) return key === '' ? 'always' : key
  const [from, until] = [Number(found[1]), Number(found[2])]
  const on = (found[3] ?? '').replaceAll(',', ', ')
  return `${clockOf(from)}–${until === day ? '24:00' : clockOf(until)}${on === '' ? '' : ` ${on}`}`
}
