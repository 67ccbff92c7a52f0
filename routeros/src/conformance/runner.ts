import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readIdentity } from '../actions/identity.ts'
import { unlessRejected } from '../actions/missing.ts'
import { connect } from '../connect.ts'
import type { Session, Target } from '../session.ts'
import type { Check, Permission } from './check.ts'
import type { RunValue } from './run-values.ts'
import { resultOfError, Undetermined } from './result.ts'
import { nothingLeft } from './checks/closing.ts'
import { CheckContext, type RunContext } from './context.ts'
import { readInventory, removeOwn } from './own-rows.ts'
import { makeReport, type CheckOutcome, type ConformanceReport, type RouterSummary } from './report.ts'
import { checks } from './registry.ts'

export interface RunSettings {
  target: Target
  restTarget?: Target
  allowed: ReadonlySet<Permission>
  /** Checks that need one that is absent are not applicable. */
  values?: ReadonlyMap<RunValue, string>
  /** Names of the checks to run; all if absent. */
  only?: ReadonlySet<string>
  showsIdentifiers?: boolean
  /** Ends the run: the current check is stopped, the rest is skipped, and everything is removed. */
  signal?: AbortSignal
  onOutcome?: (outcome: CheckOutcome) => void
}

/** Milliseconds for a check, and for its end after it was stopped. */
const usualDeadline = 20_000
const endDeadline = 15_000
/** Milliseconds in which a lost router has to accept a connection again. */
const reconnectDeadline = 60_000

/** A run of the checks on one router. */
class Run {
  readonly #settings: RunSettings
  readonly #context: RunContext
  #session: Session

  constructor(settings: RunSettings, context: RunContext, session: Session) {
    this.#settings = settings
    this.#context = context
    this.#session = session
  }

  get #isInterrupted(): boolean {
    return this.#settings.signal?.aborted === true
  }

  /** The shared session, opened again if it was lost. @throws RouterError */
  async #open(): Promise<Session> {
    const end = performance.now() + reconnectDeadline
    while (!this.#session.isOpen) {
      try {
        this.#session = await connect(this.#context.target)
      } catch (error) {
        if (performance.now() > end) throw error
        await sleep(1_000)
      }
    }
    return this.#session
  }

  async runAll(): Promise<CheckOutcome[]> {
    const { only, onOutcome } = this.#settings
    const outcomes: CheckOutcome[] = []
    const add = (outcome: CheckOutcome) => {
      outcomes.push(outcome)
      onOutcome?.(outcome)
    }
    try {
      for (const check of checks)
        if (check !== nothingLeft && (only === undefined || only.has(check.name))) add(await this.#result(check))
    } finally {
      const problems = await this.#removeAll()
      const closing = await this.#runCheck(nothingLeft, undefined)
      add({ ...closing, evidence: [...problems, ...closing.evidence] })
      await this.#session.close()
    }
    return outcomes
  }

  async #result(check: Check): Promise<CheckOutcome> {
    const skipped = { check, evidence: [], ms: 0 }
    if (this.#isInterrupted) return { ...skipped, result: 'unknown', reason: 'The run was interrupted.' }
    if (check.needs !== undefined && !this.#settings.allowed.has(check.needs))
      return { ...skipped, result: 'not applicable', reason: `Needs --allow-${check.needs}.` }
    if (check.needsValue !== undefined && this.#settings.values?.has(check.needsValue) !== true)
      return { ...skipped, result: 'not applicable', reason: `Needs --${check.needsValue}.` }
    return this.#runCheck(check, this.#settings.signal)
  }

  /** Runs a check until its deadline or the interrupt, and removes its objects. */
  async #runCheck(check: Check, interrupt: AbortSignal | undefined): Promise<CheckOutcome> {
    const began = performance.now()
    const end = (result: CheckOutcome['result'], reason: string | null, evidence: readonly string[]): CheckOutcome => ({
      check,
      result,
      reason,
      evidence,
      ms: Math.round(performance.now() - began),
    })
    let session: Session
    try {
      session = await this.#open()
    } catch (error) {
      const { reason } = resultOfError(error)
      return end('unknown', `The router could not be reached: ${reason}`, [])
    }
    const controller = new AbortController()
    const context = new CheckContext(this.#context, session, controller.signal)
    const ms = check.timeoutMs ?? usualDeadline
    const stop = (message: string) => controller.abort(new Undetermined(message))
    const timer = setTimeout(() => stop(`The check did not end within ${ms / 1_000} s.`), ms)
    const onInterrupt = () => stop('The run was interrupted.')
    interrupt?.addEventListener('abort', onInterrupt, { once: true })
    const work = check.run(context)
    let outcome: CheckOutcome
    try {
      await Promise.race([work, abortOf(controller.signal)])
      outcome = end('passed', null, context.evidence)
    } catch (error) {
      const { result, reason } = resultOfError(controller.signal.aborted ? controller.signal.reason : error)
      outcome = end(result, reason, context.evidence)
    } finally {
      clearTimeout(timer)
      interrupt?.removeEventListener('abort', onInterrupt)
    }
    if (controller.signal.aborted) {
      // Ends the calls in flight, so that the check can restore what it changed.
      await session.close()
      await settled(work, endDeadline)
    }
    await context.close()
    return { ...outcome, evidence: [...outcome.evidence, ...(await this.#clean(context))] }
  }

  async #clean(context: CheckContext): Promise<string[]> {
    try {
      const problems = await context.clean(await this.#open())
      return problems.map((problem) => `Not removed: ${problem}`)
    } catch (error) {
      return [`Not removed yet: ${resultOfError(error).reason}`]
    }
  }

  /** Ends the script jobs of the run and removes all of its rows. @returns the errors */
  async #removeAll(): Promise<string[]> {
    try {
      const session = await this.#open()
      await this.#endJobs(session)
      const problems = await removeOwn(session, this.#context.prefix)
      return problems.map((problem) => `Not removed: ${problem}`)
    } catch (error) {
      return [`Not removed: ${resultOfError(error).reason}`]
    }
  }

  /** Removes the job that still runs. If the router does not list it, waits until it cannot add a row any more. */
  async #endJobs(session: Session): Promise<void> {
    const { jobs, busyUntil } = this.#context
    const rows = (await unlessRejected(session.print('system/script/job', { proplist: ['type'] }))) ?? []
    const running = rows.flatMap((row) => (jobs.has(row['.id'] ?? '') ? (row['.id'] ?? []) : []))
    if (running.length === 0) await sleep(Math.max(0, busyUntil - performance.now()))
    for (const id of running) await unlessRejected(session.remove('system/script/job', id))
  }
}

/** Waits until a promise settles, for a limited time. */
async function settled(work: Promise<unknown>, ms: number): Promise<void> {
  const controller = new AbortController()
  const timeout = sleep(ms, undefined, { signal: controller.signal }).catch(() => undefined)
  await Promise.race([work.catch(() => undefined), timeout])
  controller.abort()
}

/** Rejects with the reason of the signal. */
const abortOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }))

async function summaryOf(session: Session, settings: RunSettings) {
  const identity = await readIdentity(session)
  const packages = (await unlessRejected(session.print('system/package', { proplist: ['name', 'disabled'] }))) ?? []
  const license = (await unlessRejected(session.print('system/license')))?.[0] ?? {}
  const summary: RouterSummary = {
    board: identity.board,
    architecture: identity.architecture,
    version: identity.version_text,
    packages: packages.flatMap((row) => (row.disabled === 'true' ? [] : (row.name ?? []))),
    transport: settings.target.transport,
    rest: settings.restTarget !== undefined,
    ...(settings.showsIdentifiers === true && identity.serial_number !== null
      ? { serial_number: identity.serial_number }
      : {}),
  }
  const identifiers = [identity.serial_number, license['software-id'], license['system-id']]
  return { summary, identity, identifiers: identifiers.flatMap((one) => one ?? []) }
}

/**
 * Checks what the product assumes about RouterOS on one router, and removes everything that it created, also if it is
 * interrupted.
 * @throws RouterError if the router cannot be reached, or its identity and rows cannot be read
 */
export async function runConformance(settings: RunSettings): Promise<ConformanceReport> {
  const started_at = new Date().toISOString()
  const began = performance.now()
  const { target, restTarget, signal, showsIdentifiers = false } = settings
  const session = await connect(target)
  const prefix = `trunkline-check-${randomBytes(4).toString('hex')}`
  let run: Run
  let of: Awaited<ReturnType<typeof summaryOf>>
  try {
    of = await summaryOf(session, settings)
    const context: RunContext = {
      target,
      restTarget,
      values: settings.values ?? new Map(),
      prefix,
      version: of.identity.version,
      before: await readInventory(session),
      jobs: new Set(),
      busyUntil: 0,
      shared: new Map(),
    }
    run = new Run(settings, context, session)
  } catch (error) {
    await session.close()
    throw error
  }
  const outcomes = await run.runAll()
  return makeReport(
    {
      started_at,
      seconds: Math.round((performance.now() - began) / 1_000),
      interrupted: signal?.aborted === true,
      prefix,
      router: of.summary,
    },
    outcomes,
    {
      secrets: [target.password],
      identifiers: [...of.identifiers, target.host].filter((one) => one !== '127.0.0.1' && one !== 'localhost'),
      showsIdentifiers,
    },
  )
}
