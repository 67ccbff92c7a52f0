import { Trap } from './trap.ts'

/** Order of characters by their code, the same on every machine. */
export const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Whether a text holds a regular expression, as `~` asks. @throws Trap where it is none */
export function holds(text: string, pattern: string): boolean {
  let expression: RegExp
  try {
    expression = new RegExp(pattern)
  } catch {
    throw new Trap('failure: bad regular expression')
  }
  return expression.test(text)
}
