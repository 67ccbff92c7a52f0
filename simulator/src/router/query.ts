import type { Row } from '../tables/table.ts'
import { Trap } from './trap.ts'

const number = /^-?\d+$/

function compare(left: string, right: string): number {
  if (number.test(left) && number.test(right)) {
    const difference = BigInt(left) - BigInt(right)
    return difference < 0n ? -1 : difference > 0n ? 1 : 0
  }
  return left < right ? -1 : left > right ? 1 : 0
}

const same = (value: string | undefined, wanted: string): boolean =>
  value === wanted || (wanted === 'yes' && value === 'true') || (wanted === 'no' && value === 'false')

function operate(stack: boolean[], operators: string): void {
  const pop = (): boolean => {
    const value = stack.pop()
    if (value === undefined) throw new Trap('invalid query', 5)
    return value
  }
  for (const [token] of operators.matchAll(/\d+|[^\d]/g)) {
    if (token === '!') stack.push(!pop())
    else if (token === '&') {
      const [right, left] = [pop(), pop()]
      stack.push(left && right)
    } else if (token === '|') {
      const [right, left] = [pop(), pop()]
      stack.push(left || right)
    } else if (token === '.') {
      const value = pop()
      stack.push(value, value)
    } else if (number.test(token)) {
      const value = stack[Number(token)]
      if (value === undefined) throw new Trap('invalid query', 5)
      stack.push(value)
    } else throw new Trap('invalid query', 5)
  }
}

/**
 * Whether a row matches query words (with their `?`). Each pushes a value, `?#` operates on the stack, and the
 * remaining values are joined by and. https://help.mikrotik.com/docs/spaces/ROS/pages/47579160/API#API-Queries
 * @throws Trap if the stack is too short for an operator
 */
export function passes(row: Row, queries: readonly string[]): boolean {
  const stack: boolean[] = []
  for (const word of queries) {
    const text = word.slice(1)
    if (text.startsWith('#')) {
      operate(stack, text.slice(1))
      continue
    }
    const sign = /^[-<>=]/.exec(text)?.[0]
    const rest = sign === undefined ? text : text.slice(1)
    const equals = rest.indexOf('=')
    const name = equals < 0 ? rest : rest.slice(0, equals)
    const wanted = equals < 0 ? undefined : rest.slice(equals + 1)
    const value = row[name]
    if (sign === '-') stack.push(value === undefined)
    else if (wanted === undefined) stack.push(value !== undefined)
    else if (sign === '<') stack.push(value !== undefined && compare(value, wanted) < 0)
    else if (sign === '>') stack.push(value !== undefined && compare(value, wanted) > 0)
    else stack.push(same(value, wanted))
  }
  return stack.every(Boolean)
}
