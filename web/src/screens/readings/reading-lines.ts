import type { ReadingAnswer, ReadingSeries } from '@trunkline/contract/resources/telemetry'
import type { MetricUnit } from '@trunkline/contract/telemetry'
import type { TFunction } from '../../i18n/translations.ts'
import type { PlotSeries } from '../../ui/plot-picture.tsx'
import { bitsText } from '../lan/traffic-values.ts'

const symbols: Partial<Record<MetricUnit, string>> = { celsius: '°C', volt: 'V', millisecond: 'ms', dbm: 'dBm' }

/** A value with its unit. @param language of the numbers */
export function valueText(value: number, unit: MetricUnit, language: string, t: TFunction): string {
  const number = (digits: number) => value.toLocaleString(language, { maximumFractionDigits: digits })
  if (unit === 'bps') return bitsText(value, language)
  if (unit === 'percent')
    return (value / 100).toLocaleString(language, { style: 'percent', maximumFractionDigits: value < 10 ? 1 : 0 })
  if (unit === 'per_second' || unit === 'per_minute') return t(`readings:unit.${unit}`, { value: number(2) })
  const digits = unit === 'count' || unit === 'flag' ? (Math.abs(value) < 10 ? 1 : 0) : unit === 'dbm' ? 0 : 1
  const symbol = symbols[unit]
  return symbol === undefined ? number(digits) : `${number(digits)} ${symbol}`
}

/**
 * Name of a series: of its metric, and of its port, sensor, radio or reason. `alone`: the graph has one metric, so that
 * the part says enough.
 */
export function seriesName(
  { metric, part }: Pick<ReadingSeries, 'metric' | 'part'>,
  alone: boolean,
  t: TFunction,
): string {
  const name = t(`readings:metric.${metric}`)
  if (part === '' || part === metric) return name
  const shown =
    metric === 'rejections' ? t(`sessions:value.reason.${part}`, { defaultValue: part.replaceAll('-', ' ') }) : part
  return alone ? shown : t('readings:part', { name, part: shown })
}

/** The lines of a chart. A band of the highest values only where few lines would not hide each other. */
export function linesOf({ series }: ReadingAnswer, t: TFunction): PlotSeries[] {
  const alone = new Set(series.map(({ metric }) => metric)).size === 1 && series.length > 1
  const hasBands = series.length <= 3
  return series.map((one) => ({
    label: seriesName(one, alone, t),
    values: one.mean,
    highest: hasBands && differs(one) ? one.max : undefined,
    before: one.week_before,
    mark: one.percentile_95?.value,
  }))
}

/** Whether a highest value is above its mean anywhere. */
const differs = ({ mean, max }: ReadingSeries): boolean =>
  max.some((value, at) => value !== null && value > (mean[at] ?? value) + Math.abs(value) * 0.001)

export interface Summary {
  last: number
  mean: number
  highest: number
  lowest: number
  percentile: { value: number; share: number } | undefined
}

/** The last, mean, lowest and highest value of a period; undefined if nothing was read. */
export function summaryOf({ mean, max, percentile_95: percentile }: ReadingSeries): Summary | undefined {
  const known = mean.filter((value): value is number => value !== null)
  const last = known.at(-1)
  if (last === undefined) return undefined
  return {
    last,
    mean: known.reduce((sum, value) => sum + value, 0) / known.length,
    highest: max.reduce<number>((high, value) => Math.max(high, value ?? high), Number.NEGATIVE_INFINITY),
    lowest: Math.min(...known),
    percentile: percentile
      ? { value: percentile.value, share: percentile.expected === 0 ? 1 : percentile.intervals / percentile.expected }
      : undefined,
  }
}
