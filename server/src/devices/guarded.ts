import { setTimeout as sleep } from 'node:timers/promises'
import { message, type Message } from '@trunkline/contract/errors'
import { confirmRollback, isRollbackArmed, armRollback, RouterError, type Session } from '@trunkline/routeros'
import { checkAll, readAll, rejectedBy, resultOf, toStore } from './all-steps.ts'
import { toDeviceError, wordsOf } from './faults.ts'
import { DeviceError } from './devices.ts'
import { notReached, untilReached, type End, type Run } from './run.ts'
import { isDone, sameAsBefore, StepError, writeStep, type Before, type StepOutcome, type ReadyStep } from './steps.ts'

const nameOf = (run: Run) => `trunkline-${run.id}`

/**
 * A change that may cut the panel off: the router is told to go back by itself, then the change is made, seen on a new
 * connection, and only then confirmed. Whatever breaks off in between leaves the router with what it had.
 */
export async function runGuarded(run: Run, steps: readonly ReadyStep[]): Promise<End> {
  let session: Session
  let before: Before[]
  try {
    session = await untilReached(run, Date.now() + run.timeouts.connectMs, run.session)
    await run.progress('checking')
    before = await checkAll(session, steps, run)
    if (steps.every((step, at) => isDone(step, before[at] as Before)))
      return { state: 'done', message: null, result: resultOf(await readAll(session, steps, before)) }
  } catch (error) {
    if (error instanceof StepError) return rejectedBy(error)
    if (!(error instanceof RouterError)) return notReached(error)
    run.drop()
    return error.kind === 'refused'
      ? { state: 'refused', message: wordsOf(error.message) }
      : notReached(toDeviceError(error))
  }
  await run.progress('saving')
  const laidAt = Date.now()
  try {
    await armRollback(session, { name: nameOf(run), afterSeconds: run.timeouts.guardSeconds })
    await proveWayBack(session, nameOf(run))
  } catch (error) {
    return notLaid(run, error)
  }
  await run.markSent(toStore(steps, before))
  const ids: (string | undefined)[] = []
  try {
    for (const [at, step] of steps.entries())
      ids.push(isDone(step, before[at] as Before) ? undefined : await writeStep(session, step))
  } catch (error) {
    if (!(error instanceof RouterError)) throw error
    if (error.kind === 'refused')
      return ids.some((_, at) => !isDone(steps[at] as ReadyStep, before[at] as Before))
        ? gone(run, steps, before, ids, laidAt, wordsOf(error.message))
        : withdrawn(run, steps, before, laidAt, wordsOf(error.message))
    // Lost: what has become of it is seen on the new connection.
  }
  return settleGuarded(run, steps, before, laidAt, ids)
}

/**
 * Reads the way back as the router has kept it: one of which only a part was taken over would never be taken.
 * @throws DeviceError refused, RouterError
 */
async function proveWayBack(session: Session, name: string): Promise<void> {
  const rows = await session.print('system/scheduler', {
    proplist: ['name', 'on-event', 'start-time', 'start-date', 'disabled'],
    where: { name },
  })
  const row = rows[0]
  if (
    row === undefined ||
    !(row['on-event'] ?? '').includes('backup load') ||
    !/^\d{1,2}:\d\d:\d\d$/.test(row['start-time'] ?? '') ||
    (row['start-date'] ?? '') === '' ||
    ['true', 'yes'].includes(row['disabled'] ?? '')
  )
    throw new DeviceError('refused', message('command.rollback_not_stored'))
}

/** The way back could not be laid, so nothing was written. */
async function notLaid(run: Run, error: unknown): Promise<End> {
  const { error: problem, reason } = toDeviceError(error)
  run.drop()
  // What was begun of it is taken away, and seen to be gone; where that fails, the device restarts once with what it has.
  const notes = (await confirmed(run, Date.now())) ? [] : [message('command.may_restart')]
  return problem === 'refused'
    ? { state: 'refused', message: message('command.rollback_not_armed', { cause: reason, notes }) }
    : { state: 'unreachable', message: message('command.rollback_lost', { notes }) }
}

/** The device refused and has changed nothing: the way back is taken away again. */
async function withdrawn(
  run: Run,
  steps: readonly ReadyStep[],
  before: readonly Before[],
  laidAt: number,
  cause: Message,
): Promise<End> {
  const removed = await confirmed(run, laidAt)
  if (removed) return { state: 'refused', message: cause }
  return gone(run, steps, before, [], laidAt, cause)
}

/**
 * Takes the way back away and makes sure that it is gone. `laidAt` in milliseconds of the clock: from when on the
 * time for it counts.
 */
async function confirmed(run: Run, laidAt: number): Promise<boolean> {
  while (Date.now() < laidAt + run.timeouts.confirmMs) {
    let session: Session | undefined
    try {
      session = await run.fresh({ connectTimeoutMs: run.timeouts.connectMs })
      if (Date.now() >= laidAt + run.timeouts.confirmMs) return false
      await confirmRollback(session, nameOf(run))
      if (!(await isRollbackArmed(session, nameOf(run)))) return true
    } catch (error) {
      toDeviceError(error)
    } finally {
      void session?.close().catch(() => {})
    }
    await sleep(run.timeouts.pauseMs)
  }
  return false
}

/**
 * Finds out what a guarded write has come to: confirmed while there is time, else whatever the router has gone back to.
 * @param laidAt when the way back was laid, in milliseconds of the clock
 */
export async function settleGuarded(
  run: Run,
  steps: readonly ReadyStep[],
  before: readonly Before[],
  laidAt: number,
  ids: readonly (string | undefined)[] = [],
): Promise<End> {
  // The session of the write may be one that the change itself keeps alive: only a new one proves anything.
  run.drop()
  await run.progress('reading')
  let cause: Message = message('command.no_new_connection')
  while (Date.now() < laidAt + run.timeouts.confirmMs) {
    let session: Session | undefined
    try {
      session = await run.fresh({ connectTimeoutMs: run.timeouts.connectMs })
      await readAll(session, steps, before, ids)
      await run.progress('confirming')
      if (Date.now() >= laidAt + run.timeouts.confirmMs) break
      await confirmRollback(session, nameOf(run))
      // Only without it can nothing undo the change any more.
      if (!(await isRollbackArmed(session, nameOf(run)))) return finished(await readAll(session, steps, before, ids))
    } catch (error) {
      if (error instanceof StepError) {
        cause = error.reason
        if (session !== undefined && (await untouched(session, steps, before).catch(() => false)))
          return withdrawn(run, steps, before, laidAt, cause)
        break
      }
      cause = toDeviceError(error).reason
    } finally {
      void session?.close().catch(() => {})
    }
    await sleep(run.timeouts.pauseMs)
  }
  return gone(run, steps, before, ids, laidAt, cause)
}

const finished = (outcomes: readonly StepOutcome[]): End => ({
  state: 'done',
  message: null,
  result: resultOf(outcomes),
})

const untouched = async (session: Session, steps: readonly ReadyStep[], before: readonly Before[]) => {
  for (const [at, step] of steps.entries()) if (!(await sameAsBefore(session, step, before[at] as Before))) return false
  return true
}

/** Waits for the router to go back, and looks. */
async function gone(
  run: Run,
  steps: readonly ReadyStep[],
  before: readonly Before[],
  ids: readonly (string | undefined)[],
  laidAt: number,
  cause: Message,
): Promise<End> {
  const until = laidAt + run.timeouts.guardSeconds * 1000 + run.timeouts.revertMs
  let end: Message = message('command.silent_since', { cause })
  while (Date.now() < until) {
    let session: Session | undefined
    try {
      session = await run.fresh({ connectTimeoutMs: run.timeouts.connectMs })
      if (!(await isRollbackArmed(session, nameOf(run)))) {
        if (await untouched(session, steps, before))
          return { state: 'reverted', message: message('command.rolled_back', { cause }) }
        try {
          // Confirmed after all: the answer to it was lost.
          return finished(await readAll(session, steps, before, ids))
        } catch (error) {
          if (!(error instanceof StepError)) throw error
          return { state: 'unknown', message: message('command.found_otherwise', { cause, found: error.reason }) }
        }
      }
      end = message('command.rollback_pending', { cause })
    } catch (error) {
      toDeviceError(error)
    } finally {
      void session?.close().catch(() => {})
    }
    await sleep(run.timeouts.pauseMs)
  }
  return { state: 'unknown', message: end }
}
