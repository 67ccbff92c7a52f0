import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '@trunkline/contract/errors'
import type { commandSteps } from '@trunkline/contract/resources/device-enums'
import type { Session, SshSession } from '@trunkline/routeros'
import type { Databases, Tx } from '../db/pool.ts'
import type { Keys } from '../secrets.ts'
import type { BackupRetention } from './backup.ts'
import type { DeviceChange, CommandKind } from './devices.ts'
import { DeviceError } from './devices.ts'
import type { UseOptions } from './connections.ts'
import { toDeviceError } from './faults.ts'
import type { ReadOutcome } from './save-outcomes.ts'
import type { ReadContext } from './read-all.ts'
import type { DeviceSettings } from './settings.ts'

/** Timeouts of a command, in milliseconds unless stated otherwise. */
export interface Timeouts {
  /** Lease time: how long a worker owns a command without renewing its claim. */
  leaseSeconds: number
  connectMs: number
  /** How long to retry a device whose connection was lost during a command, or that is checked later. */
  lookMs: number
  /** Seconds after which a router rolls back an unconfirmed change. */
  guardSeconds: number
  /** Latest time for a confirmation after arming the rollback: well before the router starts it. */
  confirmMs: number
  /** How long the router may take to roll back and be reachable again. */
  revertMs: number
  /** How long a restart may take. */
  restartMs: number
  pauseMs: number
  /** How long an upgrade may take from the restart until the device is back: it unpacks packages at boot. */
  upgradeMs: number
  /** How long interfaces may take to run again after a restart. */
  settleMs: number
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
  upgradeMs: 900_000,
  settleMs: 60_000,
}

/** The end of a command. */
export interface CommandOutcome {
  state: 'done' | 'refused' | 'unreachable' | 'reverted' | 'differs' | 'unknown'
  /** For `unknown`: the device could not be read since, so that a later reading can still determine the result. */
  unchecked?: true
  /** The reason; null for a successful command without notes. */
  message: Message | null
  result?: Record<string, unknown>
  /** Readings to store. */
  outcome?: ReadOutcome
}

/** A running command and the operations available to it. */
export interface Run {
  id: number
  kind: CommandKind
  guarded: boolean
  input: { change?: DeviceChange } & Record<string, unknown>
  secrets: Readonly<Record<string, string>>
  settings: DeviceSettings
  databases: Databases
  keys: Keys
  /** Set if an earlier worker had started to write: only check the result, never write again. */
  sentAt: Date | undefined
  /** The data that `markSent` stored at that time. */
  savedState: Record<string, unknown> | undefined
  timeouts: Timeouts
  retention: BackupRetention
  /** Origin at which devices reach the panel. */
  baseUrl: string
  /**
   * The shared session of this process.
   * @throws DeviceError
   */
  session(options?: UseOptions): Promise<Session>
  /**
   * A new, separate connection.
   * @throws DeviceError
   */
  fresh(options?: UseOptions): Promise<Session>
  /**
   * A connection over SSH to the device of an open session; the caller closes it.
   * @throws DeviceError
   * @throws RouterError if the session ends
   */
  openSsh(session: Session): Promise<SshSession>
  /** Closes the shared session. */
  drop(): void
  /**
   * Reports the current phase to browsers; the first is `connecting`.
   * @throws LostCommand if another worker owns the command
   */
  progress(step: (typeof commandSteps)[number]): Promise<void>
  /**
   * Commits that the command is about to write, with the data needed to check later whether the write arrived.
   * @throws LostCommand if another worker owns the command, or the process is stopping
   */
  markSent(stored?: Record<string, unknown>): Promise<void>
  /**
   * Runs a system transaction that commits only while this worker owns the command, and extends its lease.
   * @throws LostCommand if another worker owns the command, or the process is stopping
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** What readers need for the device of a running command. */
export const contextOf = (run: Run): ReadContext => ({ of: run.settings, keys: run.keys })

/** Another worker owns the command, or this process is stopping: this process must stop working on it. */
export class LostCommand extends Error {
  override name = 'LostCommand'
}

/** Errors that a retry does not fix. */
const permanentErrors = new Set(['login', 'certificate', 'other-device', 'address', 'tunnel'])

/**
 * Retries until a device answers.
 * @throws DeviceError the last one after the timeout, or a permanent one
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

/** The end of a command that has sent nothing. */
export function notReached(error: unknown): CommandOutcome {
  if (error instanceof DeviceError) return { state: 'unreachable', message: error.reason }
  throw error
}
