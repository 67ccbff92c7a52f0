/** Rejected logins of five minutes. */
export interface RejectionCount {
  /** Start of the five minutes, ISO 8601. */
  at: string
  rejected: number
}

const bucketMs = 300_000
/** Five-minute counts that are compared with the usual number: 15 minutes. */
const recentBuckets = 3
const dayMs = 86_400_000
const minimum = 20
const factor = 3

/**
 * Whether there are many more rejected logins than usual: at least 20 in the last 15 complete minutes, and at least three
 * times the average of the 24 hours before.
 * @param counts five-minute counts of the last 24 hours, the oldest first; a missing one is 0
 * @returns the rejections of the last 15 minutes, the average of 15 minutes, and the start of the increase; undefined if
 * the number is not unusual
 */
export function risingRejections(
  counts: readonly RejectionCount[],
  now: Date,
): { recent: number; usual: number; since: string } | undefined {
  const end = Math.floor(now.getTime() / bucketMs) * bucketMs
  const byTime = new Map(counts.map(({ at, rejected }) => [Date.parse(at), rejected]))
  // Counts are stored a moment after the end of their five minutes.
  const newest = byTime.has(end - bucketMs) ? end - bucketMs : end - 2 * bucketMs
  const sumOf = (last: number) => {
    let sum = 0
    for (let i = 0; i < recentBuckets; i++) sum += byTime.get(last - i * bucketMs) ?? 0
    return sum
  }
  const recent = sumOf(newest)
  const first = newest - (recentBuckets - 1) * bucketMs
  let before = 0
  for (const [at, rejected] of byTime) if (at < first && at >= first - dayMs) before += rejected
  const usual = before / (dayMs / (recentBuckets * bucketMs))
  const isRising = (sum: number) => sum >= minimum && sum >= factor * usual
  if (!isRising(recent)) return undefined
  let start = newest
  while (isRising(sumOf(start - bucketMs)) && start > newest - dayMs) start -= bucketMs
  return {
    recent,
    usual: Math.round(usual * 10) / 10,
    since: new Date(start - (recentBuckets - 1) * bucketMs).toISOString(),
  }
}
