import { holds } from '../router/text.ts'
import { Trap } from '../router/trap.ts'
import { parseScript } from './parse.ts'

export interface EvaluationContext {
  variable: (name: string) => string
  command: (text: string) => Promise<string>
}

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

class Evaluation {
  private rest: string
  private readonly around: EvaluationContext

  constructor(text: string, around: EvaluationContext) {
    this.rest = text.trim()
    this.around = around
  }

  async value(level = 0): Promise<string> {
    let left = await this.operand()
    for (;;) {
      this.rest = this.rest.trimStart()
      const operator = operators.find((one) => this.rest.startsWith(one))
      const strength = operator === undefined ? 0 : (tighter[operator] ?? 0)
      if (operator === undefined || strength <= level) return left
      this.rest = this.rest.slice(operator.length)
      left = apply(operator, left, await this.value(strength))
    }
  }

  private async operand(): Promise<string> {
    this.rest = this.rest.trimStart()
    if (this.rest.startsWith('!')) {
      this.rest = this.rest.slice(1)
      return String((await this.operand()) !== 'true')
    }
    const plain = /^[A-Za-z0-9_:-]+/.exec(this.rest)
    if (plain) {
      this.rest = this.rest.slice(plain[0].length)
      return plain[0] === 'yes' ? 'true' : plain[0] === 'no' ? 'false' : plain[0]
    }
    const word = parseScript(this.rest)[0]?.[0]
    const part = word?.parts[0]
    if (!part) throw new Trap('syntax error in expression', 3)
    return this.enclosed(part)
  }

  private async enclosed(
    part: NonNullable<ReturnType<typeof parseScript>[number][number]['parts'][number]>,
  ): Promise<string> {
    if ('variable' in part) {
      this.rest = this.rest.replace(/^\$("[^"]+"|\w+)/, '')
      return this.around.variable(part.variable)
    }
    if ('command' in part) {
      this.rest = this.rest.slice(part.command.length + 2)
      return this.around.command(part.command)
    }
    if ('expression' in part) {
      this.rest = this.rest.slice(part.expression.length + 2)
      return new Evaluation(part.expression, this.around).value()
    }
    const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(this.rest)
    if (!quoted) throw new Trap('syntax error in expression', 3)
    this.rest = this.rest.slice(quoted[0].length)
    return (quoted[1] ?? '').replace(/\\(.)/g, '$1')
  }
}

/** The value of an expression in parentheses. @throws Trap if it is invalid */
export const evaluate = (text: string, around: EvaluationContext): Promise<string> =>
  new Evaluation(text, around).value()
