import { setTimeout as sleep } from 'node:timers/promises'
import { message, type Message } from '@trunkline/contract/errors'
import {
  armRollback,
  confirmRollback,
  inverseOf,
  isRollbackArmed,
  NoRollbackError,
  RouterError,
  type PlannedWrite,
  type RollbackRequest,
  type Session,
} from '@trunkline/routeros'
import { backUpBefore } from './backup-before.ts'
import { checkAll, readAll, rejectedBy, resultOf, toStore } from './all-steps.ts'
import { toDeviceError, deviceMessage } from './faults.ts'
import { removeRollbackLeftovers, rollbackName } from './rollback-leftovers.ts'
import { notReached, untilReached, type CommandOutcome, type Run } from './run.ts'
import {
  isDone,
  sameAsBefore,
  StepError,
  writeStep,
  type StepBaseline,
  type StepOutcome,
  type ReadyStep,
} from './steps.ts'

const nameOf = (run: Run) => rollbackName(run.id)

/**
 * A commit-confirmed write, for changes that may cut the panel off: arms a rollback on the router, makes the change,
 * verifies it on a new connection, and only then confirms. If any of this fails, the router reverts the change: by a
 * script with the inverse of each step, or, if there is none, by loading a backup.
 */
export async function runGuarded(run: Run, steps: readonly ReadyStep[]): Promise<CommandOutcome> {
  let session: Session
  let before: StepBaseline[]
  try {
    session = await untilReached(run, Date.now() + run.timeouts.connectMs, run.session)
    await run.progress('checking')
    before = await checkAll(session, steps, run)
    if (steps.every((step, at) => isDone(step, before[at] as StepBaseline)))
      return { state: 'done', message: null, result: resultOf(await readAll(session, steps, before)) }
    // Takes seconds, in which others may change the rows: they are compared again.
    await backUpBefore(run, 'before_command')
    session = await untilReached(run, Date.now() + run.timeouts.connectMs, run.session)
    before = await checkAll(session, steps, run)
  } catch (error) {
    if (error instanceof StepError) return rejectedBy(error)
    if (!(error instanceof RouterError)) return notReached(error)
    run.drop()
    return error.kind === 'refused'
      ? { state: 'refused', message: deviceMessage(error.message) }
      : notReached(toDeviceError(error))
  }
  await run.progress('saving')
  let armedAt = Date.now()
  let revert: RollbackRequest['revert'] | undefined
  try {
    // A device has one command at a time: those before have ended.
    await removeRollbackLeftovers(session, (command) => command <= run.id)
    revert = await revertOf(session, steps, before)
    armedAt = Date.now()
    await armRollback(session, {
      name: nameOf(run),
      afterSeconds: run.timeouts.guardSeconds,
      revert,
      connect: () => run.fresh({ connectTimeoutMs: run.timeouts.connectMs }),
      closedMs: Math.min(run.timeouts.pauseMs, 1_000),
    })
  } catch (error) {
    return rollbackNotArmed(run, error, revert === 'backup')
  }
  const stored = { ...toStore(steps, before), loadsBackup: revert === 'backup' }
  await run.markSent(stored)
  return writeAll({ ...run, savedState: stored }, session, steps, before, armedAt)
}

/** Writes the steps, with the rollback armed. */
async function writeAll(
  run: Run,
  session: Session,
  steps: readonly ReadyStep[],
  before: readonly StepBaseline[],
  armedAt: number,
): Promise<CommandOutcome> {
  const ids: (string | undefined)[] = []
  try {
    for (const [at, step] of steps.entries())
      ids.push(isDone(step, before[at] as StepBaseline) ? undefined : await writeStep(session, step))
  } catch (error) {
    if (!(error instanceof RouterError)) throw error
    if (error.kind === 'refused')
      return ids.some((_, at) => !isDone(steps[at] as ReadyStep, before[at] as StepBaseline))
        ? gone(run, steps, before, ids, armedAt, deviceMessage(error.message))
        : disarmAndEnd(run, steps, before, armedAt, deviceMessage(error.message))
    // Lost: the new connection shows the result.
  }
  return settleGuarded(run, steps, before, armedAt, ids)
}

/** How the router is to revert the steps that have something to write. @throws RouterError */
async function revertOf(
  session: Session,
  steps: readonly ReadyStep[],
  before: readonly StepBaseline[],
): Promise<RollbackRequest['revert']> {
  const writes = steps
    .filter((step, at) => !isDone(step, before[at] as StepBaseline))
    .map(({ menu, verb, id, values, identifies, hidden }): PlannedWrite => ({
      menu,
      verb,
      // A command without a row and a singleton have none.
      ...(verb !== 'add' && { id: id ?? null }),
      values,
      identifies,
      hidden,
    }))
  const inverse = await inverseOf(session, writes)
  return typeof inverse === 'string' ? 'backup' : inverse
}

/** The rollback could not be armed, so nothing was written. */
async function rollbackNotArmed(run: Run, error: unknown, loadsBackup: boolean): Promise<CommandOutcome> {
  if (error instanceof NoRollbackError) {
    const cause = message(
      error.reason === 'not-stored' ? 'command.rollback_not_stored' : 'command.rollback_not_permitted',
    )
    const notes = (await confirmed(run, Date.now())) || !loadsBackup ? [] : [message('command.may_restart')]
    return { state: 'refused', message: message('command.rollback_not_armed', { cause, notes }) }
  }
  const { error: problem, reason } = toDeviceError(error)
  run.drop()
  // Removes a partly armed rollback and verifies that it is gone; if that fails, it may still run: it reverts nothing
  // that was changed, but one that loads a backup restarts the device.
  const notes = (await confirmed(run, Date.now())) || !loadsBackup ? [] : [message('command.may_restart')]
  return problem === 'refused'
    ? { state: 'refused', message: message('command.rollback_not_armed', { cause: reason, notes }) }
    : { state: 'unreachable', message: message('command.rollback_lost', { notes }) }
}

/** The device rejected the change and changed nothing: disarms the rollback. */
async function disarmAndEnd(
  run: Run,
  steps: readonly ReadyStep[],
  before: readonly StepBaseline[],
  armedAt: number,
  cause: Message,
): Promise<CommandOutcome> {
  const removed = await confirmed(run, armedAt)
  if (removed) return { state: 'refused', message: cause }
  return gone(run, steps, before, [], armedAt, cause)
}

/** Disarms the rollback and verifies that it is gone. `armedAt`: clock milliseconds from which the timeout counts. */
async function confirmed(run: Run, armedAt: number): Promise<boolean> {
  while (Date.now() < armedAt + run.timeouts.confirmMs) {
    let session: Session | undefined
    try {
      session = await run.fresh({ connectTimeoutMs: run.timeouts.connectMs })
      if (Date.now() >= armedAt + run.timeouts.confirmMs) return false
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
 * Determines the result of a guarded write: confirms it while there is time, else reads the state after the rollback.
 * @param armedAt when the rollback was armed, in clock milliseconds
 */
export async function settleGuarded(
  run: Run,
  steps: readonly ReadyStep[],
  before: readonly StepBaseline[],
  armedAt: number,
  ids: readonly (string | undefined)[] = [],
): Promise<CommandOutcome> {
  // An established session may survive a change that blocks new ones: only a new connection proves that the panel can
  // log in.
  run.drop()
  await run.progress('reading')
  let cause: Message = message('command.no_new_connection')
  while (Date.now() < armedAt + run.timeouts.confirmMs) {
    let session: Session | undefined
    try {
      session = await run.fresh({ connectTimeoutMs: run.timeouts.connectMs })
      await readAll(session, steps, before, ids)
      await run.progress('confirming')
      if (Date.now() >= armedAt + run.timeouts.confirmMs) break
      await confirmRollback(session, nameOf(run))
      // Only now can nothing undo the change any more.
      if (!(await isRollbackArmed(session, nameOf(run)))) return finished(await readAll(session, steps, before, ids))
    } catch (error) {
      if (error instanceof StepError) {
        cause = error.reason
        if (session !== undefined && (await untouched(session, steps, before).catch(() => false)))
          return disarmAndEnd(run, steps, before, armedAt, cause)
        break
      }
      cause = toDeviceError(error).reason
    } finally {
      void session?.close().catch(() => {})
    }
    await sleep(run.timeouts.pauseMs)
  }
  return gone(run, steps, before, ids, armedAt, cause)
}

const finished = (outcomes: readonly StepOutcome[]): CommandOutcome => ({
  state: 'done',
  message: null,
  result: resultOf(outcomes),
})

const untouched = async (session: Session, steps: readonly ReadyStep[], before: readonly StepBaseline[]) => {
  for (const [at, step] of steps.entries())
    if (!(await sameAsBefore(session, step, before[at] as StepBaseline))) return false
  return true
}

const rolledBack = (run: Run, cause: Message): Message =>
  message(run.savedState?.['loadsBackup'] === true ? 'command.backup_loaded' : 'command.rolled_back', { cause })

/** Waits for the router's rollback, and reads the state. */
async function gone(
  run: Run,
  steps: readonly ReadyStep[],
  before: readonly StepBaseline[],
  ids: readonly (string | undefined)[],
  armedAt: number,
  cause: Message,
): Promise<CommandOutcome> {
  // A later worker looks at the device as well, however long ago the rollback was armed.
  const due = armedAt + run.timeouts.guardSeconds * 1000 + run.timeouts.revertMs
  const until = Math.max(due, Date.now() + run.timeouts.lookMs)
  let end: Message = message('command.silent_since', { cause })
  while (Date.now() < until) {
    let session: Session | undefined
    try {
      session = await run.fresh({ connectTimeoutMs: run.timeouts.connectMs })
      if (!(await isRollbackArmed(session, nameOf(run)))) {
        // The router is back, and a restore leaves the backup that it loaded.
        await confirmRollback(session, nameOf(run))
        if (await untouched(session, steps, before)) return { state: 'reverted', message: rolledBack(run, cause) }
        try {
          // It was confirmed; only the reply was lost.
          return finished(await readAll(session, steps, before, ids))
        } catch (error) {
          if (!(error instanceof StepError)) throw error
          return { state: 'differs', message: message('command.found_otherwise', { cause, found: error.reason }) }
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
  return { state: 'unknown', unchecked: true, message: end }
}
