import type { Service } from '@trunkline/contract/resources/service-shapes'

const dayMs = 86_400_000

/** Days of usage to choose from; the call accepts at most 400. */
export const ranges = [31, 92, 365] as const
export type Range = (typeof ranges)[number]

/** The first and last day of a range that ends with `today`. */
export const rangeOf = (days: Range, today: string): { from: string; until: string } => ({
  from: new Date(Date.parse(today) - (days - 1) * dayMs).toISOString().slice(0, 10),
  until: today,
})

/** The first day of the next period, when the quota is reset (UTC; weeks begin on Monday). */
export function nextPeriod({ period, since }: Pick<Service['quota'], 'period' | 'since'>): string {
  const start = new Date(since)
  if (period === 'month') start.setUTCMonth(start.getUTCMonth() + 1)
  else start.setUTCDate(start.getUTCDate() + (period === 'week' ? 7 : 1))
  return start.toISOString().slice(0, 10)
}

/** Percent of the quota that is used, also above 100; undefined without a quota. */
export const quotaShare = ({ used_bytes, quota_bytes }: Service['quota']): number | undefined =>
  quota_bytes === null ? undefined : (used_bytes / quota_bytes) * 100
