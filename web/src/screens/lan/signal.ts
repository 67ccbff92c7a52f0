import type { CellInfo } from '@trunkline/contract/resources/control-shapes'
import type { SignalGrade } from '@trunkline/contract/resources/device-enums'
import type { Tone } from '../../ui/tone.ts'

/** The metrics of a modem that are graded, in display order. */
export const signalKeys = ['rsrp', 'rsrq', 'sinr', 'rssi', 'nr_rsrp', 'nr_rsrq', 'nr_sinr'] as const
export type SignalKey = (typeof signalKeys)[number]

/** LTE metrics as their abbreviation, 5G ones with a prefix: `RSRP`, `5G RSRP`. */
export const signalLabel = (key: string): string => key.toUpperCase().replace('NR_', '5G ')

export interface Scale {
  unit: 'dBm' | 'dB'
  /** Ends of the scale. */
  from: number
  to: number
  /** Where fair, good and excellent begin. */
  bounds: readonly [fair: number, good: number, excellent: number]
}

const power: Scale = { unit: 'dBm', from: -125, to: -65, bounds: [-100, -90, -80] }
const quality: Scale = { unit: 'dB', from: -25, to: -3, bounds: [-20, -15, -10] }
const noise: Scale = { unit: 'dB', from: -10, to: 30, bounds: [0, 13, 20] }

/** The bounds are those that the server grades by. */
export const scales: Record<SignalKey, Scale> = {
  rsrp: power,
  rsrq: quality,
  sinr: noise,
  rssi: { unit: 'dBm', from: -105, to: -45, bounds: [-85, -75, -65] },
  nr_rsrp: power,
  nr_rsrq: quality,
  nr_sinr: noise,
}

export const gradeTones: Record<SignalGrade, Tone> = {
  excellent: 'good',
  good: 'good',
  fair: 'warning',
  poor: 'bad',
  none: 'neutral',
}

/** Filled bars of four. */
export const gradeBars: Record<SignalGrade, number> = { excellent: 4, good: 3, fair: 2, poor: 1, none: 0 }

/** Position of a value on its scale, 0 to 100; values beyond an end are at that end. */
export function scalePosition({ from, to }: Scale, value: number): number {
  return Math.min(100, Math.max(0, ((value - from) / (to - from)) * 100))
}

/** The four segments of a scale as shares of 100, poor first. */
export function scaleSegments(scale: Scale): { grade: SignalGrade; share: number }[] {
  const edges = [0, ...scale.bounds.map((bound) => scalePosition(scale, bound)), 100]
  return (['poor', 'fair', 'good', 'excellent'] as const).map((grade, index) => ({
    grade,
    share: (edges[index + 1] as number) - (edges[index] as number),
  }))
}

/** The metrics that the modem reports, with their scales. */
export const signalMetrics = (cell: CellInfo) =>
  signalKeys.flatMap((key) => {
    const metric = cell[key]
    return metric === null ? [] : [{ key, value: metric.value, grade: metric.grade, scale: scales[key] }]
  })

/** Lines of the live plots: in dBm and in dB. */
export const plotLines = {
  power: ['rsrp', 'nr_rsrp', 'rssi'],
  ratio: ['sinr', 'nr_sinr', 'rsrq', 'nr_rsrq'],
} as const satisfies Record<string, readonly SignalKey[]>

/** The current values of a modem, by line. */
export const signalValues = (cell: CellInfo): Record<string, number | null> =>
  Object.fromEntries(signalKeys.map((key) => [key, cell[key]?.value ?? null]))
