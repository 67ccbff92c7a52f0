import { setTimeout as sleep } from 'node:timers/promises'
import { confirmWayBack, hasWayBack, layWayBack, RouterError, type Session } from '@trunkline/routeros'
import { checkAll, readAll, refusedBy, resultOf, toKeep } from './all-steps.ts'
import { inOneLine, toDeviceError } from './faults.ts'
import { notReached, untilReached, type End, type Run } from './run.ts'
import { isDone, sameAsBefore, StepError, writeStep, type Before, type Outcome, type ReadyStep } from './steps.ts'

const nameOf = (run: Run) => `trunkline-${run.id}`

/**
 * A change that may cut the panel off: the router is told to go back by itself, then the change is made, seen on a new
 * connection, and only then confirmed. Whatever breaks off in between leaves the router with what it had.
 */
export async function runGuarded(run: Run, steps: readonly ReadyStep[]): Promise<End> {
  let session: Session
  let before: Before[]
  try {
    session = await untilReached(run, Date.now() + run.waits.connectMs, run.session)
    await run.progress('checking')
    before = await checkAll(session, steps, run)
    if (steps.every((step, at) => isDone(step, before[at] as Before)))
      return { state: 'done', detail: '', result: resultOf(await readAll(session, steps, before)) }
  } catch (error) {
    if (error instanceof StepError) return refusedBy(error)
    if (!(error instanceof RouterError)) return notReached(error)
    run.drop()
    return error.kind === 'refused'
      ? { state: 'refused', detail: inOneLine(error.message) }
      : notReached(toDeviceError(error))
  }
  await run.progress('saving')
  const laidAt = Date.now()
  try {
    await layWayBack(session, { name: nameOf(run), afterSeconds: run.waits.guardSeconds })
    await proveWayBack(session, nameOf(run))
  } catch (error) {
    return notLaid(run, error)
  }
  await run.markSent(toKeep(steps, before))
  const ids: (string | undefined)[] = []
  try {
    for (const [at, step] of steps.entries())
      ids.push(isDone(step, before[at] as Before) ? undefined : await writeStep(session, step))
  } catch (error) {
    if (!(error instanceof RouterError)) throw error
    if (error.kind === 'refused')
      return ids.some((_, at) => !isDone(steps[at] as ReadyStep, before[at] as Before))
        ? gone(run, steps, before, ids, laidAt, inOneLine(error.message))
        : withdrawn(run, steps, before, laidAt, inOneLine(error.message))
    // Lost: what has become of it is seen on the new connection.
  }
  return settleGuarded(run, steps, before, laidAt, ids)
}

/**
 * Reads the way back as the router has kept it: one of which only a part was taken over would never be taken.
 * @throws RouterError refused
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
    throw new RouterError('refused', 'the device did not keep it as it was sent', { sent: true })
}

/** The way back could not be laid, so nothing was written. */
async function notLaid(run: Run, error: unknown): Promise<End> {
  if (!(error instanceof RouterError)) throw error
  run.drop()
  // What was begun of it is taken away, and seen to be gone; where that fails, the device restarts once with what it has.
  const rest = (await confirmed(run, Date.now())) ? '' : ' The device may restart once, with the configuration it has.'
  if (error.kind === 'refused')
    return { state: 'refused', detail: `The way back could not be laid: ${inOneLine(error.message)}.${rest}` }
  return {
    state: 'unreachable',
    detail: `Nothing was changed: the connection was lost while the way back was laid.${rest}`,
  }
}

/** The device refused and has changed nothing: the way back is taken away again. */
async function withdrawn(
  run: Run,
  steps: readonly ReadyStep[],
  before: readonly Before[],
  laidAt: number,
  words: string,
): Promise<End> {
  const removed = await confirmed(run, laidAt)
  if (removed) return { state: 'refused', detail: words }
  return gone(run, steps, before, [], laidAt, words)
}

/** Takes the way back away and makes sure that it is gone. `laidAt` in milliseconds of the clock: from when on the time for it counts. */
async function confirmed(run: Run, laidAt: number): Promise<boolean> {
  while (Date.now() < laidAt + run.waits.confirmMs) {
    let session: Session | undefined
    try {
      session = await run.fresh({ connectTimeoutMs: run.waits.connectMs })
      if (Date.now() >= laidAt + run.waits.confirmMs) return false
      await confirmWayBack(session, nameOf(run))
      if (!(await hasWayBack(session, nameOf(run)))) return true
    } catch (error) {
      toDeviceError(error)
    } finally {
      void session?.close().catch(() => {})
    }
    await sleep(run.waits.pauseMs)
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
  let words = 'The device did not answer on a new connection.'
  while (Date.now() < laidAt + run.waits.confirmMs) {
    let session: Session | undefined
    try {
      session = await run.fresh({ connectTimeoutMs: run.waits.connectMs })
      await readAll(session, steps, before, ids)
      await run.progress('confirming')
      if (Date.now() >= laidAt + run.waits.confirmMs) break
      await confirmWayBack(session, nameOf(run))
      // Only without it can nothing undo the change any more.
      if (!(await hasWayBack(session, nameOf(run)))) return finished(await readAll(session, steps, before, ids))
    } catch (error) {
      if (error instanceof StepError) {
        words = error.message
        if (session !== undefined && (await untouched(session, steps, before).catch(() => false)))
          return withdrawn(run, steps, before, laidAt, words)
        break
      }
      words = toDeviceError(error).message
    } finally {
      void session?.close().catch(() => {})
    }
    await sleep(run.waits.pauseMs)
  }
  return gone(run, steps, before, ids, laidAt, words)
}

const finished = (outcomes: readonly Outcome[]): End => ({ state: 'done', detail: '', result: resultOf(outcomes) })

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
  words: string,
): Promise<End> {
  const until = laidAt + run.waits.guardSeconds * 1000 + run.waits.revertMs
  let seen = 'It does not answer since.'
  while (Date.now() < until) {
    let session: Session | undefined
    try {
      session = await run.fresh({ connectTimeoutMs: run.waits.connectMs })
      if (!(await hasWayBack(session, nameOf(run)))) {
        if (await untouched(session, steps, before))
          return { state: 'reverted', detail: `${words} The device went back to what it had.` }
        try {
          // Confirmed after all: the answer to it was lost.
          return finished(await readAll(session, steps, before, ids))
        } catch (error) {
          if (!(error instanceof StepError)) throw error
          seen = `When it was looked at: ${error.message}`
          return { state: 'unknown', detail: `${words} ${seen}` }
        }
      }
      seen = 'It still has its way back and did not take it.'
    } catch (error) {
      toDeviceError(error)
    } finally {
      void session?.close().catch(() => {})
    }
    await sleep(run.waits.pauseMs)
  }
  return { state: 'unknown', detail: `${words} ${seen}` }
}
