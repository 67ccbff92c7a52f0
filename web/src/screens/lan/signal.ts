import type { CellInfo } from '@trunkline/contract/resources/control-shapes'
import type { SignalGrade } from '@trunkline/contract/resources/device-enums'
import type { Tone } from '../../ui/tone.ts'

/** The figures of a modem that are judged, in the order in which they are shown. */
export const signalKeys = ['rsrp', 'rsrq', 'sinr', 'rssi', 'nr_rsrp', 'nr_rsrq', 'nr_sinr'] as const
export type SignalKey = (typeof signalKeys)[number]

export interface Scale {
  unit: 'dBm' | 'dB'
  /** Ends of the drawn scale. */
  from: number
  to: number
  /** Where fair, good and excellent begin. */
  bounds: readonly [fair: number, good: number, excellent: number]
}

const power: Scale = { unit: 'dBm', from: -125, to: -65, bounds: [-100, -90, -80] }
const quality: Scale = { unit: 'dB', from: -25, to: -3, bounds: [-20, -15, -10] }
const noise: Scale = { unit: 'dB', from: -10, to: 30, bounds: [0, 13, 20] }

/** What the scales are drawn from: the same bounds as those that the device's figures are graded by. */
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

/** How many of four bars a grade fills: its shape, beside its word and colour. */
export const gradeBars: Record<SignalGrade, number> = { excellent: 4, good: 3, fair: 2, poor: 1, none: 0 }

/** Where a value stands on its scale, from 0 to 100; what lies beyond an end stands at it. */
export function placeOn({ from, to }: Scale, value: number): number {
  return Math.min(100, Math.max(0, ((value - from) / (to - from)) * 100))
}

/** The four parts of a scale as shares of 100, poor first. */
export function partsOf(scale: Scale): { grade: SignalGrade; share: number }[] {
  const edges = [0, ...scale.bounds.map((bound) => placeOn(scale, bound)), 100]
  return (['poor', 'fair', 'good', 'excellent'] as const).map((grade, index) => ({
    grade,
    share: (edges[index + 1] as number) - (edges[index] as number),
  }))
}

/** The figures that the modem gives, with their scale. Modems differ in what they tell. */
export const evaluated = (cell: CellInfo) =>
  signalKeys.flatMap((key) => {
    const found = cell[key]
    return found === null ? [] : [{ key, value: found.value, grade: found.grade, scale: scales[key] }]
  })

/** Lines of the live plot, which share one unit each: what is measured in dBm, and what in dB. */
export const plotLines = {
  power: ['rsrp', 'nr_rsrp', 'rssi'],
  ratio: ['sinr', 'nr_sinr', 'rsrq', 'nr_rsrq'],
} as const satisfies Record<string, readonly SignalKey[]>

/** What is drawn of one modem at one moment. */
export const signalValues = (cell: CellInfo): Record<string, number | null> =>
  Object.fromEntries(signalKeys.map((key) => [key, cell[key]?.value ?? null]))
