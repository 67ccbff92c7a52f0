import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../log.ts'
import type { Connections } from './connections.ts'
import type { DeviceErrorKind } from './devices.ts'
import { pollDevice, slotMs, type Memory, type PollResult } from './poll-device.ts'
import type { DeviceSettings } from './settings.ts'

/** A device that is due, as the worker claimed it. */
export interface DueDevice {
  hardware_id: number
  failures: number
  watched: boolean
  slow: boolean
  backup: boolean
  templates: boolean
  wifi: boolean
  uplink: string | null
  rolled_back: number[]
}

/** A poll that ended, and whether the device is polled over REST. */
export interface FinishedPoll {
  due: DueDevice
  polled: PollResult
  rest: boolean
}

/** Results stored by one statement. */
const maxEntries = 500

/**
 * Runs the polls of claimed devices concurrently, and holds their results until they are stored. A third of the
 * `concurrency` is for devices whose last poll failed.
 */
export function runPolls(
  connections: Connections,
  context: Omit<Parameters<typeof pollDevice>[1], 'of'>,
  log: Logger,
  concurrency: number,
) {
  const slots = { well: concurrency - Math.floor(concurrency / 3), failing: Math.floor(concurrency / 3) }
  const busy = { well: 0, failing: 0 }
  const memories = new Map<number, Memory>()
  const readings = new Map<'ok' | DeviceErrorKind, number>()
  const running = new Set<Promise<void>>()
  /** Devices that are being polled, or whose results are not stored yet. */
  const claimed = new Set<number>()
  let done: FinishedPoll[] = []
  /** Forgets devices that other workers poll by now, or that are gone. */
  const forget = setInterval(() => {
    const before = Math.floor(Date.now() / slotMs) - 2
    for (const [id, memory] of memories)
      if (memory.counted === undefined && (memory.sampled?.slot ?? 0) < before) memories.delete(id)
  }, slotMs)
  forget.unref()

  return {
    /** Polls by their end, since the start. */
    readings: readings as ReadonlyMap<'ok' | DeviceErrorKind, number>,
    /** Polls that may be started now, of devices whose last poll succeeded or failed. */
    free: () => ({ well: slots.well - busy.well, failing: slots.failing - busy.failing }),
    claimed: () => [...claimed],
    start(due: DueDevice, of: DeviceSettings) {
      // The claim expired while the database was unavailable, and the poll is still running.
      if (claimed.has(of.id)) return
      claimed.add(of.id)
      const slot = due.failures > 0 ? 'failing' : 'well'
      busy[slot]++
      const memory = memories.get(of.id) ?? {}
      memories.set(of.id, memory)
      const work = pollDevice(connections, { ...context, of }, due, memory)
        .then((polled) => {
          const outcome = polled.outcome.error ?? 'ok'
          readings.set(outcome, (readings.get(outcome) ?? 0) + 1)
          done.push({ due, polled, rest: of.protocol === 'rest' })
        })
        .catch((error: unknown) => {
          claimed.delete(of.id)
          log.error({ err: error, hardware_id: of.id }, 'a device could not be polled')
        })
        .finally(() => {
          busy[slot]--
          running.delete(work)
        })
      running.add(work)
    },
    /** Takes at most 500 ended polls, to be stored and released. */
    finished(): FinishedPoll[] {
      const batch = done.slice(0, maxEntries)
      done = done.slice(maxEntries)
      return batch
    },
    /** After the results are stored or lost: the devices may be claimed again. */
    release(batch: readonly FinishedPoll[]) {
      for (const { due } of batch) claimed.delete(due.hardware_id)
    },
    /** Waits at most 3 seconds for running polls. */
    async stop() {
      clearInterval(forget)
      await Promise.race([Promise.allSettled(running), sleep(3000, undefined, { ref: false })])
    },
  }
}
