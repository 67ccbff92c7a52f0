import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Socket } from 'node:net'
import type { CommandFault } from '../faults.ts'
import type { Caller, CommandOutcome } from '../router/caller.ts'
import type { ApiLogin, Ending } from '../router/router-state.ts'
import { policiesOf } from '../router/rules-system.ts'
import { Trap } from '../router/trap.ts'
import { listHolds } from '../router/values.ts'
import type { Row } from '../tables/table.ts'
import type { Dispatcher } from './dispatcher.ts'
import { Line } from './line.ts'
import { encodeSentence, SentenceReader, WireError } from './wire.ts'

export interface ApiHost {
  dispatcher: Dispatcher
  rebootNow: () => void
  /** Whether it still answers for some time after a reboot command, and confirms the command itself. */
  shutsDownSlowly?: boolean
  /** Whether the connection is blocked at the moment. */
  isCutOff: () => boolean
}

const closed = { bytes: 4096, words: 20 }
const open = { bytes: 0x10000000, words: 4096 }

interface Sentence {
  command: string
  args: Map<string, string>
  queries: string[]
  tag: string | undefined
}

function parse(words: readonly string[]): Sentence {
  const [command = '', ...rest] = words
  const sentence: Sentence = { command, args: new Map(), queries: [], tag: undefined }
  for (const word of rest) {
    if (word.startsWith('?')) {
      sentence.queries.push(word)
      continue
    }
    const from = word.startsWith('=') ? 1 : 0
    const cut = word.indexOf('=', from)
    const name = cut < 0 ? word.slice(from) : word.slice(from, cut)
    const value = cut < 0 ? '' : word.slice(cut + 1)
    if (name === '.tag' && from === 0) sentence.tag = value
    else sentence.args.set(name, value)
  }
  return sentence
}

const same = (one: string, other: string): boolean => {
  const [left, right] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}

/** One connection of the binary API on the router's side. */
export class ApiConnection {
  readonly line: Line
  private readonly host: ApiHost
  /** A rule drops what its client sends, also the end of the connection. */
  isSilenced = false
  private readonly reader: SentenceReader
  private readonly address: string
  private caller: Caller | undefined
  private login: ApiLogin | undefined
  private challenge: Buffer | undefined
  /** Running endless commands, by tag. */
  private readonly running = new Map<string, { stop: () => void; tag: string | undefined }>()
  private count = 0

  constructor(socket: Socket, host: ApiHost) {
    this.host = host
    this.address = socket.remoteAddress ?? ''
    this.line = new Line(socket, host.dispatcher.faults)
    this.reader = new SentenceReader(() => (this.caller ? open : closed))
    this.line.onData = (chunk) => this.handle(chunk)
    socket.on('close', (hasError) => {
      // A closed connection whose packets are dropped is not noticed.
      if (!this.isSilenced) this.end(hasError ? 'reset' : 'fin')
    })
    socket.on('error', () => socket.destroy())
  }

  private handle(chunk: Buffer): void {
    let sentences: string[][]
    try {
      sentences = this.reader.push(chunk)
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      this.line.write(encodeSentence(['!fatal', error.message]))
      this.line.end()
      return
    }
    for (const words of sentences) this.handleSentence(words)
  }

  private handleSentence(words: readonly string[]): void {
    const sentence = parse(words)
    this.host.dispatcher.note(this.caller?.user ?? '', words)
    if (sentence.command === '/login') this.logIn(sentence)
    else if (sentence.command === '/quit') {
      this.host.dispatcher.router.safeMode.left(this)
      this.line.write(encodeSentence(['!fatal', 'session terminated on request']))
      this.line.end()
    } else if (!this.caller) {
      this.line.write(encodeSentence(['!fatal', 'not logged in']))
      this.line.end()
    } else if (sentence.command === '/cancel') this.cancel(sentence)
    else this.run(sentence, this.caller)
  }

  private sentence(word: string, values: Row, tag: string | undefined): Buffer {
    const words = tag === undefined ? [word] : [word, `.tag=${tag}`]
    for (const name in values) words.push(`=${name}=${values[name]}`)
    return encodeSentence(words)
  }

  private trap(error: Trap, tag: string | undefined): Buffer {
    const values: Row = error.category === undefined ? {} : { category: String(error.category) }
    return this.sentence('!trap', { ...values, message: error.message }, tag)
  }

  private logIn({ args, tag }: Sentence): void {
    const { version } = this.host.dispatcher.router
    const name = args.get('name')
    const response = args.get('response')
    const password = args.get('password')
    if (response !== undefined && name !== undefined && this.challenge) {
      this.finish(
        this.admit(name, (known) => same(response.toLowerCase(), this.answerOf(known))),
        name,
        tag,
        'cannot log in',
      )
      return
    }
    const supportsChallenge = !version.has('noChallenge')
    if (supportsChallenge && (name === undefined || password === undefined || !version.has('plainLogin'))) {
      // Versions before 6.43 require a challenge response, and send a challenge in reply to a password.
      this.challenge = randomBytes(16)
      this.line.write(this.sentence('!done', { ret: this.challenge.toString('hex') }, tag))
      return
    }
    const isRight = name !== undefined && this.admit(name, (known) => same(known, password ?? ''))
    this.finish(
      isRight,
      name ?? '',
      tag,
      version.has('plainLogin') ? 'invalid user name or password (6)' : 'cannot log in',
    )
  }

  private answerOf(password: string): string {
    const hash = createHash('md5')
    hash
      .update(Buffer.from([0]))
      .update(password, 'utf8')
      .update(this.challenge ?? Buffer.alloc(0))
    return `00${hash.digest('hex')}`
  }

  private admit(name: string, isRight: (password: string) => boolean): boolean {
    const { router, faults } = this.host.dispatcher
    const row = router.table('/user').rows.find((user) => user['name'] === name && user['disabled'] !== 'true')
    const isKnown = isRight(row?.['password'] ?? '') && row !== undefined
    if (!isKnown || faults.meet(['refuseLogin']) !== undefined) return false
    const policies = policiesOf(router, row['group'])
    return policies.has('api') && listHolds(row['address'], this.address)
  }

  private finish(isRight: boolean, name: string, tag: string | undefined, message: string): void {
    const { router } = this.host.dispatcher
    if (!isRight) {
      router.log('system,error,critical', `login failure for user ${name} from ${this.address} via api`)
      this.line.write(this.trap(new Trap(message), tag))
      this.line.write(this.sentence('!done', {}, tag))
      return
    }
    const group = router.table('/user').rows.find((user) => user['name'] === name)?.['group']
    this.caller = { user: name, policies: policiesOf(router, group), via: 'api', address: this.address, session: this }
    if (this.login) router.logins.delete(this.login)
    this.login = {
      user: name,
      address: this.address,
      via: 'api',
      since: router.now(),
      job: router.jobs.nextId(),
      session: this,
      close: () => this.line.destroy(),
    }
    router.logins.add(this.login)
    router.log('system,info,account', `user ${name} logged in from ${this.address} via api`)
    this.line.write(this.sentence('!done', {}, tag))
  }

  private cancel({ args, tag }: Sentence): void {
    const wanted = args.get('tag')
    const ended = [...this.running].filter(([key]) => wanted === undefined || key === wanted)
    for (const [key, one] of ended) {
      one.stop()
      this.running.delete(key)
      this.line.write(this.trap(new Trap('interrupted', 2), one.tag))
    }
    this.line.write(this.sentence('!done', {}, tag))
    for (const [, one] of ended) this.line.write(this.sentence('!done', {}, one.tag))
  }

  private run(sentence: Sentence, caller: Caller): void {
    const { dispatcher } = this.host
    const fault = dispatcher.meet(sentence.command)
    const wait = dispatcher.turn() + (fault?.kind === 'slow' ? fault.ms : 0)
    const start = (): void => {
      if (this.line.isOver) return
      this.perform(sentence, caller, fault)
    }
    if (wait <= 0) start()
    else setTimeout(start, wait)
  }

  private perform({ command, args, queries, tag }: Sentence, caller: Caller, fault: CommandFault | undefined): void {
    try {
      const outcome = this.host.dispatcher.do(caller, command, args, queries, fault)
      if (outcome instanceof Promise) {
        outcome.then(
          (settled) => this.answer(settled, command, tag, fault),
          (error: unknown) => this.reject(error, tag, fault),
        )
      } else this.answer(outcome, command, tag, fault)
    } catch (error) {
      this.reject(error, tag, fault)
    }
  }

  private reject(error: unknown, tag: string | undefined, fault: CommandFault | undefined): void {
    if (!(error instanceof Trap)) {
      // A bug in the simulator: report it, and keep the router running.
      console.error(error)
      this.reject(new Trap('failure: internal error'), tag, fault)
      return
    }
    this.send(Buffer.concat([this.trap(error, tag), this.sentence('!done', {}, tag)]), fault)
  }

  private answer(
    outcome: CommandOutcome,
    command: string,
    tag: string | undefined,
    fault: CommandFault | undefined,
  ): void {
    if (this.line.isOver) return
    if ('gone' in outcome) {
      this.host.rebootNow()
      if (this.host.shutsDownSlowly === true) this.send(this.sentence('!done', {}, tag), fault)
      return
    }
    if ('stream' in outcome) {
      this.stream(outcome.stream, tag)
      return
    }
    const rows = outcome.rows ?? []
    const parts = rows.map((row) => this.sentence('!re', row, tag))
    const isPrint = /\/(print|getall)$/.test(command) && outcome.done === undefined
    if (rows.length === 0 && isPrint && this.host.dispatcher.router.version.has('empty')) {
      parts.push(this.sentence('!empty', {}, tag))
    }
    parts.push(this.sentence('!done', outcome.done ?? {}, tag))
    this.send(Buffer.concat(parts), fault)
  }

  private send(bytes: Buffer, fault: CommandFault | undefined): void {
    if (fault?.kind === 'silent') return
    if (fault?.kind === 'reboot') this.host.rebootNow()
    else if (fault?.kind === 'cut') {
      const share = fault.midReply ? Math.floor(bytes.length / 2) : (fault.afterBytes ?? 0)
      this.line.writeLast(bytes.subarray(0, Math.min(share, bytes.length - 1)))
    } else this.line.write(bytes)
  }

  private stream(stream: Extract<CommandOutcome, { stream: unknown }>['stream'], tag: string | undefined): void {
    this.count += 1
    const key = tag ?? ` ${this.count}`
    let isOver = false
    const stop = stream.start(
      (row) => {
        if (!isOver) this.line.write(this.sentence('!re', row, tag))
      },
      (trap) => {
        isOver = true
        this.running.delete(key)
        if (trap) this.line.write(this.trap(trap, tag))
        this.line.write(this.sentence('!done', {}, tag))
      },
    )
    if (isOver) return
    this.running.set(key, {
      tag,
      stop: () => {
        isOver = true
        stop()
      },
    })
  }

  /** The router found that the client does not answer any more. The client learns it when it can be reached again. */
  expire(): void {
    this.end('reset')
  }

  /** The connection was closed: its running commands end, and changes under safe mode are undone. */
  private end(ending: Ending): void {
    for (const { stop } of this.running.values()) stop()
    this.running.clear()
    const { router } = this.host.dispatcher
    if (this.login) router.logins.delete(this.login)
    if (this.caller)
      router.log('system,info,account', `user ${this.caller.user} logged out from ${this.address} via api`)
    if (this.caller) router.endSession(this, ending)
    this.caller = undefined
  }
}
