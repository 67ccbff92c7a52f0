import type { Random } from './random.ts'

/** The parts of a JSON Schema from which values are generated. */
export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  'x-ref'?: string
}

/** Replaced in a request by bytes that are not UTF-8, which a string cannot contain. */
export const invalidUtf8 = '\ue000invalid-utf-8\ue000'
export const invalidBytes = [Buffer.from([0xff, 0xfe]), Buffer.from([0xc3]), Buffer.from([0xed, 0xa0, 0x80])]

/** Replaced in a body by this literal text: numbers that `JSON.stringify` never writes, and invalid JSON. */
export const rawJson = (text: string) => `\ue001${text}\ue001`

export const hostileTexts: readonly string[] = [
  "' or 1=1 --",
  '"; drop table company; --',
  '\u0000',
  'nul\u0000inside',
  '\ud800',
  'half \udc00 pair',
  '\u202egpj.exe',
  '\u2066isolate\u2069',
  '\u0007bell',
  '\u0085next line',
  'line\nbreak',
  'tab\there',
  '\u2028',
  '\ufeffmark',
  'שלום \u200fעולם',
  'مرحبا',
  '${7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '%00',
  '%',
  '_',
  '\\',
  '=cmd|1',
  '__proto__',
  'constructor',
  'toString',
  '0x10',
  '1e2',
  '1e308',
  '-0',
  '-1',
  '1.5',
  '+1',
  '01',
  ' 1 ',
  'NaN',
  'Infinity',
  '٣',
  'İ',
  '😀'.repeat(40),
  '',
  ' ',
  'null',
  'true',
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '9999-12-31',
  '9999-12-31T23:59:59.999Z',
  '-000001-01-01',
  '2026-02-30',
  '255.255.255.255/33',
  '0.0.0.0/0',
  '::/0',
  '::ffff:1.2.3.4',
  '1.2.3.4/24',
  'ff:ff:ff:ff:ff:ff',
  'a'.repeat(5000),
  'ü'.repeat(250),
  invalidUtf8,
  `Müller ${invalidUtf8}`,
]

const numbers: readonly (number | string)[] = [
  0,
  rawJson('-0'),
  rawJson('-0.0'),
  rawJson('1e2'),
  rawJson('1e999'),
  rawJson('1.0'),
  rawJson('123456789012345678901234567890'),
  -1,
  1,
  0.5,
  1.5,
  -1.5,
  1e308,
  -1e308,
  5e-324,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  2 ** 64,
  0.1 + 0.2,
]

/** Values of every other type, and unusual containers. */
const others: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  [1, 1],
  ['x'],
  { a: { b: {} } },
  { toString: 1 },
  { constructor: { prototype: {} } },
  { length: 1e9 },
]

/** A list nested this many times. */
export function nested(depth: number): unknown {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value }
  return value
}

/** Values at and just beyond the limits of a schema, and values of its type that violate another rule. */
export function boundaryValues(schema: Schema): unknown[] {
  const values: unknown[] = []
  for (const limit of [schema.minimum, schema.maximum, schema.exclusiveMinimum, schema.exclusiveMaximum])
    if (limit !== undefined) values.push(limit, limit - 1, limit + 1, limit + 0.5)
  for (const length of [schema.minLength, schema.maxLength])
    if (length !== undefined && length < 100_000)
      for (const at of [length - 1, length, length + 1]) if (at >= 0) values.push('x'.repeat(at), '1'.repeat(at))
  for (const length of [schema.minItems, schema.maxItems])
    if (length !== undefined && length <= 5000)
      for (const at of [length - 1, length, length + 1])
        if (at >= 0) values.push(Array.from({ length: at }, (_, i) => i + 1))
  if (schema.enum !== undefined) values.push(...schema.enum, `${String(schema.enum[0])} `, 'nothing-of-these')
  if (schema.type === 'integer' || schema.type === 'number') values.push(...numbers, '1', '0x10')
  if (schema.type === 'boolean') values.push('true', 1, 'yes')
  return values
}

/** A value for this schema that may be valid or not. */
export function hostileValue(random: Random, schema: Schema): unknown {
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (options.length > 0 && random.chance(0.7)) return hostileValue(random, random.pick(options))
  const own = boundaryValues(schema)
  if (own.length > 0 && random.chance(0.4)) return random.pick(own)
  const kind = random.below(10)
  if (kind < 5) return random.pick(hostileTexts)
  if (kind < 7) return random.pick(numbers)
  if (kind < 9) return random.pick(others)
  return random.chance(0.5) ? nested(10 + random.below(60)) : 'x'.repeat(1 + random.below(200_000))
}

/** Texts for a URL or form, where every value is a text. */
export function hostileParameter(random: Random, schema: Schema): string {
  const value = random.chance(0.5) ? hostileValue(random, schema) : random.pick(hostileTexts)
  return (typeof value === 'string' ? value : String(JSON.stringify(value))).slice(0, 6000)
}

/** Every path in a value of this schema; of lists only the first entry. */
export function placesOf(schema: Schema, path: string[] = []): { path: string[]; schema: Schema }[] {
  const here = path.length > 0 ? [{ path, schema }] : []
  const below = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((option) =>
    placesOf(option, path).filter((place) => place.path.length > path.length),
  )
  for (const [key, child] of Object.entries(schema.properties ?? {})) below.push(...placesOf(child, [...path, key]))
  if (schema.items !== undefined) below.push(...placesOf(schema.items, [...path, '0']))
  return [...here, ...below]
}

/** A copy of `value` with the value at `path` set, or removed if `to` is undefined; creates containers on the way. */
export function withPlace(value: unknown, path: readonly string[], to: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return to
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
    ? [...(value as unknown[])]
    : typeof value === 'object' && value !== null
      ? { ...value }
      : /^\d+$/.test(key)
        ? []
        : {}
  const at = copy as Record<string, unknown>
  const child = withPlace(at[key], rest, to)
  if (child === undefined) delete at[key]
  else at[key] = child
  return copy
}
