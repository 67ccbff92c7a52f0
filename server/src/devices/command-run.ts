import { sql } from 'kysely'
import { open, type Keys } from '../secrets.ts'
import type { BackupRetention } from './backup.ts'
import { touchCommand, whileOwned, type ClaimedCommand, type CommandWorker } from './command-queue.ts'
import type { Connections } from './connections.ts'
import { commandContext } from './password-context.ts'
import { LostCommand, type Run, type Timeouts } from './run.ts'
import type { DeviceSettings } from './settings.ts'

/** What the runs of a worker share. */
export interface RunContext {
  worker: CommandWorker
  keys: Keys
  connections: Connections
  baseUrl: string
  timeouts: Timeouts
  retention: BackupRetention
  /** True once the process stops: a run must not start another step. */
  isStopping(): boolean
}

/** The run of a claimed command: its input and secrets, the device's connections, and its progress in the database. */
export function createRun(context: RunContext, claimed: ClaimedCommand, of: DeviceSettings): Run {
  const { worker, keys, connections, baseUrl } = context
  // A check later on must not hold up the commands behind it.
  const { lookMs, connectMs } = context.timeouts
  const timeouts = { ...context.timeouts, lookMs: claimed.result?.['unchecked'] === true ? connectMs : lookMs }
  const { id, hardware_id, kind, guarded } = claimed
  let reported: Promise<void> = Promise.resolve()
  let lost = false
  return {
    id,
    kind,
    guarded,
    input: claimed.input,
    secrets:
      claimed.secret === null
        ? {}
        : (JSON.parse(open(keys, claimed.secret, commandContext(id))) as Record<string, string>),
    settings: of,
    databases: worker.databases,
    keys,
    sentAt: claimed.sent_at === null ? undefined : new Date(claimed.sent_at),
    savedState: claimed.result ?? undefined,
    timeouts,
    retention: context.retention,
    baseUrl,
    session: (options) => connections.session(of, options),
    fresh: (options) => connections.fresh(of, options),
    openSsh: (session) => connections.ssh(of, session),
    drop: () => connections.drop(hardware_id),
    async progress(step) {
      if (context.isStopping() || lost) throw new LostCommand('Another worker has this command, or the process stops.')
      // Not awaited: ownership of the command is checked before every write.
      reported = reported
        .then(() => touchCommand(worker, id, sql`step = ${step}`))
        .catch((error: unknown) => void (lost ||= error instanceof LostCommand))
    },
    async transaction(work) {
      await reported
      if (context.isStopping() || lost) throw new LostCommand('Another worker has this command, or the process stops.')
      return whileOwned(worker, id, work)
    },
    async markSent(stored) {
      await reported
      if (context.isStopping()) throw new LostCommand('The process stops.')
      await touchCommand(
        worker,
        id,
        stored === undefined
          ? sql`step = 'writing', sent_at = coalesce(sent_at, now())`
          : sql`step = 'writing', sent_at = coalesce(sent_at, now()), result = ${JSON.stringify(stored)}::jsonb`,
      )
    },
  }
}
