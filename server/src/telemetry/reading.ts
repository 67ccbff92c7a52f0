import { hasMetric, maxPartLength, metrics, type Metric, type SubjectKind } from '@trunkline/contract/telemetry'

export interface SubjectReference {
  kind: SubjectKind
  /** Id of the row in the table of its kind. */
  id: number
}

export interface ReadingValue {
  metric: Metric
  /** Port, sensor, radio or reason; empty: the subject as a whole. */
  part: string
  /** Null: it was not read. */
  value: number | null
}

/** All values that were read of a subject at one time. */
export interface SubjectReading {
  subject: SubjectReference
  at: Date
  values: readonly ReadingValue[]
}

/** The values that can be stored: of a metric of the kind, finite, each series once (the last one counts). */
export function storableValues({ subject, values }: SubjectReading): ReadingValue[] {
  const bySeries = new Map<string, ReadingValue>()
  for (const { metric, part, value } of values) {
    if (!hasMetric(subject.kind, metric)) continue
    const name = metrics[metric].part === 'none' ? '' : part.slice(0, maxPartLength)
    bySeries.set(`${metric} ${name}`, {
      metric,
      part: name,
      value: value === null || !Number.isFinite(value) ? null : value,
    })
  }
  return [...bySeries.values()]
}
