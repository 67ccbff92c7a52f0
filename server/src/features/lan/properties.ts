import type { Step } from '../../devices/devices.ts'

type Value = string | number | boolean | null

/** How a field of the API is written as a RouterOS property. */
export interface Property {
  name: string
  /** Converts the value of the field; not called for an absent field. */
  write(value: never): Value
  /** Some RouterOS versions omit the property and others print its default, so an empty value is not compared. */
  silent?: true
}

/** RouterOS properties by API field. */
export type Properties = Record<string, Property>

/**
 * A duration as RouterOS writes it: `1w2d3h4m5s`.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/47579229/Scripting#Scripting-Datatypes
 */
export function durationText(seconds: number): string {
  let rest = Math.trunc(seconds)
  let text = ''
  for (const [unit, length] of [
    ['w', 604_800],
    ['d', 86_400],
    ['h', 3600],
    ['m', 60],
  ] as const) {
    const count = Math.floor(rest / length)
    if (count > 0) text += `${count}${unit}`
    rest -= count * length
  }
  return rest > 0 || text === '' ? `${text}${rest}s` : text
}

/** Text; null is written as an empty string. */
export const plain = (name: string): Property => ({ name, write: (value: string | null) => value ?? '' })
export const flag = (name: string): Property => ({ name, write: (value: boolean) => value })
/** A comma-separated list. */
export const joined = (name: string): Property => ({ name, write: (value: readonly string[]) => value.join(',') })
/** Seconds; null resets the property to its default. */
export const duration = (name: string): Property => ({
  name,
  write: (value: number | null) => (value === null ? null : durationText(value)),
})
/** Text; null is written as a keyword of RouterOS (such as `none`). */
export const wordFor = (name: string, nothing: string): Property => ({
  name,
  write: (value: string | null) => (value === null || value === '' ? nothing : value),
  silent: true,
})

/** The properties that a body sets; fields that are not properties are skipped. */
export function valuesOf(properties: Properties, body: Record<string, unknown>): NonNullable<Step['values']> {
  const values: NonNullable<Step['values']> = {}
  for (const [field, { name, write }] of Object.entries(properties))
    if (body[field] !== undefined) values[name] = write(body[field] as never)
  return values
}

/** The properties of a new row: null values are omitted, so that RouterOS applies its default. */
export const newValuesOf = (properties: Properties, body: Record<string, unknown>): NonNullable<Step['values']> =>
  Object.fromEntries(Object.entries(valuesOf(properties, body)).filter(([, value]) => value !== null && value !== ''))

/**
 * The properties as the caller saw them, which the command compares with the device. Fields that are not properties of
 * the menu, or have another type than in the API, are not compared.
 */
export function expectedOf(
  properties: Properties,
  seen: Record<string, unknown> | undefined,
): Record<string, string> | undefined {
  if (seen === undefined) return undefined
  const expected: Record<string, string> = {}
  for (const [field, { name, write, silent }] of Object.entries(properties)) {
    const value = seen[field]
    if (value === undefined || (value === null && silent === true)) continue
    try {
      const written = write(value as never)
      expected[name] = written === null ? '' : String(written)
    } catch {
      continue
    }
  }
  return expected
}
