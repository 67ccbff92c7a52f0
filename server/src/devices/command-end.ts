import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '@trunkline/contract/errors'
import type { CommandState } from '@trunkline/contract/resources/device-enums'
import type { Databases } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'

/** How a command ended. */
export interface CommandEnd {
  state: CommandState
  /** Null of a command that is done and has nothing to be noted. */
  detail: Message | null
  /** `id` of a new row on the device. */
  result: Record<string, unknown> | null
}

/** Milliseconds between two looks: a router that answers at once has carried a command out after 10 to 30. */
const intervals = { first: 25, max: 250 }
/** Callers that wait at one time, of this process: each look takes a connection of the system's pool for a moment. */
const maxWaiting = 50
let waiting = 0

/**
 * Waits until a command has ended. Holds no connection between two looks.
 * @param id of a command that the caller may see
 * @returns undefined where it has not ended within `timeoutMs`, or too many callers wait already
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
