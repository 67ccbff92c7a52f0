import { message, type Message } from '@trunkline/contract/errors'
import { RouterError, type Session } from '@trunkline/routeros'
import { isLost, toDeviceError, wordsOf } from './faults.ts'
import { runGuarded, settleGuarded } from './guarded.ts'
import { notReached, untilReached, type End, type Run } from './run.ts'
import { checkAll, readAll, rejectedBy, resultOf, toStore } from './all-steps.ts'
import {
  canBeSeen,
  isDone,
  readBack,
  readySteps,
  StepError,
  writeStep,
  type Before,
  type StepOutcome,
  type ReadyStep,
} from './steps.ts'

/** Runs the steps of a change, or finds out what has become of one that another worker began. */
export async function runChange(run: Run): Promise<End> {
  const steps = readySteps(run.input.change?.steps ?? [], run.secrets)
  if (run.sentAt !== undefined) {
    const before = storedBefore(run, steps)
    return run.guarded ? settleGuarded(run, steps, before, run.sentAt.getTime()) : settle(run, steps, before)
  }
  return run.guarded ? runGuarded(run, steps) : runPlain(run, steps)
}

function storedBefore(run: Run, steps: readonly ReadyStep[]): Before[] {
  const stored = (run.kept?.['before'] ?? []) as { ids?: string[]; row?: Record<string, string> | null }[]
  return steps.map((_, at) => ({ row: stored[at]?.row ?? undefined, ids: stored[at]?.ids ?? [] }))
}

const done = (outcomes: readonly StepOutcome[]): End => ({ state: 'done', message: null, result: resultOf(outcomes) })

async function runPlain(run: Run, steps: readonly ReadyStep[]): Promise<End> {
  let session: Session
  let before: Before[]
  try {
    session = await untilReached(run, Date.now() + run.timeouts.connectMs, run.session)
    await run.progress('checking')
    before = await checkAll(session, steps, run)
  } catch (error) {
    if (error instanceof StepError) return rejectedBy(error)
    if (error instanceof RouterError) {
      run.drop()
      return error.kind === 'refused'
        ? { state: 'refused', message: wordsOf(error.message) }
        : notReached(toDeviceError(error))
    }
    return notReached(error)
  }
  const outcomes: StepOutcome[] = []
  let sent = false
  for (const [at, step] of steps.entries()) {
    const was = before[at] as Before
    let id: string | undefined
    try {
      if (!isDone(step, was)) {
        if (!sent) {
          await run.markSent(toStore(steps, before))
        }
        sent = true
        id = await writeStep(session, step)
      }
      if (at === steps.length - 1) await run.progress('reading')
      outcomes.push(await readBack(session, step, was, id))
    } catch (error) {
      if (error instanceof StepError)
        return { state: error.changed ? 'unknown' : 'refused', message: afterSteps(outcomes, error.reason) }
      if (!(error instanceof RouterError)) throw error
      if (error.kind === 'refused') return { state: 'refused', message: afterSteps(outcomes, wordsOf(error.message)) }
      // Whatever was lost, the write or the look at it: look again, on a new connection.
      run.drop()
      if (!isLost(error) && !sent && outcomes.length === 0) return notReached(toDeviceError(error))
      const end = await lookAgain(run, step, was, id)
      if ('state' in end) return { ...end, message: end.message && afterSteps(outcomes, end.message) }
      outcomes.push(end)
      if (at < steps.length - 1) {
        try {
          session = await untilReached(run, Date.now() + run.timeouts.lookMs, run.session)
        } catch (problem) {
          return { state: 'unknown', message: afterSteps(outcomes, toDeviceError(problem).reason) }
        }
      }
    }
  }
  return done(outcomes)
}

/** Why the change ended at a step, with the number of those that were completed before. */
const afterSteps = (outcomes: readonly StepOutcome[], cause: Message): Message =>
  outcomes.length === 0 ? cause : message('command.partly_done', { cause, steps: outcomes.length })

/** After the connection was lost: what the device has now. */
async function lookAgain(
  run: Run,
  step: ReadyStep,
  before: Before,
  id: string | undefined,
): Promise<StepOutcome | End> {
  if (!canBeSeen(step)) return { state: 'unknown', message: message('command.unverifiable', { after: 'connection' }) }
  try {
    return await untilReached(run, Date.now() + run.timeouts.lookMs, async (options) => {
      const session = await run.session(options)
      try {
        return await readBack(session, step, before, id)
      } catch (error) {
        if (error instanceof RouterError) run.drop()
        if (!(error instanceof StepError)) throw error
        return { state: 'unknown', message: message('command.checked', { after: 'connection', cause: error.reason }) }
      }
    })
  } catch (error) {
    const cause = toDeviceError(error).reason
    return { state: 'unknown', message: message('command.unchecked', { after: 'connection', cause }) }
  }
}

/** A worker ended between sending and looking. The device is looked at, and never written to. */
async function settle(run: Run, steps: readonly ReadyStep[], before: readonly Before[]): Promise<End> {
  if (!steps.every(canBeSeen))
    return { state: 'unknown', message: message('command.unverifiable', { after: 'worker' }) }
  await run.progress('reading')
  try {
    return await untilReached(run, Date.now() + run.timeouts.lookMs, async (options) => {
      const session = await run.session(options)
      try {
        return done(await readAll(session, steps, before))
      } catch (error) {
        if (error instanceof RouterError) run.drop()
        if (!(error instanceof StepError)) throw error
        return { state: 'unknown', message: message('command.checked', { after: 'worker', cause: error.reason }) }
      }
    })
  } catch (error) {
    const cause = toDeviceError(error).reason
    return { state: 'unknown', message: message('command.unchecked', { after: 'worker', cause }) }
  }
}
