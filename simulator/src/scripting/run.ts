import type { Caller, CommandOutcome } from '../router/caller.ts'
import { execute } from '../router/execute.ts'
import { select } from '../router/print.ts'
import type { RouterState } from '../router/router-state.ts'
import { holds } from '../router/text.ts'
import { Trap } from '../router/trap.ts'
import { parseDuration, readBoolean } from '../router/values.ts'
import type { Row } from '../tables/table.ts'
import { evaluate } from './expression.ts'
import { parseScript, type Statement, type Word } from './parse.ts'

/** The router reboots: no further command runs. */
class SessionEnded extends Error {}

class Run {
  readonly output: string[] = []
  private readonly variables: Map<string, string>
  private readonly router: RouterState
  private readonly caller: Caller
  private menu = '/'

  constructor(router: RouterState, caller: Caller, variables = new Map<string, string>()) {
    this.router = router
    this.caller = caller
    this.variables = variables
  }

  async block(text: string): Promise<string> {
    let last = ''
    for (const statement of parseScript(text)) last = await this.statement(statement)
    return last
  }

  private async valueOf(word: Word | undefined): Promise<string> {
    let text = ''
    for (const part of word?.parts ?? []) {
      if ('text' in part) text += part.text
      else if ('variable' in part) text += this.variables.get(part.variable) ?? ''
      else if ('command' in part) text += await this.inner(part.command)
      else if ('block' in part) text += part.block
      else text += await this.expression(part.expression)
    }
    return text
  }

  private expression(text: string): Promise<string> {
    return evaluate(text, {
      variable: (name) => this.variables.get(name) ?? '',
      command: (command) => this.inner(command),
    })
  }

  /** Commands in brackets run in their own context: the current menu does not change. */
  private async inner(text: string): Promise<string> {
    const menu = this.menu
    const answer = await this.block(text)
    this.menu = menu
    return answer
  }

  private async statement(words: Statement): Promise<string> {
    const first = words[0]?.parts[0]
    const start = first && 'text' in first && words[0]?.name === undefined ? first.text : ''
    if (start.startsWith(':')) return this.builtin(start.slice(1), words.slice(1))
    return this.command(words)
  }

  private async builtin(name: string, words: Statement): Promise<string> {
    const named = (key: string): Word | undefined => words.find((word) => word.name === key)
    const plain = words.filter((word) => word.name === undefined)
    if (name === 'log') {
      const [topic, message] = [await this.valueOf(plain[0]), await this.valueOf(plain[1])]
      this.router.log(`script,${topic}`, message)
      return ''
    }
    if (name === 'put') {
      this.output.push(await this.valueOf(plain[0]))
      return ''
    }
    if (name === 'delay') {
      const wait = parseDuration(await this.valueOf(plain[0])) ?? 1000
      await new Promise((resolve) => setTimeout(resolve, wait / this.router.speed).unref())
      return ''
    }
    if (name === 'local' || name === 'global' || name === 'set') {
      const variable = await this.valueOf(plain[0])
      if (plain[1] || !this.variables.has(variable)) this.variables.set(variable, await this.valueOf(plain[1]))
      return ''
    }
    if (name === 'len') return String(lengthOf(await this.valueOf(plain[0])))
    if (name === 'tostr' || name === 'tonum' || name === 'return') return this.valueOf(plain[0])
    if (name === 'error') throw new Trap(await this.valueOf(plain[0]), 3)
    if (name === 'if') {
      const isTrue = readBoolean(await this.valueOf(plain[0])) === true
      const branch = isTrue ? named('do') : named('else')
      return branch ? this.block(await this.valueOf(branch)) : ''
    }
    if (name === 'do') {
      try {
        return await this.block(await this.valueOf(plain[0]))
      } catch (error) {
        const rescue = named('on-error')
        if (!(error instanceof Trap) || !rescue) throw error
        return this.block(await this.valueOf(rescue))
      }
    }
    throw new Trap(`bad command name ${name}`, 3)
  }

  private isDirectory(path: string): boolean {
    if (path === '/' || this.router.menus.has(path)) return true
    for (const menu of this.router.menus.keys()) if (menu.startsWith(`${path}/`)) return true
    return false
  }

  /** `/ip address add …`: the path may be written with spaces, and a line with only a path changes the current menu. */
  private async command(words: Statement): Promise<string> {
    let path = this.menu
    let index = 0
    let verb: string | undefined
    for (; index < words.length && verb === undefined; index++) {
      const word = words[index]
      const part = word?.parts[0]
      if (!word || word.name !== undefined || !part || !('text' in part)) break
      const steps = part.text.split('/')
      if (part.text.startsWith('/')) path = '/'
      for (const step of steps) {
        if (step === '') continue
        const next = path === '/' ? `/${step}` : `${path}/${step}`
        if (step === '..') path = path.slice(0, path.lastIndexOf('/')) || '/'
        else if (verb === undefined && this.isDirectory(next)) path = next
        else verb = step
      }
    }
    if (verb === undefined) {
      this.menu = path
      return ''
    }
    const rest = words.slice(index)
    if (verb === 'find') return this.find(path, rest)
    return this.perform(path, verb, rest)
  }

  private async find(path: string, words: Statement): Promise<string> {
    const menu = this.router.menus.get(path)
    if (!menu) throw new Trap('no such command prefix', 0)
    const conditions: { name: string; operator: string; value: string }[] = []
    for (const word of words) {
      if (word.name !== undefined) {
        conditions.push({ name: word.name, operator: word.operator, value: await this.valueOf(word) })
        continue
      }
      const text = await this.valueOf(word)
      if (text === 'where' || text === 'and' || text === '') continue
      // A flag without a value: `find dynamic`, `find !disabled`.
      conditions.push({ name: text.replace(/^!/, ''), operator: '=', value: text.startsWith('!') ? 'false' : 'true' })
    }
    const matches = (row: Row): boolean =>
      conditions.every(({ name, operator, value }) => {
        const own = row[name] ?? (readBoolean(value) === undefined ? '' : 'false')
        if (operator === '~') return holds(own, value)
        const wanted = readBoolean(own) === undefined ? value : String(readBoolean(value) ?? value)
        return operator === '!=' ? own !== wanted : own === wanted
      })
    return select(this.router, menu, this.caller, new Map(), [])
      .filter(matches)
      .map((row) => row['.id'] ?? '')
      .join(',')
  }

  private async perform(path: string, verb: string, words: Statement): Promise<string> {
    const args = new Map<string, string>()
    const plain: string[] = []
    // `[find]` within a command searches that command's menu.
    const outer = this.menu
    this.menu = path
    for (const word of words) {
      const value = await this.valueOf(word)
      if (word.name === undefined) plain.push(value)
      else args.set(word.name, value)
    }
    this.menu = outer
    const menu = this.router.menus.get(path)
    const order =
      verb === 'get'
        ? menu?.kind === 'single'
          ? ['value-name']
          : ['number', 'value-name']
        : namesFor(verb, menu?.kind)
    for (const [position, value] of plain.entries()) {
      const name = order[position]
      if (name === undefined) args.set(value, '')
      else if (name === 'numbers' && value === '') return ''
      else args.set(name, value)
    }
    // A number is the position of a row, as a terminal counts them.
    for (const name of ['numbers', 'place-before', 'destination']) {
      const value = args.get(name)
      if (value === undefined || !menu || !/^\d+$/.test(value)) continue
      args.set(name, this.router.rows(path)[Number(value)]?.['.id'] ?? value)
    }
    const outcome = await execute(this.router, this.caller, path === '/' ? `/${verb}` : `${path}/${verb}`, args, [])
    return this.answer(outcome)
  }

  private answer(outcome: CommandOutcome): string {
    if ('gone' in outcome) {
      this.router.onReboot()
      throw new SessionEnded('the router restarts')
    }
    if ('stream' in outcome) throw new Trap('failure: endless command in a script', 3)
    for (const row of outcome.rows ?? []) {
      this.output.push(
        Object.entries(row)
          .map(([name, value]) => `${name}=${value}`)
          .join(' '),
      )
    }
    return outcome.done?.['ret'] ?? ''
  }
}

/** Number of rows for the result of `find`, number of characters for anything else. */
const lengthOf = (text: string): number =>
  /^\*[0-9A-F]+(,\*[0-9A-F]+)*$/.test(text) ? text.split(',').length : text.length

function namesFor(verb: string, kind: string | undefined): readonly string[] {
  if (kind === 'single') return []
  if (['set', 'remove', 'enable', 'disable', 'unset', 'comment', 'move'].includes(verb))
    return ['numbers', 'destination']
  if (verb === 'run') return ['number']
  return []
}

/**
 * Runs a script as its owner.
 * @returns its output lines
 * @throws Trap of the command that failed
 */
export async function runScript(router: RouterState, caller: Caller, source: string): Promise<string[]> {
  const run = new Run(router, caller)
  try {
    await run.block(source)
  } catch (error) {
    if (!(error instanceof SessionEnded)) throw error
  }
  return run.output
}
