import type { Caller, CommandOutcome } from '../router/caller.ts'
import { execute, isDirectory } from '../router/execute.ts'
import { select } from '../router/print.ts'
import type { RouterState } from '../router/router-state.ts'
import { holds } from '../router/text.ts'
import { Trap } from '../router/trap.ts'
import { parseDuration, readBoolean } from '../router/values.ts'
import type { Row } from '../tables/table.ts'
import { evaluate } from './expression.ts'
import { parseScript, type Part, type Statement, type Word } from './parse.ts'
import { Scope } from './scope.ts'

/** `:return`, or a reboot: no further command of the script runs. */
class ScriptEnded extends Error {}

class Run {
  readonly output: string[] = []
  private readonly router: RouterState
  private readonly caller: Caller
  private readonly stop: AbortSignal
  private scope: Scope
  private menu = '/'

  constructor(router: RouterState, caller: Caller, stop: AbortSignal) {
    this.router = router
    this.caller = caller
    this.stop = stop
    this.scope = new Scope(router, caller.user)
  }

  async script(text: string): Promise<string> {
    let last = ''
    for (const statement of parseScript(text)) {
      // A stopped job runs no further command, and `on-error` does not handle it.
      this.stop.throwIfAborted()
      last = await this.statement(statement)
    }
    return last
  }

  /** Runs `{ … }` with its own local variables. */
  private async block(text: string): Promise<string> {
    const outer = this.scope
    this.scope = outer.inner()
    try {
      return await this.script(text)
    } finally {
      this.scope = outer
    }
  }

  private valueOf(word: Word | undefined): Promise<string> {
    return this.joined(word?.parts ?? [])
  }

  private async joined(parts: readonly Part[]): Promise<string> {
    let text = ''
    for (const part of parts) {
      if ('text' in part) text += part.text
      else if ('variable' in part) text += this.scope.get(part.variable)
      else if ('command' in part) text += await this.inner(part.command)
      else if ('block' in part) text += part.block
      else text += await evaluate(part.expression, (inner) => this.joined(inner))
    }
    return text
  }

  /** Commands in brackets run in their own context: the current menu does not change. */
  private async inner(text: string): Promise<string> {
    const menu = this.menu
    try {
      return await this.script(text)
    } finally {
      this.menu = menu
    }
  }

  private async statement(words: Statement): Promise<string> {
    const [first] = words
    const part = first?.parts[0]
    const start = part && 'text' in part && first.name === undefined ? part.text : ''
    if (start.startsWith(':')) return this.builtin(start.slice(1), words.slice(1))
    // `{ … }` on its own is a block.
    if (part && 'block' in part && first.name === undefined) return this.block(part.block)
    return this.command(words)
  }

  private async builtin(name: string, words: Statement): Promise<string> {
    const plain = words.filter((word) => word.name === undefined)
    const value = (index: number): Promise<string> => this.valueOf(plain[index])
    const found = this.flow(name, words, plain)
    if (found) return found
    if (name === 'log') {
      this.router.log(`script,${await value(0)}`, await value(1))
      return ''
    }
    if (name === 'put') {
      this.output.push(await value(0))
      return ''
    }
    if (name === 'delay') {
      const wait = parseDuration(plain[0] ? await value(0) : '1s')
      if (wait === undefined) throw new Trap('invalid value for argument delay-time', 1)
      await this.router.clock.sleep(wait, this.router.timeBases.delay, this.stop)
      return ''
    }
    if (name === 'local') this.scope.local(await value(0), await value(1))
    else if (name === 'global') this.scope.global(await value(0), plain[1] && (await value(1)))
    else if (name === 'set') this.scope.set(await value(0), await value(1))
    else if (name === 'len') return String(lengthOf(await value(0)))
    else if (name === 'pick') return this.pick(plain)
    else if (name === 'tostr' || name === 'tonum') return value(0)
    else if (name === 'return') throw new ScriptEnded()
    else if (name === 'error') throw new Trap(await value(0), 3)
    else throw new Trap(`bad command name ${name}`, 3)
    return ''
  }

  /** An element of an array, or with an end characters of a text: the values here have no types. */
  private async pick(plain: Statement): Promise<string> {
    const from = Number(await this.valueOf(plain[1]))
    if (plain[2] === undefined) return (await this.array(plain[0]))[from] ?? ''
    return (await this.valueOf(plain[0])).slice(from, Number(await this.valueOf(plain[2])))
  }

  /** Commands that run blocks; undefined: it is not one of them. */
  private flow(name: string, words: Statement, plain: Statement): Promise<string> | undefined {
    const named = (key: string): Word | undefined => words.find((word) => word.name === key)
    if (name === 'if') return this.choose(plain[0], named('do'), named('else'))
    if (name === 'foreach') return this.each(plain[0], named('in'), named('do'))
    if (name === 'do') return this.attempt(plain[0] ?? named('command'), named('on-error'))
    if (name === 'onerror') return this.attempt(named('in'), named('do'), plain[0])
    return undefined
  }

  private async choose(condition: Word | undefined, then: Word | undefined, other: Word | undefined): Promise<string> {
    const branch = readBoolean(await this.valueOf(condition)) === true ? then : other
    return branch ? this.block(await this.valueOf(branch)) : ''
  }

  /** Runs a block for each value of an array, which is `find`'s result or `{1;2}`. */
  private async each(variable: Word | undefined, values: Word | undefined, body: Word | undefined): Promise<string> {
    const [name, block] = [await this.valueOf(variable), await this.valueOf(body)]
    for (const one of await this.array(values)) {
      const outer = this.scope
      this.scope = outer.inner()
      this.scope.local(name, one)
      try {
        await this.block(block)
      } finally {
        this.scope = outer
      }
    }
    return ''
  }

  private async array(word: Word | undefined): Promise<string[]> {
    const [part] = word?.parts ?? []
    if (part && 'block' in part) {
      const values: string[] = []
      for (const [first] of parseScript(part.block)) values.push(await this.valueOf(first))
      return values
    }
    const text = await this.valueOf(word)
    return text === '' ? [] : text.split(/[,;]/)
  }

  /** Runs a block, and another one if a command in it fails, with the message in a variable. */
  private async attempt(body: Word | undefined, rescue: Word | undefined, variable?: Word): Promise<string> {
    try {
      return await this.block(await this.valueOf(body))
    } catch (error) {
      if (!(error instanceof Trap) || !rescue) throw error
      if (variable) this.scope.local(await this.valueOf(variable), error.message)
      return this.block(await this.valueOf(rescue))
    }
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
        else if (verb === undefined && isDirectory(this.router, next)) path = next
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
    const groups: Condition[][] = [[]]
    for (const word of words) {
      const value = await this.valueOf(word)
      if (word.name !== undefined) groups.at(-1)?.push({ name: word.name, operator: word.operator, value })
      else if (value === 'or' || value === '||') groups.push([])
      else if (!['where', 'and', '&&', ''].includes(value)) groups.at(-1)?.push(flagOf(value))
    }
    const matches = (row: Row): boolean => groups.some((all) => all.every((one) => fits(row, one)))
    return select(this.router, menu, this.caller, new Map(), [])
      .filter(matches)
      .map((row) => row['.id'] ?? '')
      .join(',')
  }

  /** Values of a command's words. `[find]` among them searches the menu of the command. */
  private async argumentsIn(path: string, words: Statement): Promise<{ args: Map<string, string>; plain: string[] }> {
    const args = new Map<string, string>()
    const plain: string[] = []
    const outer = this.menu
    this.menu = path
    try {
      for (const word of words) {
        const value = await this.valueOf(word)
        if (word.name === undefined) plain.push(value)
        else args.set(word.name, value)
      }
    } finally {
      this.menu = outer
    }
    return { args, plain }
  }

  private async perform(path: string, verb: string, words: Statement): Promise<string> {
    const { args, plain } = await this.argumentsIn(path, words)
    // `numbers=[find …]` that found nothing changes nothing.
    if (args.get('numbers') === '') return ''
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
      throw new ScriptEnded()
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

interface Condition {
  name: string
  operator: string
  value: string
}

/** A flag without a value: `find dynamic`, `find !disabled`. */
const flagOf = (text: string): Condition => ({
  name: text.replace(/^!/, ''),
  operator: '=',
  value: text.startsWith('!') ? 'false' : 'true',
})

function fits(row: Row, { name, operator, value }: Condition): boolean {
  const own = row[name] ?? (readBoolean(value) === undefined ? '' : 'false')
  if (operator === '~') return holds(own, value)
  const wanted = readBoolean(own) === undefined ? value : String(readBoolean(value) ?? value)
  return operator === '!=' ? own !== wanted : own === wanted
}

/** Number of rows for the result of `find`, number of characters for anything else. */
const lengthOf = (text: string): number =>
  /^\*[0-9A-F]+(,\*[0-9A-F]+)*$/.test(text) ? text.split(',').length : text.length

function namesFor(verb: string, kind: string | undefined): readonly string[] {
  if (kind === 'single') return []
  if (['set', 'remove', 'enable', 'disable', 'unset', 'comment', 'move'].includes(verb))
    return ['numbers', 'destination']
  if (verb === 'sign') return ['numbers']
  if (verb === 'run') return ['number']
  return []
}

/**
 * Runs a script as its owner.
 * @param stop stops it before its next command, and interrupts a `:delay`
 * @returns its output lines
 * @throws Trap of the command that failed; the reason of `stop`
 */
export async function runScript(
  router: RouterState,
  caller: Caller,
  source: string,
  stop: AbortSignal,
): Promise<string[]> {
  const run = new Run(router, caller, stop)
  try {
    await run.script(source)
  } catch (error) {
    if (!(error instanceof ScriptEnded)) throw error
  }
  return run.output
}
