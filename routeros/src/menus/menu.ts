import type { Row, Values } from '../session.ts'
import { duration, localTime, writtenDuration } from '../values/time.ts'
import { decimal, flag, list, mac, name, signal, text, truth, integer } from '../values/plain.ts'
import { rate, size } from '../values/units.ts'
import { isSince, type Version } from '../values/version.ts'

type Written = string | number | boolean | null

/** How a property is parsed. Never throws: an unparsable value is null. */
export interface Field<T> {
  read(value: string | undefined): T
  /** The property, if it is not the field's name with hyphens. */
  property?: string
  /** RouterOS versions with the property; it is not requested from others. */
  since?: string
}
/** A field that can also be written. */
export interface WritableField<T> extends Field<T> {
  write(value: T): Written
}

/** A menu of RouterOS: its path and the known properties of its rows. */
export interface Menu<F extends Record<string, Field<unknown>>> {
  path: string
  fields: F
}

/** A parsed row of a menu: `id` is null for singletons and rows without one. */
export type RowOf<M> =
  M extends Menu<infer F> ? { id: string | null } & { [K in keyof F]: ReturnType<F[K]['read']> } : never

/** Values to write to a menu. Undefined leaves a property unchanged, null unsets it. */
export type WritableOf<M> =
  M extends Menu<infer F>
    ? { [K in keyof F as F[K] extends WritableField<unknown> ? K : never]?: ReturnType<F[K]['read']> | undefined }
    : never

export const menu = <F extends Record<string, Field<unknown>>>(path: string, fields: F): Menu<F> => ({ path, fields })

const propertyOf = (key: string, field: Field<unknown>) => field.property ?? key.replaceAll('_', '-')

/** Properties to request; a shorter list saves the router work. */
export const proplistOf = (of: Menu<Record<string, Field<unknown>>>, version?: Version): string[] =>
  Object.entries(of.fields).flatMap(([key, field]) =>
    version !== undefined && field.since !== undefined && !isSince(version, field.since)
      ? []
      : [propertyOf(key, field)],
  )

/** One row as a typed object; unknown properties are omitted. */
export function readRow<F extends Record<string, Field<unknown>>>(of: Menu<F>, row: Row): RowOf<Menu<F>> {
  const read: Record<string, unknown> = { id: row['.id'] ?? null }
  for (const [key, field] of Object.entries(of.fields)) read[key] = field.read(row[propertyOf(key, field)])
  return read as RowOf<Menu<F>>
}

export const readRows = <F extends Record<string, Field<unknown>>>(of: Menu<F>, rows: readonly Row[]) =>
  rows.map((row) => readRow(of, row))

/**
 * Encodes values for writing. Undefined is omitted, null stays null.
 * @throws TypeError for an unknown or read-only field: a programming error
 */
export function writeValues<F extends Record<string, Field<unknown>>>(
  of: Menu<F>,
  values: WritableOf<Menu<F>>,
): Values {
  const written: Values = {}
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) continue
    const field = of.fields[key] as Partial<WritableField<unknown>> | undefined
    if (field?.write === undefined) throw new TypeError(`${of.path} has no writable field ${key}.`)
    written[propertyOf(key, field as Field<unknown>)] = value === null ? null : field.write(value)
  }
  return written
}

const plain = <T extends string | number | boolean | null>(read: (value: string | undefined) => T) => ({
  read,
  write: (value: T): Written => value,
})

/** Property types: how each is parsed and written. */
export const kinds = {
  text: plain(text),
  name: plain(name),
  truth: plain(truth),
  flag: plain(flag),
  integer: plain(integer),
  decimal: plain(decimal),
  mac: plain(mac),
  size: plain(size),
  rate: plain(rate),
  signal: plain(signal),
  /** Seconds. */
  duration: {
    read: duration,
    write: (value: number | null): Written => (value === null ? null : writtenDuration(value)),
  },
  list: { read: list, write: (value: string[]): Written => value.join(',') },
  /** In the router's own clock; read-only. */
  localTime: { read: localTime },
}

/** A read-only field. */
export const readOnly = <T>(field: Field<T>, since?: string): Field<T> => ({
  read: field.read,
  ...(since === undefined ? {} : { since }),
})

/** A field that older versions do not have. */
export const since = <F extends Field<unknown>>(version: string, field: F): F => ({ ...field, since: version })
