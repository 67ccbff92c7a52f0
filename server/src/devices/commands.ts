import { message } from '@trunkline/contract/errors'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Databases } from '../db/pool.ts'
import type { Logger } from '../log.ts'
import type { Keys } from '../secrets.ts'
import {
  claimCommand,
  finishCommand,
  releaseCommands,
  retryCommandSoon,
  sweepCommands,
  touchCommand,
  type ClaimedCommand,
  type CommandWorker,
} from './command-queue.ts'
import { defaultRetention, type BackupRetention } from './backup.ts'
import { createRun, type RunContext } from './command-run.ts'
import type { Connections } from './connections.ts'
import { defaultTimeouts, LostCommand, type CommandOutcome, type Timeouts } from './run.ts'
import { runCommand } from './run-command.ts'

export interface CommandSettings {
  databases: Databases
  keys: Keys
  log: Logger
  connections: Connections
  baseUrl: string
  timeouts?: Partial<Timeouts>
  retention?: BackupRetention
  /** Number of devices processed concurrently. */
  concurrency?: number
}

export interface CommandContext {
  /** Starts processing the commands of a device in this process. Returns immediately. */
  wake(hardware_id: number): void
  /** Processes the commands of a device; resolves when none are left. */
  workOff(hardware_id: number): Promise<void>
  /**
   * Wakes workers for commands without a worker: queued ones, and those of a worker that died. Expires commands that
   * have not started by their deadline.
   */
  sweep(): Promise<void>
  /** Accepts no more commands and hands over the running ones. */
  stop(): Promise<void>
}

/** Maximum attempts of a command that has sent nothing: if workers die each time, the command may be the cause. */
const maxAttempts = 5

/** Runs commands of devices in this process, alongside other workers: one at a time per device, in order. */
export function createCommands(settings: CommandSettings): CommandContext {
  const { databases, keys, log, connections, baseUrl, retention = defaultRetention, concurrency = 32 } = settings
  const timeouts = { ...defaultTimeouts, ...settings.timeouts }
  const worker: CommandWorker = {
    databases,
    name: `${process.pid}:${randomUUID()}`,
    leaseSeconds: timeouts.leaseSeconds,
  }
  const waiting = new Set<number>()
  const running = new Map<number, Promise<void>>()
  /** Devices woken while they are being processed: checked once more afterwards. */
  const again = new Set<number>()
  let stopping = false
  const context: RunContext = { worker, keys, connections, baseUrl, timeouts, retention, isStopping: () => stopping }

  function wake(hardware_id: number): void {
    if (running.has(hardware_id)) again.add(hardware_id)
    else waiting.add(hardware_id)
    next()
  }

  function next(): void {
    for (const hardware_id of waiting) {
      if (stopping || running.size >= concurrency) return
      waiting.delete(hardware_id)
      const work = workOff(hardware_id)
        .catch((error: unknown) => log.warn({ err: error, hardware_id }, 'commands of a device could not be processed'))
        .finally(() => {
          running.delete(hardware_id)
          if (again.delete(hardware_id)) waiting.add(hardware_id)
          next()
        })
      running.set(hardware_id, work)
    }
  }

  async function workOff(hardware_id: number): Promise<void> {
    while (!stopping) {
      const claimed = await claimCommand(worker, hardware_id)
      if (claimed === undefined) return
      await runClaimed(context, log, claimed)
    }
  }

  return {
    wake,
    workOff,
    sweep: () => sweepCommands(worker),
    async stop() {
      stopping = true
      waiting.clear()
      const all = Promise.allSettled(running.values())
      await Promise.race([all, new Promise((done) => setTimeout(done, 5000).unref())])
      // Lets the next worker claim the command before the lease expires.
      await releaseCommands(worker).catch(() => {})
    },
  }
}

/** Runs a claimed command, and extends its lease meanwhile. */
async function runClaimed(context: RunContext, log: Logger, claimed: ClaimedCommand): Promise<void> {
  const { worker } = context
  const { id, hardware_id } = claimed
  const heartbeat = setInterval(
    () => void touchCommand(worker, id, sql`worker = worker`).catch(() => {}),
    (worker.leaseSeconds * 1000) / 3,
  )
  heartbeat.unref()
  try {
    await finishCommand(worker, claimed, await outcomeOf(context, claimed))
  } catch (error) {
    if (error instanceof LostCommand) {
      log.info({ command_id: id, hardware_id }, 'a command was handed over')
      return
    }
    log.error({ err: error, command_id: id, hardware_id }, 'a command failed with an internal error')
    // If bytes were sent, no worker may start it again: the next one only checks the result. Otherwise it is retried.
    await retryCommandSoon(worker, id).catch(() => {})
  } finally {
    clearInterval(heartbeat)
  }
}

async function outcomeOf(context: RunContext, claimed: ClaimedCommand): Promise<CommandOutcome> {
  if (claimed.of === undefined) return { state: 'unreachable', message: message('row.trashed') }
  if (claimed.attempts > maxAttempts)
    return claimed.sent_at === null
      ? { state: 'unreachable', message: message('command.gave_up', { attempts: maxAttempts }) }
      : { state: 'unknown', message: message('command.gave_up_checking', { attempts: maxAttempts }) }
  return runCommand(createRun(context, claimed, claimed.of))
}
