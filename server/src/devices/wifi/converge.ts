import { message, type Message } from '@trunkline/contract/errors'
import { isMissingRow, RouterError, type Session } from '@trunkline/routeros'
import { DeviceError } from '../devices.ts'
import { inOneLine, toDeviceError } from '../faults.ts'
import { readMenus } from '../read-all.ts'
import { contextOf, untilReached, type End, type Run } from '../run.ts'
import type { ChangedField } from '../seen.ts'
import { wifiMenus } from './shapes.ts'
import { sendWrites, type Write } from './writes.ts'

/** How often a device is written to that others change meanwhile, or that does not do what it says. */
const maxRounds = 3

/** What a look at the device has brought. */
export interface Look {
  /** Why it can't be done; nothing is written then. */
  problem?: Message | undefined
  /** Set with a problem where somebody else has changed the device since the caller looked: the fields that differ. */
  concurrently?: readonly ChangedField[]
  /** What is left to write. */
  writes: readonly Write[]
  /** What is not as wanted. */
  left: readonly Message[]
  /** What is reported beside the end. */
  notes: readonly Message[]
  /** Kept with the command before the first byte leaves. */
  keep?: Record<string, unknown>
  /** Told when the device has said yes to all writes. */
  sent?(): void
}

export interface Goal {
  look(session: Session): Promise<Look>
  /** After the device was looked at for the last time. */
  finish?(isDone: boolean): Promise<void>
}

/**
 * Makes a device agree with what is wanted, whatever is there: it is read, the difference is written, and it is done
 * when what was read afterwards has no difference. What was cut off, by the line or with the worker, goes on from what
 * the device has, so that nothing is written twice.
 */
export async function converge(run: Run, goal: Goal): Promise<End> {
  let sent = run.sentAt !== undefined
  let first: string | undefined
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
        const end = sent && round > 0 ? 'unknown' : 'refused'
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
      if (rejection !== '' || round === maxRounds || look.writes.length === 0)
        return await ended(run, goal, session, notDone(look, rejection, now === first && lost === undefined, lost))
      if (!sent) await run.markSent(look.keep)
      sent = true
      try {
        await sendWrites(session, look.writes)
        look.sent?.()
      } catch (error) {
        if (!(error instanceof RouterError) || error.kind !== 'refused') throw error
        // A row that is gone was taken away meanwhile: it is looked at anew.
        if (!isMissingRow(error)) rejection = inOneLine(error.message)
      }
    } catch (error) {
      if (error instanceof DeviceError) return unreachable(error, sent, left)
      if (!(error instanceof RouterError)) throw error
      run.drop()
      const problem = toDeviceError(error)
      if (problem.error === 'refused') return { state: sent ? 'unknown' : 'refused', message: problem.reason }
      lost = problem.reason
      if (round >= maxRounds) return unreachable(problem, sent, left)
    }
  }
}

/** Each message once. */
export const distinct = (messages: readonly Message[]): Message[] => {
  const known = messages.map((one) => JSON.stringify(one))
  return messages.filter((_, at) => known.indexOf(known[at] as string) === at)
}

/** Notes of a command that is done as one message; null where there are none. */
export function noted(notes: readonly Message[]): Message | null {
  const [first, ...others] = distinct(notes)
  if (first === undefined) return null
  return others.length === 0 ? first : message('command.notes', { notes: [first, ...others] })
}

function notDone(look: Look, rejection: string, isSame: boolean, lost: Message | undefined): End {
  const notes = distinct([...look.left, ...look.notes])
  if (rejection !== '') return { state: 'refused', message: message('wifi.rejected', { text: rejection, notes }) }
  if (isSame && look.writes.length > 0) return { state: 'refused', message: message('command.not_applied', { notes }) }
  return {
    state: 'unknown',
    message:
      lost === undefined
        ? message('wifi.not_converged', { notes })
        : message('wifi.connection_lost', { cause: lost, notes }),
  }
}

function unreachable(problem: DeviceError, sent: boolean, left: readonly Message[]): End {
  if (!sent) return { state: 'unreachable', message: problem.reason }
  const notes = left.length === 0 ? [] : [message('wifi.last_seen', { notes: left })]
  return { state: 'unknown', message: message('wifi.connection_lost', { cause: problem.reason, notes }) }
}

async function ended(run: Run, goal: Goal, session: Session, end: End): Promise<End> {
  await goal.finish?.(end.state === 'done')
  return withReadings(run, session, end)
}

/** An end with the readings that screens of Wi-Fi show; without them where they can't be had now. */
export async function withReadings(run: Run, session: Session, end: End): Promise<End> {
  try {
    const menus = await readMenus(session, contextOf(run), Object.values(wifiMenus))
    return { ...end, outcome: { hardware_id: run.settings.id, at: new Date(), error: null, menus } }
  } catch (error) {
    if (!(error instanceof RouterError)) throw error
    run.drop()
    return end
  }
}
