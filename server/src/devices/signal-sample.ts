import type { CellInfo } from '@trunkline/contract/resources/control-shapes'
import type { Sample, State } from './save-outcomes.ts'
import { wifiMenus, type SeenRegistration } from './wifi/shapes.ts'

/** The part of a five-minute sample that comes from the slowly read menus. */
export type SignalSample = Pick<Sample, 'lte_rsrp' | 'wifi_clients' | 'wifi_signal'>

export const noSignal: SignalSample = { lte_rsrp: null, wifi_clients: null, wifi_signal: null }

/** Five-minute intervals for which a reading holds: the slow menus are read about as often, with jitter. */
const maxAge = 2

/**
 * The signal of the modem and of the Wi-Fi clients.
 * @param menus readings by menu key; a menu that the device lacks is missing
 */
export function signalSample(menus: Readonly<Record<string, unknown>>): SignalSample {
  const cells = (menus['interface/lte'] as CellInfo[] | undefined) ?? []
  const cell = cells.find(({ running, rsrp, nr_rsrp }) => running && (rsrp ?? nr_rsrp) !== null)
  const clients = menus[wifiMenus.registrations] as SeenRegistration[] | undefined
  const signals = (clients ?? []).flatMap(({ signal }) => (signal === null ? [] : [signal]))
  return {
    lte_rsrp: (cell?.rsrp ?? cell?.nr_rsrp)?.value ?? null,
    wifi_clients: clients?.length ?? null,
    wifi_signal:
      signals.length === 0 ? null : Math.round(signals.reduce((sum, signal) => sum + signal, 0) / signals.length),
  }
}

/** The last signal of a device, unless it is too old for the interval that ends at `slot`. */
export const signalOf = (memory: { signal?: { slot: number; values: SignalSample } }, slot: number): SignalSample =>
  memory.signal !== undefined && slot - memory.signal.slot <= maxAge ? memory.signal.values : noSignal

/** Percent of the memory in use; null if the device does not report it. */
export const memoryLoad = ({ memory_total, memory_free }: State): number | null =>
  memory_total === null || memory_total === undefined || memory_total === 0 || memory_free == null
    ? null
    : Math.round(((memory_total - memory_free) / memory_total) * 100)
