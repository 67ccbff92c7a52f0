import { message, type Message } from '@trunkline/contract/errors'
import { RouterError, type Session } from '@trunkline/routeros'
import { isLost, toDeviceError, deviceMessage } from './faults.ts'
import { runGuarded, settleGuarded } from './guarded.ts'
import { notReached, untilReached, type CommandOutcome, type Run } from './run.ts'
import { checkAll, rejectedBy, resultOf, toStore } from './all-steps.ts'
import {
  canBeSeen,
  isDone,
  readBack,
  readySteps,
  StepError,
  writeStep,
  type StepBaseline,
  type StepOutcome,
  type ReadyStep,
} from './steps.ts'

/** Runs the steps of a change, or checks the result of one that another worker started. */
export async function runChange(run: Run): Promise<CommandOutcome> {
  const steps = readySteps(run.input.change?.steps ?? [], run.secrets, run.savedState?.['unchecked'] === true)
  if (run.sentAt !== undefined) {
    const before = storedBefore(run, steps)
    return run.guarded ? settleGuarded(run, steps, before, run.sentAt.getTime()) : settle(run, steps, before)
  }
  return run.guarded ? runGuarded(run, steps) : runPlain(run, steps)
}

function storedBefore(run: Run, steps: readonly ReadyStep[]): StepBaseline[] {
  const stored = (run.savedState?.['before'] ?? []) as { ids?: string[]; row?: Record<string, string> | null }[]
  return steps.map((_, at) => ({ row: stored[at]?.row ?? undefined, ids: stored[at]?.ids ?? [] }))
}

const done = (outcomes: readonly StepOutcome[]): CommandOutcome => ({
  state: 'done',
  message: null,
  result: resultOf(outcomes),
})

async function runPlain(run: Run, steps: readonly ReadyStep[]): Promise<CommandOutcome> {
  let session: Session
  let before: StepBaseline[]
  try {
    session = await untilReached(run, Date.now() + run.timeouts.connectMs, run.session)
    await run.progress('checking')
    before = await checkAll(session, steps, run)
  } catch (error) {
    if (error instanceof StepError) return rejectedBy(error)
    if (error instanceof RouterError) {
      run.drop()
      return error.kind === 'refused'
        ? { state: 'refused', message: deviceMessage(error.message) }
        : notReached(toDeviceError(error))
    }
    return notReached(error)
  }
  const outcomes: StepOutcome[] = []
  let sent = false
  for (const [at, step] of steps.entries()) {
    const was = before[at] as StepBaseline
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
        return { state: error.changed ? 'differs' : 'refused', message: afterSteps(outcomes, error.reason) }
      if (!(error instanceof RouterError)) throw error
      if (error.kind === 'refused')
        return { state: 'refused', message: afterSteps(outcomes, deviceMessage(error.message)) }
      // The write or the read-back was lost: read again on a new connection.
      run.drop()
      if (!isLost(error) && !sent && outcomes.length === 0) return notReached(toDeviceError(error))
      const end = await readAgain(run, step, was, id)
      if ('state' in end) return { ...end, message: end.message && afterSteps(outcomes, end.message) }
      outcomes.push(end)
      if (at < steps.length - 1) {
        try {
          session = await untilReached(run, Date.now() + run.timeouts.lookMs, run.session)
        } catch (problem) {
          // The steps so far were read back, and the others were not sent.
          return { state: 'refused', message: afterSteps(outcomes, toDeviceError(problem).reason) }
        }
      }
    }
  }
  return done(outcomes)
}

/** Why the change ended at a step, with the number of steps completed before. */
const afterSteps = (outcomes: readonly StepOutcome[], cause: Message): Message =>
  outcomes.length === 0 ? cause : message('command.partly_done', { cause, steps: outcomes.length })

/** After the connection was lost: the state of the device. */
async function readAgain(
  run: Run,
  step: ReadyStep,
  before: StepBaseline,
  id: string | undefined,
): Promise<StepOutcome | CommandOutcome> {
  if (!canBeSeen(step)) return { state: 'unknown', message: message('command.unverifiable', { after: 'connection' }) }
  try {
    return await untilReached(run, Date.now() + run.timeouts.lookMs, async (options) => {
      const session = await run.session(options)
      try {
        return await readBack(session, step, before, id)
      } catch (error) {
        if (error instanceof RouterError) run.drop()
        if (!(error instanceof StepError)) throw error
        return foundEnd(error, message('command.checked', { after: 'connection', cause: error.reason }))
      }
    })
  } catch (error) {
    const cause = toDeviceError(error).reason
    return { state: 'unknown', unchecked: true, message: message('command.unchecked', { after: 'connection', cause }) }
  }
}

/**
 * The end of a command whose result was read later: a device in its previous state has not applied it. One in neither
 * state needs the attention of a user.
 */
const foundEnd = ({ changed }: StepError, reason: Message): CommandOutcome => ({
  state: changed ? 'differs' : 'refused',
  message: reason,
})

/**
 * A worker died between sending and reading back, or the device could not be read after the command. Reads the device
 * and never writes to it.
 */
async function settle(run: Run, steps: readonly ReadyStep[], before: readonly StepBaseline[]): Promise<CommandOutcome> {
  const after = run.savedState?.['unchecked'] === true ? 'connection' : 'worker'
  if (!steps.every(canBeSeen)) return { state: 'unknown', message: message('command.unverifiable', { after }) }
  await run.progress('reading')
  try {
    return await untilReached(run, Date.now() + run.timeouts.lookMs, async (options) => {
      const session = await run.session(options)
      const outcomes: StepOutcome[] = []
      try {
        for (const [at, step] of steps.entries())
          outcomes.push(await readBack(session, step, before[at] as StepBaseline, undefined))
        return done(outcomes)
      } catch (error) {
        if (error instanceof RouterError) run.drop()
        if (!(error instanceof StepError)) throw error
        return foundEnd(error, message('command.checked', { after, cause: afterSteps(outcomes, error.reason) }))
      }
    })
  } catch (error) {
    const cause = toDeviceError(error).reason
    return { state: 'unknown', unchecked: true, message: message('command.unchecked', { after, cause }) }
  }
}
