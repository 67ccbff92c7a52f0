import { Trap } from './trap.ts'

/** Compares by code point, the same on every machine. */
export const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Whether a text matches a regular expression, as the operator `~` does. @throws Trap if it is invalid */
export function holds(text: string, pattern: string): boolean {
  let expression: RegExp
  try {
    expression = new RegExp(pattern)
  } catch {
    throw new Trap('failure: bad regular expression')
  }
  return expression.test(text)
}
