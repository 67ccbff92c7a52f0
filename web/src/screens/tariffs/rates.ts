/** Rates are typed in Mbit/s and stored in kbit/s. */

const fastest = 100_000

/** Mbit/s of kbit/s, for an input. */
export const toMbit = (kbit: number | null | undefined): number | null =>
  kbit === null || kbit === undefined ? null : kbit / 1000

/** Whole kbit/s of what was typed as Mbit/s; null without one. */
export const toKbit = (mbit: number | null): number | null => (mbit === null ? null : Math.round(mbit * 1000))

/** Whether a typed rate can be stored: from 1 kbit/s to 100 Gbit/s, to the kbit. */
export function isRate(mbit: number): boolean {
  const kbit = mbit * 1000
  return kbit >= 1 && mbit <= fastest && Math.abs(kbit - Math.round(kbit)) < 1e-6
}

const gigabyte = 1_000_000_000

/** Gigabytes of bytes, for an input. */
export const toGigabytes = (bytes: number | null | undefined): number | null =>
  bytes === null || bytes === undefined ? null : bytes / gigabyte

/** Whole bytes of what was typed as gigabytes. */
export const fromGigabytes = (gigabytes: number | null): number | null =>
  gigabytes === null ? null : Math.round(gigabytes * gigabyte)

/**
 * How long a burst lasts at most after idle time, in seconds. MikroTik averages the last
 * `seconds` and bursts for as long as that average is below the threshold
 * (https://help.mikrotik.com/docs/spaces/ROS/pages/328152/Queues, "Burst").
 */
export const burstLength = (burst: number, threshold: number, seconds: number): number =>
  burst <= 0 ? 0 : Math.min(seconds, (threshold * seconds) / burst)
