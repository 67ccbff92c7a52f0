import { message, type Message } from '@trunkline/contract/errors'
import { isMissingRow, RouterError, type Session } from '@trunkline/routeros'
import { backUpBefore } from '../backup-before.ts'
import { DeviceError } from '../devices.ts'
import { inOneLine, toDeviceError } from '../faults.ts'
import { readMenus } from '../read-all.ts'
import { contextOf, untilReached, type CommandOutcome, type Run } from '../run.ts'
import type { ChangedField } from '../seen.ts'
import { wifiMenus } from './shapes.ts'
import { sendWrites, type Write } from './writes.ts'

/** How often a device is written to if it changes concurrently, or does not apply the writes. */
const maxRounds = 3

/** The state of the device compared with the wanted one. */
export interface DeviceComparison {
  /** Why the change is impossible; nothing is written in that case. */
  problem?: Message | undefined
  /** Set with a problem if the device has changed since the caller saw it: the fields that differ. */
  concurrently?: readonly ChangedField[]
  /** The remaining writes. */
  writes: readonly Write[]
  /** The remaining differences. */
  left: readonly Message[]
  /** Notes for the end of the command. */
  notes: readonly Message[]
  /** Stored with the command before the first write. */
  saveState?: Record<string, unknown>
  /** Called when the device has acknowledged all writes. */
  sent?(): void
}

export interface ConvergeTarget {
  look(session: Session): Promise<DeviceComparison>
  /** Called after the device was read for the last time. */
  finish?(isDone: boolean): Promise<void>
}

/**
 * Makes a device match the wanted state: reads it, backs it up, writes the difference, and is done when a subsequent read shows no
 * difference. A run that was interrupted by a lost connection or worker continues from the state of the device, so that
 * nothing is written twice. A run that ended unchecked, and is checked when the device is reached again, only reads.
 */
export async function converge(run: Run, goal: ConvergeTarget): Promise<CommandOutcome> {
  let sent = run.sentAt !== undefined
  let isBackedUp = sent
  const isCheck = run.savedState?.['unchecked'] === true
  let first = run.savedState?.['first'] as string | undefined
  let lost: Message | undefined
  let rejection = ''
  let left: readonly Message[] = []
  for (let round = 0; ; round++) {
    try {
      const session = await untilReached(
        run,
        Date.now() + (sent ? run.timeouts.lookMs : run.timeouts.connectMs),
        run.session,
      )
      await run.progress(round === 0 ? 'checking' : 'reading')
      const look = await goal.look(session)
      left = look.left
      if (look.problem !== undefined) {
        const end = sent && (round > 0 || isCheck) ? 'differs' : 'refused'
        return await ended(run, goal, session, {
          state: end,
          message: look.problem,
          ...(look.concurrently && { result: { changed_meanwhile: true, fields: look.concurrently } }),
        })
      }
      if (look.writes.length === 0 && look.left.length === 0)
        return await ended(run, goal, session, { state: 'done', message: noted(look.notes) })
      const now = JSON.stringify([look.left, look.writes.map(({ verb, menu }) => [verb, menu])])
      first ??= now
      if (isCheck || rejection !== '' || round === maxRounds || look.writes.length === 0)
        return await ended(run, goal, session, notDone(look, rejection, now === first && lost === undefined, lost))
      if (!isBackedUp) {
        isBackedUp = true
        await backUpBefore(run, 'before_command')
        // It takes seconds, in which others may change the device: it is read again, and this does not count as a round.
        round--
        continue
      }
      if (!sent) await run.markSent({ ...look.saveState, first })
      sent = true
      try {
        await sendWrites(session, look.writes)
        look.sent?.()
      } catch (error) {
        if (!(error instanceof RouterError) || error.kind !== 'refused') throw error
        // The row was removed concurrently: read again.
        if (!isMissingRow(error)) rejection = inOneLine(error.message)
      }
    } catch (error) {
      if (error instanceof DeviceError) return unreachable(error, sent, left)
      if (!(error instanceof RouterError)) throw error
      run.drop()
      const problem = toDeviceError(error)
      if (problem.error === 'refused')
        return sent
          ? { state: 'unknown', unchecked: true, message: problem.reason }
          : { state: 'refused', message: problem.reason }
      lost = problem.reason
      if (round >= maxRounds) return unreachable(problem, sent, left)
    }
  }
}

/** Unique messages. */
export const distinct = (messages: readonly Message[]): Message[] => {
  const known = messages.map((one) => JSON.stringify(one))
  return messages.filter((_, at) => known.indexOf(known[at] as string) === at)
}

/** The notes of a successful command as one message; null without notes. */
export function noted(notes: readonly Message[]): Message | null {
  const [first, ...others] = distinct(notes)
  if (first === undefined) return null
  return others.length === 0 ? first : message('command.notes', { notes: [first, ...others] })
}

function notDone(
  look: DeviceComparison,
  rejection: string,
  isSame: boolean,
  lost: Message | undefined,
): CommandOutcome {
  const notes = distinct([...look.left, ...look.notes])
  if (rejection !== '') return { state: 'refused', message: message('wifi.rejected', { text: rejection, notes }) }
  if (isSame && look.writes.length > 0) return { state: 'refused', message: message('command.not_applied', { notes }) }
  return {
    state: 'differs',
    message:
      lost === undefined
        ? message('wifi.not_converged', { notes })
        : message('wifi.connection_lost', { cause: lost, notes }),
  }
}

function unreachable(problem: DeviceError, sent: boolean, left: readonly Message[]): CommandOutcome {
  if (!sent) return { state: 'unreachable', message: problem.reason }
  const notes = left.length === 0 ? [] : [message('wifi.last_seen', { notes: left })]
  return {
    state: 'unknown',
    unchecked: true,
    message: message('wifi.connection_lost', { cause: problem.reason, notes }),
  }
}

async function ended(run: Run, goal: ConvergeTarget, session: Session, end: CommandOutcome): Promise<CommandOutcome> {
  await goal.finish?.(end.state === 'done')
  return withReadings(run, session, end)
}

/** The end with readings for the Wi-Fi screens; without them if they cannot be read now. */
export async function withReadings(run: Run, session: Session, end: CommandOutcome): Promise<CommandOutcome> {
  try {
    const menus = await readMenus(session, contextOf(run), Object.values(wifiMenus))
    return { ...end, outcome: { hardware_id: run.settings.id, at: new Date(), error: null, menus } }
  } catch (error) {
    if (!(error instanceof RouterError)) throw error
    run.drop()
    return end
  }
}
