import { holds } from '../router/text.ts'
import { Trap } from '../router/trap.ts'
import { parseOperand, type Part } from './parse.ts'

/** The value of parts of a word: text, variables, commands, nested expressions. */
type Joined = (parts: readonly Part[]) => Promise<string>

const operators = ['&&', '||', '!=', '<=', '>=', '=', '<', '>', '~', '.', '+', '-', '*', '/'] as const
const tighter: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  '=': 3,
  '!=': 3,
  '<': 3,
  '>': 3,
  '<=': 3,
  '>=': 3,
  '~': 3,
  '.': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
}

const number = /^-?\d+$/

function apply(operator: string, left: string, right: string): string {
  const areNumbers = number.test(left) && number.test(right)
  const order = areNumbers ? Number(left) - Number(right) : left < right ? -1 : left > right ? 1 : 0
  switch (operator) {
    case '&&':
      return String(left === 'true' && right === 'true')
    case '||':
      return String(left === 'true' || right === 'true')
    case '=':
      return String(order === 0)
    case '!=':
      return String(order !== 0)
    case '<':
      return String(order < 0)
    case '>':
      return String(order > 0)
    case '<=':
      return String(order <= 0)
    case '>=':
      return String(order >= 0)
    case '~':
      return String(holds(left, right))
    case '.':
      return left + right
    default:
      break
  }
  if (!areNumbers) throw new Trap(`cannot ${operator} these values`, 3)
  const [one, other] = [Number(left), Number(right)]
  if (operator === '+') return String(one + other)
  if (operator === '-') return String(one - other)
  if (operator === '*') return String(one * other)
  if (other === 0) throw new Trap('division by zero', 3)
  return String(Math.trunc(one / other))
}

/** `and`, `or` and `not` may be written as words. */
const words: Readonly<Record<string, (typeof operators)[number]>> = { and: '&&', or: '||' }

class Evaluation {
  private rest: string
  private readonly joined: Joined

  constructor(text: string, joined: Joined) {
    this.rest = text.trim()
    this.joined = joined
  }

  async value(level = 0): Promise<string> {
    let left = await this.operand()
    for (;;) {
      this.rest = this.rest.trimStart()
      const word = /^(and|or)(?![\w-])/.exec(this.rest)?.[0]
      const operator = word === undefined ? operators.find((one) => this.rest.startsWith(one)) : words[word]
      const strength = operator === undefined ? 0 : (tighter[operator] ?? 0)
      if (operator === undefined || strength <= level) return left
      this.rest = this.rest.slice((word ?? operator).length)
      left = apply(operator, left, await this.value(strength))
    }
  }

  private async operand(): Promise<string> {
    this.rest = this.rest.trimStart()
    const negation = /^(!|not(?![\w-]))/.exec(this.rest)
    if (negation) {
      this.rest = this.rest.slice(negation[0].length)
      return String((await this.operand()) !== 'true')
    }
    const plain = /^[A-Za-z0-9_:-]+/.exec(this.rest)
    if (plain) {
      this.rest = this.rest.slice(plain[0].length)
      return plain[0] === 'yes' ? 'true' : plain[0] === 'no' ? 'false' : plain[0]
    }
    const found = parseOperand(this.rest)
    if (!found) throw new Trap('syntax error in expression', 3)
    this.rest = this.rest.slice(found.length)
    return this.joined(found.parts)
  }
}

/** The value of an expression in parentheses. @throws Trap if it is invalid */
export const evaluate = (text: string, joined: Joined): Promise<string> => new Evaluation(text, joined).value()
