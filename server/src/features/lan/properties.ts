import type { Step } from '../../devices/devices.ts'

type Value = string | number | boolean | null

/** How a field of the panel is written as a property of RouterOS. */
export interface Property {
  name: string
  /** The field's value as RouterOS takes it. Never asked about what is left out. */
  write(value: never): Value
  /** The router says nothing of it in one version and its default in another: not compared where the caller saw nothing. */
  silent?: true
}

/** Properties of a menu by the panel's field. */
export type Properties = Record<string, Property>

/**
 * A span as RouterOS writes it: `1w2d3h4m5s`.
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

/** Text of which nothing stands for an empty one. */
export const plain = (name: string): Property => ({ name, write: (value: string | null) => value ?? '' })
export const flag = (name: string): Property => ({ name, write: (value: boolean) => value })
/** Comma-joined. */
export const joined = (name: string): Property => ({ name, write: (value: readonly string[]) => value.join(',') })
/** Seconds; nothing takes the property back. */
export const duration = (name: string): Property => ({
  name,
  write: (value: number | null) => (value === null ? null : durationText(value)),
})
/** Text with a word that stands for nothing. */
export const wordFor = (name: string, nothing: string): Property => ({
  name,
  write: (value: string | null) => (value === null || value === '' ? nothing : value),
  silent: true,
})

/** What a body says as properties to write; fields that are no properties are left out. */
export function valuesOf(properties: Properties, body: Record<string, unknown>): NonNullable<Step['values']> {
  const values: NonNullable<Step['values']> = {}
  for (const [field, { name, write }] of Object.entries(properties))
    if (body[field] !== undefined) values[name] = write(body[field] as never)
  return values
}

/** The values of a new row: what is not set is left out, so that the router's own default stands. */
export const newValuesOf = (properties: Properties, body: Record<string, unknown>): NonNullable<Step['values']> =>
  Object.fromEntries(Object.entries(valuesOf(properties, body)).filter(([, value]) => value !== null && value !== ''))

/**
 * What the caller saw, as the properties that the router has to have still. What is no property of the menu, and what
 * has another form than the panel answers, is nothing to compare.
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
