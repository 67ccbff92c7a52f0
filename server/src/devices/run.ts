import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '@trunkline/contract/errors'
import type { commandSteps } from '@trunkline/contract/resources/device-enums'
import type { Session } from '@trunkline/routeros'
import type { Databases } from '../db/pool.ts'
import type { Keys } from '../secrets.ts'
import type { Configuration } from './backup.ts'
import type { DeviceChange, CommandKind } from './devices.ts'
import { DeviceError } from './devices.ts'
import type { UseOptions } from './connections.ts'
import { toDeviceError } from './faults.ts'
import type { ReadOutcome } from './save-outcomes.ts'
import type { ReadContext } from './read-all.ts'
import type { DeviceSettings } from './settings.ts'

/** Waits of a command, in milliseconds but where it says seconds. */
export interface Timeouts {
  /** How long a worker is believed to run a command without saying so again. */
  leaseSeconds: number
  connectMs: number
  /** How long a device that was lost in the midst is looked for. */
  lookMs: number
  /** After how many seconds a router goes back by itself where nobody has confirmed. */
  guardSeconds: number
  /** Until when after laying the way back it is still confirmed: well before the router begins to go back. */
  confirmMs: number
  /** How long after that time the router may take to go back and be there again. */
  revertMs: number
  /** How long a restart may take. */
  restartMs: number
  pauseMs: number
}

export const defaultTimeouts: Timeouts = {
  leaseSeconds: 30,
  connectMs: 5000,
  lookMs: 60_000,
  guardSeconds: 120,
  confirmMs: 90_000,
  revertMs: 240_000,
  restartMs: 240_000,
  pauseMs: 2000,
}

/** How a command has ended. */
export interface End {
  state: 'done' | 'refused' | 'unreachable' | 'reverted' | 'unknown'
  /** Why; null of a command that is done and has nothing to be noted. */
  message: Message | null
  result?: Record<string, unknown>
  /** Readings to keep. */
  outcome?: ReadOutcome
  configuration?: Configuration
}

/** A command that is being run, and what it may do. */
export interface Run {
  id: number
  kind: CommandKind
  guarded: boolean
  input: { change?: DeviceChange } & Record<string, unknown>
  secrets: Readonly<Record<string, string>>
  settings: DeviceSettings
  databases: Databases
  keys: Keys
  /** Set where an earlier worker had begun to write: look, and never write again. */
  sentAt: Date | undefined
  /** What was kept at that time by `markSent`. */
  kept: Record<string, unknown> | undefined
  timeouts: Timeouts
  /** Origin under which devices reach the panel. */
  baseUrl: string
  /** The session that all of this process share. @throws DeviceError */
  session(options?: UseOptions): Promise<Session>
  /** A new connection of its own. @throws DeviceError */
  fresh(options?: UseOptions): Promise<Session>
  /** Gives up the shared session. */
  drop(): void
  /** Tells live what it is at, from `connecting` on, which it begins with. @throws LostCommand where another worker has it */
  progress(step: (typeof commandSteps)[number]): Promise<void>
  /**
   * Commits that it is at writing and that bytes of it leave from now on, with what is needed to tell later whether they arrived.
   * @throws LostCommand where another worker has it, or the process stops
   */
  markSent(stored?: Record<string, unknown>): Promise<void>
}

/** What readers need of a command that is run. */
export const contextOf = (run: Run): ReadContext => ({ of: run.settings, keys: run.keys })

/** Another worker has taken the command over, or this process stops: nothing more may be done about it here. */
export class LostCommand extends Error {
  override name = 'LostCommand'
}

/** Faults that trying again in a moment does not mend. */
const permanentErrors = new Set(['login', 'certificate', 'other-device', 'address', 'tunnel'])

/**
 * Tries until a device answers.
 * @throws DeviceError the last one when the time is up, or one that stays
 */
export async function untilReached<T>(
  run: Pick<Run, 'timeouts'>,
  until: number,
  attempt: (options: UseOptions) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await attempt({ connectTimeoutMs: run.timeouts.connectMs })
    } catch (error) {
      const problem = toDeviceError(error)
      if (permanentErrors.has(problem.error) || Date.now() + run.timeouts.pauseMs > until) throw problem
      await sleep(run.timeouts.pauseMs)
    }
  }
}

/** The end of a command of which nothing has left. */
export function notReached(error: unknown): End {
  if (error instanceof DeviceError) return { state: 'unreachable', message: error.reason }
  throw error
}
