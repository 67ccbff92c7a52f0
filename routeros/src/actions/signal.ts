/** Grades of a signal. */
export const grades = ['excellent', 'good', 'fair', 'poor', 'none'] as const
export type Grade = (typeof grades)[number]

/** Measurements of a cell: properties of RouterOS, with underscores. */
export const signalNames = ['rssi', 'rsrp', 'rsrq', 'sinr', 'rscp', 'ecio', 'nr_rsrp', 'nr_rsrq', 'nr_sinr'] as const
export type SignalName = (typeof signalNames)[number]

/**
 * Lower bounds of the grades excellent, good, fair and poor; below the last one there is no usable signal. The first
 * three are those of https://wiki.teltonika-networks.com/view/Mobile_Signal_Strength_Recommendations for 4G and 3G.
 * What that page calls no signal is poor here down to the limit at which a modem can stay attached: RSRP of -120 dBm,
 * and noise 10 dB above the signal. 5G uses the bounds of 4G.
 */
const steps: Record<'rssi' | 'rsrp' | 'rsrq' | 'sinr' | 'rscp' | 'ecio', readonly [number, number, number, number]> = {
  rssi: [-65, -75, -85, -95],
  rsrp: [-80, -90, -100, -120],
  rsrq: [-10, -15, -20, -25],
  sinr: [20, 13, 0, -10],
  rscp: [-60, -75, -85, -95],
  ecio: [-6, -10, -15, -20],
}

const stepsOf = (name: SignalName) => steps[name.replace('nr_', '') as keyof typeof steps]

/** Unit and grade of a measurement. */
export function gradeOf(name: SignalName, value: number): { unit: 'dBm' | 'dB'; grade: Grade } {
  const isLevel = name === 'rssi' || name === 'rscp' || name.endsWith('rsrp')
  const index = stepsOf(name).findIndex((from) => value >= from)
  return { unit: isLevel ? 'dBm' : 'dB', grade: grades[index === -1 ? 4 : index] ?? 'none' }
}

/**
 * The overall grade: the worse of level and quality, since a strong signal with much noise carries little data. The
 * level is RSRP if the modem reports it, else RSCP or RSSI; the quality is SINR, else RSRQ or Ec/Io. LTE takes
 * precedence over 5G, because 5G non-standalone depends on it.
 */
export function overallGrade(signals: readonly { name: SignalName; grade: Grade }[]): Grade {
  const first = (names: readonly SignalName[]) => {
    for (const name of names) {
      const found = signals.find((one) => one.name === name)
      if (found !== undefined) return grades.indexOf(found.grade)
    }
    return undefined
  }
  const level = first(['rsrp', 'nr_rsrp', 'rscp', 'rssi'])
  const quality = first(['sinr', 'nr_sinr', 'rsrq', 'nr_rsrq', 'ecio'])
  if (level === undefined && quality === undefined) return 'none'
  return grades[Math.max(level ?? 0, quality ?? 0)] ?? 'none'
}
