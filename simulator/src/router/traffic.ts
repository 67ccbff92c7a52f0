import { chance } from '../tables/random.ts'
import type { Row } from '../tables/table.ts'
import type { RouterState } from './router-state.ts'

const day = 86_400_000
const ripple = 420_000

/** The ports with the default route in the personalities. */
const uplinks = new Set(['ether1', 'lte1'])

interface Curve {
  /** Mean, in bits per second. */
  mean: number
  phase: number
  ripplePhase: number
}

const curves = new WeakMap<RouterState, Map<string, Curve>>()

function curveOf(router: RouterState, name: string, way: 'rx' | 'tx'): Curve {
  let known = curves.get(router)
  if (!known) curves.set(router, (known = new Map<string, Curve>()))
  const key = `${way} ${name}`
  let curve = known.get(key)
  if (!curve) known.set(key, (curve = makeCurve(router, name, way)))
  return curve
}

function makeCurve(router: RouterState, name: string, way: 'rx' | 'tx'): Curve {
  const share = chance(router.seed, `traffic ${name}`)
  // Between 100 kbit/s and 60 Mbit/s, most of them low; upload is a tenth of download. All traffic passes the uplink.
  const mean = uplinks.has(name) ? 15_000_000 + share * 45_000_000 : 100_000 + share ** 4 * 60_000_000
  return {
    mean: way === 'rx' ? mean : mean * (0.06 + 0.1 * chance(router.seed, `upstream ${name}`)),
    phase: 0.55 + 0.1 * chance(router.seed, `phase ${name}`),
    ripplePhase: chance(router.seed, `ripple ${name} ${way}`),
  }
}

const turn = 2 * Math.PI

/** Bits per second at a time: a daily curve with its peak in the evening, and waves of seven minutes. */
function rateAt({ mean, phase, ripplePhase }: Curve, at: number): number {
  return mean * (1 + 0.6 * Math.sin(turn * (at / day - phase)) + 0.3 * Math.sin(turn * (at / ripple + ripplePhase)))
}

/** Bits between two times: the integral of the curve, so that counters and rates agree. */
function bitsBetween({ mean, phase, ripplePhase }: Curve, from: number, to: number): number {
  const wave = (length: number, height: number, shift: number): number =>
    ((height * length) / turn) * (Math.cos(turn * (from / length + shift)) - Math.cos(turn * (to / length + shift)))
  return (mean * (to - from + wave(day, 0.6, -phase) + wave(ripple, 0.3, ripplePhase))) / 1000
}

const isUp = (row: Row): boolean => row['running'] === 'true' && row['disabled'] !== 'true'

const packetBytes = 760

/** Current bits and packets per second of an interface. */
export function ratesOf(
  router: RouterState,
  row: Row,
): { rx: number; tx: number; rxPackets: number; txPackets: number } {
  const name = row['default-name'] ?? row['name'] ?? ''
  if (!isUp(row)) return { rx: 0, tx: 0, rxPackets: 0, txPackets: 0 }
  const now = router.monotonic()
  const rx = Math.round(rateAt(curveOf(router, name, 'rx'), now))
  const tx = Math.round(rateAt(curveOf(router, name, 'tx'), now))
  return { rx, tx, rxPackets: Math.round(rx / 8 / packetBytes), txPackets: Math.round(tx / 8 / packetBytes) }
}

/** Bytes and packets since boot or since the counters were reset. */
export function countersOf(
  router: RouterState,
  row: Row,
  note = `reset ${row['.id']}`,
): { rx: number; tx: number; rxPackets: number; txPackets: number } {
  const name = row['default-name'] ?? row['name'] ?? row['.id'] ?? ''
  if (!isUp(row)) return { rx: 0, tx: 0, rxPackets: 0, txPackets: 0 }
  const reset = router.notes.get(note)
  const from = Math.max(router.booted, typeof reset === 'number' ? reset : 0)
  const to = router.monotonic()
  const rx = Math.round(bitsBetween(curveOf(router, name, 'rx'), from, to) / 8)
  const tx = Math.round(bitsBetween(curveOf(router, name, 'tx'), from, to) / 8)
  return { rx, tx, rxPackets: Math.round(rx / packetBytes), txPackets: Math.round(tx / packetBytes) }
}

/** Counters of a rule or queue: a share of the traffic. */
export function passedThrough(router: RouterState, menu: string, row: Row): { bytes: number; packets: number } {
  if (row['disabled'] === 'true') return { bytes: 0, packets: 0 }
  const name = `${menu} ${row['.id']}`
  const counters = countersOf(router, { ...row, name, running: 'true' }, `reset ${name}`)
  const share = chance(router.seed, `share ${name}`) ** 3
  return { bytes: Math.round(counters.rx * share), packets: Math.round(counters.rxPackets * share) }
}
