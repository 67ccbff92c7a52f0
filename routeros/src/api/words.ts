import type { Values, Where } from '../session.ts'

/** A value as it is written: `yes` and `no` for truth, which every menu takes. */
export const written = (value: string | number | boolean) =>
  value === true ? 'yes' : value === false ? 'no' : String(value)

/** Arguments of a command. A null is left out: taking a property back is a command of its own. */
export function argumentWords(values: Values): string[] {
  const words: string[] = []
  for (const [name, value] of Object.entries(values)) if (value !== null) words.push(`=${name}=${written(value)}`)
  return words
}

/**
 * Conditions as words of a query, without the question mark that the binary API sets before each: a small stack
 * machine, whose rest is joined by and. Truth stands as `true` in some menus and as `yes` in others; false is whatever
 * is not true, what is not set among it.
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

/** Properties that are asked for; the id comes by itself. */
export const propertyList = (proplist: readonly string[]) =>
  (proplist.includes('.id') ? proplist : ['.id', ...proplist]).join(',')

/** A path without slashes at its ends. */
export const plainPath = (path: string) => path.replaceAll(/^\/+|\/+$/g, '')
