import type { Values, Where } from '../session.ts'

/** A value on the wire: booleans as `yes` and `no`, which every menu accepts. */
export const written = (value: string | number | boolean) =>
  value === true ? 'yes' : value === false ? 'no' : String(value)

/** Arguments of a command. A null is omitted: `unset` is a separate command. */
export function argumentWords(values: Values): string[] {
  const words: string[] = []
  for (const [name, value] of Object.entries(values)) if (value !== null) words.push(`=${name}=${written(value)}`)
  return words
}

/**
 * Conditions as words of a query, without the question mark that the binary API puts before each: a small stack
 * machine; values left on the stack are joined by and. Booleans are `true` in some menus and `yes` in others; false
 * matches everything that is not true, unset properties included.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/47579160/API#API-Queries
 */
export function queryWords(where: Where): string[] {
  const words: string[] = []
  for (const [name, value] of Object.entries(where)) {
    if (value === null) words.push(`-${name}`)
    else if (value === true) words.push(`${name}=true`, `${name}=yes`, '#|')
    else if (value === false) words.push(`${name}=true`, `${name}=yes`, '#|!')
    else words.push(`${name}=${value}`)
  }
  return words
}

/** Requested properties; the id is always returned. */
export const propertyList = (proplist: readonly string[]) =>
  (proplist.includes('.id') ? proplist : ['.id', ...proplist]).join(',')

/** A path without leading and trailing slashes. */
export const plainPath = (path: string) => path.replaceAll(/^\/+|\/+$/g, '')
