import { setTimeout as sleep } from 'node:timers/promises'
import { isMissingMenu } from '../actions/missing.ts'
import { connect } from '../connect.ts'
import { RouterError } from '../errors.ts'
import type { Answer, Session, Target, Values } from '../session.ts'
import type { ReadText } from '../wire/text.ts'
import { isSince, type Version } from '../values/version.ts'
import type { RunValue } from './run-values.ts'
import { CheckFailure, NotApplicable } from './result.ts'
import { removeOwn, type Inventory } from './own-rows.ts'
import { RawConnection } from './raw-connection.ts'
import { RestProbe } from './rest-probe.ts'

/** Maximum length of one line of evidence, and number of lines. */
const maxEvidence = { characters: 300, lines: 12 }

/** Milliseconds between two attempts of `until`. */
const pollInterval = 250

/** The router under test, and what all checks of a run share. */
export interface RunContext {
  target: Target
  /** Undefined if no REST port was given. */
  restTarget: Target | undefined
  values: ReadonlyMap<RunValue, string>
  /** `trunkline-check-` and a random number: in every object that the run creates. */
  prefix: string
  version: Version
  /** The rows of the router before the first check. */
  before: Inventory
  /** Ids of script jobs that checks started. */
  jobs: Set<string>
  /** Time (`performance.now()`) until which a started script may still add rows. */
  busyUntil: number
  /** Results that several checks share: a restart serves all that observe one. */
  shared: Map<string, Promise<unknown>>
}

/** What one check uses: connections, evidence, and the objects that it creates. */
export class CheckContext {
  readonly run: RunContext
  readonly session: Session
  /** Aborted at the deadline of the check, and when the run is interrupted. */
  readonly signal: AbortSignal
  readonly evidence: string[] = []
  readonly #sessions: Session[] = []
  readonly #connections: RawConnection[] = []
  readonly #probes: RestProbe[] = []
  readonly #menus = new Set<string>()

  constructor(run: RunContext, session: Session, signal: AbortSignal) {
    this.run = run
    this.session = session
    this.signal = signal
  }

  get prefix(): string {
    return this.run.prefix
  }

  get version(): Version {
    return this.run.version
  }

  /** A value of the operator. @throws NotApplicable if it was not given */
  value(name: RunValue): string {
    const value = this.run.values.get(name)
    if (value === undefined) throw new NotApplicable(`Needs --${name}.`)
    return value
  }

  /** Adds a line to the evidence of the report. */
  note(text: string): void {
    if (this.evidence.length >= maxEvidence.lines) return
    const line = text.replaceAll(/[\r\n]+/g, '⏎')
    this.evidence.push(line.length > maxEvidence.characters ? `${line.slice(0, maxEvidence.characters)}…` : line)
  }

  /** Another session with the router, which is closed after the check. @throws RouterError */
  async open(of: Partial<Target> = {}): Promise<Session> {
    const session = await connect({ ...this.run.target, signal: this.signal, ...of })
    this.#sessions.push(session)
    return session
  }

  /** A connection without a login. @throws RouterError */
  async openRaw(readText?: ReadText): Promise<RawConnection> {
    const connection = await RawConnection.open(this.run.target, this.signal, readText)
    this.#connections.push(connection)
    return connection
  }

  /** A connection with a login. @throws RouterError */
  async logInRaw(readText?: ReadText): Promise<RawConnection> {
    const connection = await this.openRaw(readText)
    await connection.logIn(this.run.target)
    return connection
  }

  /** @throws NotApplicable if no REST port was given, or the router has no REST */
  restTarget(): Target {
    if (!isSince(this.version, '7.1')) throw new NotApplicable('REST exists since 7.1.')
    if (this.run.restTarget === undefined) throw new NotApplicable('No port of the REST interface was given.')
    return this.run.restTarget
  }

  /** Requests to the REST interface with their statuses. @throws NotApplicable */
  rest(): RestProbe {
    const probe = new RestProbe(this.restTarget())
    this.#probes.push(probe)
    return probe
  }

  /** A session over REST. @throws NotApplicable, RouterError */
  openRest(): Promise<Session> {
    return this.open(this.restTarget())
  }

  /** Rows with the prefix are removed from this menu after the check. */
  cleans(menu: string): void {
    this.#menus.add(menu)
  }

  /**
   * Adds a row, which is removed after the check.
   * @returns its id
   * @throws NotApplicable if the router lacks the menu; RouterError
   */
  async add(menu: string, values: Values): Promise<string> {
    this.cleans(menu)
    return this.ifPresent(menu, this.session.add(menu, values))
  }

  /** Starts a script in the background. @returns the id of its job; @throws NotApplicable, CheckFailure, RouterError */
  async startJob(script: string, session = this.session): Promise<string> {
    const { ret } = await this.ifPresent('execute', session.run('execute', { script }))
    if (ret === undefined) throw new CheckFailure('/execute returned no id of a job.')
    this.run.jobs.add(ret)
    return ret
  }

  /** Runs a command that some routers lack. @throws NotApplicable, RouterError */
  command(command: string, args: Values = {}): Promise<Answer> {
    return this.ifPresent(command, this.session.run(command, args))
  }

  /** @throws NotApplicable if the router lacks the menu or command */
  async ifPresent<T>(path: string, work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      if (isMissingMenu(error)) throw new NotApplicable(`The router has no /${path}.`)
      throw error
    }
  }

  async sleep(ms: number): Promise<void> {
    try {
      await sleep(ms, undefined, { signal: this.signal })
    } catch {
      throw new RouterError('timeout', 'The check was ended.')
    }
  }

  /** Whether a condition holds within a time. A lost connection counts as not yet. @throws RouterError at the deadline */
  async until(ms: number, isReached: () => Promise<boolean>): Promise<boolean> {
    const end = performance.now() + ms
    for (;;) {
      try {
        if (await isReached()) return true
      } catch (error) {
        if (!(error instanceof RouterError) || error.kind === 'refused') throw error
      }
      if (performance.now() > end) return false
      await this.sleep(pollInterval)
    }
  }

  /** Closes the connections of the check, except the shared session. */
  async close(): Promise<void> {
    for (const connection of this.#connections) connection.reset()
    for (const probe of this.#probes) probe.close()
    await Promise.allSettled(this.#sessions.map((session) => session.close()))
  }

  /**
   * Removes the objects of the check.
   * @returns the error messages of rows that could not be removed
   * @throws RouterError
   */
  clean(session: Session): Promise<string[]> {
    return this.#menus.size === 0 ? Promise.resolve([]) : removeOwn(session, this.prefix, this.#menus)
  }
}
