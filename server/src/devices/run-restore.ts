import { setTimeout as sleep } from 'node:timers/promises'
import { message, type Message } from '@trunkline/contract/errors'
import {
  armRollback,
  configurationDifference,
  confirmRollback,
  exportConfig,
  isRollbackArmed,
  NoRollbackError,
  RouterError,
  type Difference,
  type Session,
} from '@trunkline/routeros'
import { withSystem } from '../db/system-transaction.ts'
import { openBackupFile, takeBackup } from './backup.ts'
import { deviceMessage, toDeviceError } from './faults.ts'
import { maxScript, revertOf } from './restore-plan.ts'
import { removeRollbackLeftovers, rollbackName } from './rollback-leftovers.ts'
import { notReached, untilReached, type CommandOutcome, type Run } from './run.ts'

/** Differences that a message lists. */
const maxNotes = 10
/** A whole configuration takes longer to apply and to read back than one change. */
const slower = 2

/** What a restore is about: two configurations as text with secrets. */
interface RestorePlan {
  /** Of the device, as the user compared it. */
  current: string
  target: string
  difference: Difference
  /** Differences that a text still has to another one. */
  remaining(text: string, target: string): Message[]
}

async function planOf(run: Run): Promise<RestorePlan | undefined> {
  const { backup_id, current_id, is_other_device } = run.input as {
    backup_id: number
    current_id: number
    is_other_device: boolean
  }
  const [target, current] = await withSystem(run.databases, async (tx) => [
    await openBackupFile(tx, run.keys, backup_id, 'text'),
    await openBackupFile(tx, run.keys, current_id, 'text'),
  ])
  if (target === undefined || current === undefined) return undefined
  const texts = { current: current.content.toString('utf8'), target: target.content.toString('utf8') }
  const compare = (text: string, wanted: string) =>
    configurationDifference(text, wanted, { isOtherDevice: is_other_device })
  return {
    ...texts,
    difference: compare(texts.current, texts.target),
    remaining: (text, wanted) => compare(text, wanted).operations.map((one) => deviceMessage(one.text)),
  }
}

/**
 * Restores a stored configuration as a commit-confirmed write: compares the device with the configuration that the user
 * saw, arms a rollback with the inverse, applies the difference, reads the configuration back on a new connection, and
 * confirms only if nothing differs any more.
 */
export async function runRestore(run: Run): Promise<CommandOutcome> {
  const plan = await planOf(run)
  if (plan === undefined)
    return run.sentAt === undefined
      ? { state: 'refused', message: message('command.backup_missing') }
      : { state: 'unknown', message: message('command.backup_missing') }
  if (run.sentAt !== undefined) return settle(run, plan, run.sentAt.getTime(), run.savedState?.['loadsBackup'] === true)
  let session: Session
  try {
    session = await untilReached(run, Date.now() + run.timeouts.connectMs, run.session)
    await run.progress('checking')
    const { id } = await takeBackup(run, session, 'before_restore')
    if (id !== run.input['current_id'])
      return {
        state: 'refused',
        message: message('command.configuration_changed'),
        result: { changed_meanwhile: true },
      }
    const missing = await notFound(session, plan)
    if (missing.length > 0)
      return { state: 'refused', message: message('command.rows_not_found', { notes: missing.map(deviceMessage) }) }
  } catch (error) {
    return ended(run, error)
  }
  await run.progress('saving')
  const revert = revertOf(plan.difference)
  const loadsBackup = revert === 'backup'
  const armedAt = Date.now()
  try {
    // A device has one command at a time: those before have ended.
    await removeRollbackLeftovers(session, (command) => command <= run.id)
    await armRollback(session, {
      name: rollbackName(run.id),
      afterSeconds: run.timeouts.guardSeconds * slower,
      revert,
      connect: () => run.fresh({ connectTimeoutMs: run.timeouts.connectMs }),
    })
  } catch (error) {
    return notArmed(run, error, loadsBackup)
  }
  await run.markSent({ loadsBackup })
  let cause: Message | undefined
  try {
    for (const script of scriptsOf(plan.difference))
      await session.run('execute', { script, 'as-string': '' }, { timeoutMs: run.timeouts.confirmMs })
  } catch (error) {
    if (!(error instanceof RouterError)) throw error
    // Lost: the new connection shows the result. Rejected: the read-back shows what was applied.
    if (error.kind === 'refused') cause = deviceMessage(error.message)
  }
  return settle(run, plan, armedAt, loadsBackup, cause)
}

/** Nothing was sent. */
function ended(run: Run, error: unknown): CommandOutcome {
  const problem = toDeviceError(error)
  if (problem.error === 'refused') return { state: 'refused', message: problem.reason }
  run.drop()
  return notReached(problem)
}

async function notArmed(run: Run, error: unknown, loadsBackup: boolean): Promise<CommandOutcome> {
  const [isPermission, cause] =
    error instanceof NoRollbackError
      ? [
          true,
          message(error.reason === 'not-stored' ? 'command.rollback_not_stored' : 'command.rollback_not_permitted'),
        ]
      : [toDeviceError(error).error === 'refused', toDeviceError(error).reason]
  run.drop()
  const notes = (await disarmed(run, Date.now())) || !loadsBackup ? [] : [message('command.may_restart')]
  return isPermission
    ? { state: 'refused', message: message('command.rollback_not_armed', { cause, notes }) }
    : { state: 'unreachable', message: message('command.rollback_lost', { notes }) }
}

/** The statements as scripts below the limit of the router. */
function scriptsOf({ operations }: Difference): string[] {
  const scripts: string[] = []
  let script = ''
  for (const { forward } of operations) {
    if (script !== '' && script.length + forward.length > maxScript) {
      scripts.push(script)
      script = ''
    }
    script += `${script === '' ? '' : '\n'}${forward}`
  }
  return [...scripts, script]
}

/** Texts of the changes whose row the router does not find exactly once: its rollback would not find it either. */
async function notFound(session: Session, { difference }: RestorePlan): Promise<string[]> {
  const wanted = difference.operations.flatMap(({ finds, text }) => finds.map((find) => ({ find, text })))
  const missing: string[] = []
  for (let at = 0; at < wanted.length; at += 50) {
    const part = wanted.slice(at, at + 50)
    const script = part.map(({ find }) => `:put [:len ${find}]`).join('\n')
    const { ret, rows } = await session.run('execute', { script, 'as-string': '' }, { timeoutMs: 60_000 })
    const counts = (ret ?? rows[0]?.['ret'] ?? '').split(/\s+/)
    for (const [index, { text }] of part.entries()) if (counts[index] !== '1') missing.push(text)
  }
  return [...new Set(missing)].slice(0, maxNotes)
}

/** Disarms the rollback and verifies that it is gone. */
async function disarmed(run: Run, armedAt: number): Promise<boolean> {
  while (Date.now() < armedAt + run.timeouts.confirmMs * slower) {
    let session: Session | undefined
    try {
      session = await run.fresh({ connectTimeoutMs: run.timeouts.connectMs })
      await confirmRollback(session, rollbackName(run.id))
      if (!(await isRollbackArmed(session, rollbackName(run.id)))) return true
    } catch (error) {
      toDeviceError(error)
    } finally {
      void session?.close().catch(() => {})
    }
    await sleep(run.timeouts.pauseMs)
  }
  return false
}

const readConfiguration = (session: Session) => exportConfig(session, { timeoutMs: 60_000, secrets: true })

const incomplete = (notes: readonly Message[]) =>
  message('command.restore_incomplete', { notes: notes.slice(0, maxNotes) })

/** Reads the configuration back and confirms it while there is time, else waits for the rollback. */
async function settle(
  run: Run,
  plan: RestorePlan,
  armedAt: number,
  loadsBackup: boolean,
  rejected?: Message,
): Promise<CommandOutcome> {
  const name = rollbackName(run.id)
  run.drop()
  await run.progress('reading')
  let cause: Message = rejected ?? message('command.no_new_connection')
  while (Date.now() < armedAt + run.timeouts.confirmMs * slower) {
    let session: Session | undefined
    try {
      session = await run.fresh({ connectTimeoutMs: run.timeouts.connectMs })
      const text = await readConfiguration(session)
      const left = plan.remaining(text, plan.target)
      if (left.length > 0) {
        cause = rejected ?? incomplete(left)
        // Nothing was applied, so there is nothing to revert.
        if (plan.remaining(text, plan.current).length === 0 && (await disarmed(run, armedAt)))
          return { state: 'refused', message: cause }
        break
      }
      await run.progress('confirming')
      if (Date.now() >= armedAt + run.timeouts.confirmMs * slower) break
      await confirmRollback(session, name)
      if (!(await isRollbackArmed(session, name))) return await restored(run, session, plan)
    } catch (error) {
      cause = rejected ?? toDeviceError(error).reason
    } finally {
      void session?.close().catch(() => {})
    }
    await sleep(run.timeouts.pauseMs)
  }
  return rolledBack(run, plan, armedAt, loadsBackup, cause)
}

/** The device has the configuration, and nothing can undo it any more: stores it as the current one. */
async function restored(run: Run, session: Session, { difference }: RestorePlan): Promise<CommandOutcome> {
  // The next scheduled backup stores it otherwise.
  await takeBackup(run, session, 'manual').catch(toDeviceError)
  const result = { changes: difference.operations.length, skipped: difference.skipped.length }
  return { state: 'done', message: null, result }
}

/** Waits for the router's rollback, and reads the configuration. */
async function rolledBack(
  run: Run,
  plan: RestorePlan,
  armedAt: number,
  loadsBackup: boolean,
  cause: Message,
): Promise<CommandOutcome> {
  const name = rollbackName(run.id)
  const due = armedAt + run.timeouts.guardSeconds * slower * 1000 + run.timeouts.revertMs
  const until = Math.max(due, Date.now() + run.timeouts.lookMs)
  let end: Message = message('command.silent_since', { cause })
  while (Date.now() < until) {
    let session: Session | undefined
    try {
      session = await run.fresh({ connectTimeoutMs: run.timeouts.connectMs })
      if (await isRollbackArmed(session, name)) end = message('command.rollback_pending', { cause })
      else {
        await confirmRollback(session, name)
        const text = await readConfiguration(session)
        if (plan.remaining(text, plan.current).length === 0)
          return {
            state: 'reverted',
            message: message(loadsBackup ? 'command.backup_loaded' : 'command.rolled_back', { cause }),
          }
        const left = plan.remaining(text, plan.target)
        // It was confirmed; only the reply was lost.
        if (left.length === 0) return await restored(run, session, plan)
        return { state: 'differs', message: message('command.found_otherwise', { cause, found: incomplete(left) }) }
      }
    } catch (error) {
      toDeviceError(error)
    } finally {
      void session?.close().catch(() => {})
    }
    await sleep(run.timeouts.pauseMs)
  }
  return { state: 'unknown', unchecked: true, message: end }
}
