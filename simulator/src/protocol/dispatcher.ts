import { commandFaults, printFaults, type CommandFault, type Faults, type PrintFault } from '../faults.ts'
import type { Args, Caller, CommandOutcome } from '../router/caller.ts'
import { execute, resolve } from '../router/execute.ts'
import { narrowed, proplistOf } from '../router/print.ts'
import type { RouterState } from '../router/router-state.ts'
import { Trap } from '../router/trap.ts'
import type { Row } from '../tables/table.ts'

/** A received command, without passwords. */
export interface LoggedCommand {
  at: number
  user: string
  words: string[]
}

const masked = /^=(password|passphrase|secret|response|private-key|preshared-key|pin|.*-password|.*\.passphrase)=./

/** Secrets in the text of scripts and files. A name starts at its first letter only: long words cost linear time. */
const within = /((?:password|passphrase|secret|(?<![a-z])[a-z]+-key)=)("(?:[^"\\]|\\.)*"|[^\s;=]+)/g

const maxLoggedCommands = 10_000

/** Number of commands that a router answers immediately after a pause. */
const burst = 150

/**
 * Executes the commands of all transports: logs them, limits their rate to that of a real router, and applies faults.
 */
export class Dispatcher {
  readonly commands: LoggedCommand[] = []
  readonly router: RouterState
  readonly faults: Faults
  private readonly perSecond: number | undefined
  private free = 0

  constructor(router: RouterState, faults: Faults, perSecond: number | undefined) {
    this.router = router
    this.faults = faults
    this.perSecond = perSecond
  }

  note(user: string, words: readonly string[]): void {
    this.commands.push({
      at: Date.now(),
      user,
      words: words.map((word) => {
        const found = masked.exec(word)
        return found ? `=${found[1]}=***` : word.replace(within, '$1***')
      }),
    })
    if (this.commands.length > maxLoggedCommands) this.commands.splice(0, maxLoggedCommands / 2)
  }

  /**
   * Milliseconds until the router executes the next command. A burst is answered immediately, further commands at
   * the router's rate, regardless of the number of connections.
   */
  turn(): number {
    if (this.perSecond === undefined) return 0
    const step = 1000 / this.perSecond
    const now = Date.now()
    this.free = Math.max(this.free + step, now - burst * step)
    return Math.max(0, this.free - now)
  }

  /** The fault that applies to this command. */
  meet(path: string): CommandFault | undefined {
    const { menuPath, verb } = resolve(this.router, path)
    return this.faults.meet(commandFaults, { menu: menuPath, verb })
  }

  /** Executes a command, as modified by a fault. @throws Trap */
  do(
    caller: Caller,
    path: string,
    args: Args,
    queries: readonly string[],
    fault: CommandFault | undefined,
  ): CommandOutcome | Promise<CommandOutcome> {
    if (fault?.kind === 'refuse') throw new Trap(fault.message, fault.category)
    if (fault?.kind === 'endless') return { stream: endless }
    if (fault && 'does' in fault && fault.does === false) return {}
    const { verb, menuPath } = resolve(this.router, path)
    if (fault?.kind === 'lie') return verb === 'add' ? { done: { ret: this.unusedId() } } : {}
    const outcome = execute(this.router, caller, path, fault?.kind === 'halfApply' ? firstOnly(args) : args, queries)
    if (verb !== 'print' || outcome instanceof Promise || !('rows' in outcome)) return outcome
    const altering = this.faults.meetAll(printFaults, { menu: menuPath, verb })
    return altering.length === 0 ? outcome : { rows: altered(outcome.rows ?? [], args, altering) }
  }

  private unusedId(): string {
    return `*${(0x7000 + this.commands.length).toString(16).toUpperCase()}`
  }
}

/** The rows of a print as changed by faults. */
function altered(rows: readonly Row[], args: Args, faults: readonly PrintFault[]): readonly Row[] {
  const proplist = proplistOf(args)
  let left = rows
  for (const fault of faults) {
    if (fault.kind === 'foreignRows') left = [...left, ...fault.rows.map((row) => narrowed(row, proplist))]
    else if (proplist === undefined && fault.whole !== true) continue
    else if (fault.kind === 'omitRows') left = left.slice(0, Math.max(0, left.length - fault.rows))
    else
      left = left.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !fault.fields.includes(name))))
  }
  return left
}

function firstOnly(args: Args): Args {
  let isFirst = true
  const stored = new Map<string, string>()
  for (const [name, value] of args) {
    const isAddress = name === '.id' || name === 'numbers'
    if (isAddress || isFirst) stored.set(name, value)
    if (!isAddress) isFirst = false
  }
  return stored
}

const endless = {
  start(emit: (row: Row) => void): () => void {
    let id = 0
    const timer = setInterval(() => {
      for (let index = 0; index < 50; index++) {
        id += 1
        emit({ '.id': `*${id.toString(16).toUpperCase()}`, name: `row${id}` })
      }
    }, 5)
    return () => clearInterval(timer)
  },
}
