import { metricNames, metrics, type MetricPart, type MetricUnit, type SubjectKind } from '@trunkline/contract/telemetry'
import type { LatestReading } from '../../telemetry/latest-readings.ts'

/** What a series is about: the labels of all its samples. */
export interface LabelledSubject {
  id: number
  labels: Readonly<Record<string, string | number | null>>
}

/** Units as in names of metrics (https://prometheus.io/docs/practices/naming/); a count and a flag have none. */
const suffixes: Record<MetricUnit, string> = {
  percent: '_percent',
  celsius: '_celsius',
  volt: '_volts',
  millisecond: '_milliseconds',
  bps: '_bits_per_second',
  per_second: '_per_second',
  per_minute: '_per_minute',
  dbm: '_dbm',
  count: '',
  flag: '',
}

/** Of these the whole is read too: its parts have a name of their own, so that a sum does not count twice. */
const withWhole: readonly MetricPart[] = ['radio', 'reason']

/** Bytes of a piece of the reply, about. */
const pieceSize = 64_000

const labelText = (value: string | number): string =>
  String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

const labelsText = (labels: LabelledSubject['labels']): string =>
  Object.entries(labels)
    .flatMap(([name, value]) => (value === null || value === '' ? [] : [`${name}="${labelText(value)}"`]))
    .join(',')

/**
 * The readings of subjects in the text format of Prometheus, version 0.0.4: the samples of a metric together, below its
 * type. A subject without readings has no sample, so that its series go stale.
 * @returns pieces of the text
 */
export async function* expositionOf(
  kind: SubjectKind,
  subjects: readonly LabelledSubject[],
  readings: ReadonlyMap<number, readonly LatestReading[]>,
): AsyncGenerator<string> {
  const rows = subjects.flatMap(({ id, labels }) => {
    const own = readings.get(id)
    return own === undefined ? [] : [{ labels: labelsText(labels), own }]
  })
  for (const metric of metricNames) {
    const { part: partKind, unit } = metrics[metric]
    const isPart = (part: string) => part !== '' && withWhole.includes(partKind)
    for (const ofParts of [false, true]) {
      const name = `trunkline_${kind}_${metric}${ofParts ? `_by_${partKind}` : ''}${suffixes[unit]}`
      let text = ''
      let isFirst = true
      for (const { labels, own } of rows)
        for (const { metric: read, part, value } of own) {
          if (read !== metric || isPart(part) !== ofParts) continue
          if (isFirst) text += `# TYPE ${name} gauge\n`
          isFirst = false
          text += `${name}{${labels}${part === '' ? '' : `,${partKind}="${labelText(part)}"`}} ${value}\n`
          if (text.length < pieceSize) continue
          yield text
          text = ''
        }
      if (text !== '') yield text
    }
  }
}
