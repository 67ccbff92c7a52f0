import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '@trunkline/contract/errors'
import type { CommandState } from '@trunkline/contract/resources/device-enums'
import type { Databases } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'

/** The end of a command. */
export interface CommandEnd {
  state: CommandState
  /** Null for a successful command without notes. */
  detail: Message | null
  /** `id` of a new row on the device. */
  result: Record<string, unknown> | null
}

/** Polling interval in milliseconds: a fast router completes a command within 10 to 30. */
const intervals = { first: 25, max: 250 }
/** Maximum concurrent waits in this process: each poll briefly uses a connection of the system pool. */
const maxWaiting = 50
let waiting = 0

/**
 * Waits until a command has ended. Holds no connection between two polls.
 * @param id of a command that is visible to the caller
 * @returns undefined if it has not ended within `timeoutMs`, or too many callers are waiting
 */
export async function waitForCommand(
  databases: Databases,
  id: number,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<CommandEnd | undefined> {
  if (waiting >= maxWaiting) return undefined
  waiting++
  try {
    const until = performance.now() + timeoutMs
    for (let pause = intervals.first; ; pause = Math.min(pause * 1.5, intervals.max)) {
      const row = await withSystem(databases, (tx) =>
        tx.selectFrom('device_command').select(['state', 'detail', 'result']).where('id', '=', id).executeTakeFirst(),
      )
      if (row === undefined) return undefined
      if (row.state !== 'queued' && row.state !== 'running') return row as unknown as CommandEnd
      if (signal?.aborted === true || performance.now() + pause > until) return undefined
      await sleep(pause)
    }
  } finally {
    waiting--
  }
}
