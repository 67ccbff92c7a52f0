import type { ReadOutcome } from '../../devices/save-outcomes.ts'

/** Batches of a minute each in which the load of devices rises above and falls below the thresholds, repeatably. */
export function batchesOf(ids: readonly number[], start: number): ReadOutcome[][] {
  return Array.from({ length: 240 }, (_, minute) =>
    ids.map((hardware_id, index) => ({
      hardware_id,
      at: new Date(start + minute * 60_000),
      error: null,
      // Periods of 26 to 55 minutes, about half of them under load.
      state: { cpu_load: (minute + index * 3) % (26 + index) < 13 + index / 2 ? 97 : 20 },
    })),
  )
}
