import { message, type Message } from '@trunkline/contract/errors'
import type { ObjectSchema } from '@trunkline/contract/endpoint'
import * as z from 'zod/mini'
import { fieldErrors } from '@trunkline/contract/issues'
import type { Labels } from '../../reference/labels.ts'
import { listedTexts } from './listed-texts.ts'
import type { KindRun, SourceRow } from './kind.ts'

/** Parses a cell into the value of a field; undefined if the text is not valid. */
export interface Reader {
  read(text: string): unknown
  error: Message
}

const truths = new Map(
  Object.entries({ true: true, yes: true, ja: true, wahr: true, '1': true, x: true }).concat(
    Object.entries({ false: false, no: false, nein: false, falsch: false, '0': false }),
  ),
)
export const truth: Reader = {
  read: (text) => truths.get(text.toLowerCase()),
  error: message('cell.boolean'),
}

export const integer = (min: number, max: number): Reader => ({
  read: (text) => (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined),
  error: message('field.range', { min, max }),
})

/** A number with an optional fraction, written with a point or a comma. */
export const decimal = (min: number, max: number): Reader => ({
  read(text) {
    const number = Number(text.replace(',', '.'))
    return /^-?\d{1,9}([.,]\d{1,12})?$/.test(text) && number >= min && number <= max ? number : undefined
  },
  error: message('field.range', { min, max }),
})

/** Powers of 1,000 by unit of data volume, as quotas are sold. */
const byteUnits = new Map(['', 'kb', 'mb', 'gb', 'tb'].map((unit, power) => [unit, 1000 ** power]))
/** A data volume: bytes, or a number with the unit kB, MB, GB or TB. */
export const bytes: Reader = {
  read(text) {
    const [, amount, unit = ''] = /^(\d{1,15}(?:[.,]\d{1,3})?)\s*([kmgt]b)?$/i.exec(text) ?? []
    const factor = byteUnits.get(unit.toLowerCase())
    if (amount === undefined || factor === undefined) return undefined
    const whole = Math.round(Number(amount.replace(',', '.')) * factor)
    return whole >= 1 && Number.isSafeInteger(whole) ? whole : undefined
  },
  error: message('cell.bytes', { example: '500 GB' }),
}

/** Several values, separated by semicolons or bars. */
export const listOf = ({ read, error }: Reader): Reader => ({
  read(text) {
    const values = listedTexts(text).map(read)
    return values.includes(undefined) ? undefined : values
  },
  error,
})

const isDay = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** `2027-03-31`, `31.03.2027`, or a time of that day. Dates with slashes are rejected: day and month are ambiguous. */
export const calendarDay: Reader = {
  read(text) {
    const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)
    const day =
      german === null
        ? text.replace(/[T ]00:00(:00(\.0+)?)?Z?$/, '')
        : `${german[3]}-${german[2]?.padStart(2, '0')}-${german[1]?.padStart(2, '0')}`
    return /^\d{4}-\d{2}-\d{2}$/.test(day) && isDay(day) ? day : undefined
  },
  error: message('cell.day', { example: '2027-03-31' }),
}

/** One of several values: its name, or its label in any supported language. */
export function oneOf<T extends string>(values: readonly T[], labels?: Labels<T>): Reader {
  const plain = (text: string) => text.toLowerCase().replace(/[\s_]+/g, '-')
  const known = new Map<string, T>()
  for (const value of values)
    for (const name of [value, labels?.[value].en, labels?.[value].de])
      if (name !== undefined) known.set(plain(name), value)
  return { read: (text) => known.get(plain(text)), error: message('field.allowed', { values }) }
}

/**
 * Validates the cells of a row by `schema`, the rules of the form for the same record. Invalid fields are reported and
 * left out, so that the valid ones can still be checked: callers check `isBad` before they use the result.
 */
export function readFields<S extends ObjectSchema>(
  run: KindRun,
  source: SourceRow,
  schema: S,
  readers: Readonly<Record<string, Reader>> = {},
): Partial<z.infer<S>> {
  const body: Record<string, unknown> = {}
  const unread = new Set<string>()
  for (const field in schema.shape) {
    const text = source.cells[field]
    if (text === undefined) continue
    const reader = readers[field]
    const value = reader === undefined ? text : reader.read(text)
    if (value !== undefined) body[field] = value
    else {
      unread.add(field)
      run.error(source, field, (reader as Reader).error)
    }
  }
  const read = z.safeParse(schema, body)
  if (read.success) return read.data as Partial<z.infer<S>>
  for (const [path, error] of Object.entries(fieldErrors(read.error, body))) {
    const field = path.split('.')[0] as string
    // Already reported by the reader.
    if (!unread.has(field)) run.error(source, field, error)
  }
  return Object.fromEntries(
    Object.entries(body).flatMap(([field, value]) => {
      const one = z.safeParse(schema.shape[field] as z.ZodMiniType, value)
      return one.success ? [[field, one.data]] : []
    }),
  ) as Partial<z.infer<S>>
}
