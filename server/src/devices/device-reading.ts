import type { CellInfo, DeviceInterface } from '@trunkline/contract/resources/control-shapes'
import type { ReadingValue } from '../telemetry/reading.ts'
import { errorRates, type CounterReading } from './readings/interfaces.ts'
import type { State } from './save-outcomes.ts'
import { memoryLoad } from './signal-sample.ts'
import { wifiMenus, type SeenRegistration } from './wifi/shapes.ts'

/** What one poll has read of a device. */
export interface PolledValues {
  state: State
  /** With rates, where the counters were read before. */
  interfaces: readonly DeviceInterface[]
  uplink: DeviceInterface | undefined
  counted: { before: CounterReading | undefined; now: CounterReading }
  /** Menus by key; empty if the poll did not read them. */
  menus: Readonly<Record<string, unknown>>
}

/** The values that are stored of a device that does not answer. */
export const offlineValues: readonly ReadingValue[] = [{ metric: 'online', part: '', value: 0 }]

/** Interfaces of callers (pppoe-in, l2tp-in …) come and go with their sessions, which are stored as services. */
const isPermanent = ({ dynamic, type }: DeviceInterface) => !(dynamic && type.endsWith('-in'))

/** The values of a poll, as telemetry stores them. Omitted ones were not read. */
export function polledValues({ state, interfaces, uplink, counted, menus }: PolledValues): ReadingValue[] {
  const values: ReadingValue[] = [{ metric: 'online', part: '', value: 1 }]
  const add = (metric: ReadingValue['metric'], value: number | null | undefined, part = '') => {
    if (value !== null && value !== undefined) values.push({ metric, part, value })
  }
  add('cpu_load', state.cpu_load)
  add('memory_load', memoryLoad(state))
  add('storage_load', shareUsed(state.disk_total, state.disk_free))
  add('rx', uplink?.rx_bps)
  add('tx', uplink?.tx_bps)
  for (const { name, value, unit } of state.sensors ?? [])
    if (unit === 'C') add('temperature', value, name)
    else if (unit === 'V') add('voltage', value, name)
  if (!state.sensors?.some(({ unit }) => unit === 'C')) add('temperature', state.temperature)
  if (!state.sensors?.some(({ unit }) => unit === 'V')) add('voltage', state.voltage)
  const errors = counted.before === undefined ? undefined : errorRates(counted.before, counted.now)
  for (const one of interfaces.filter(isPermanent)) {
    add('port_rx', one.rx_bps, one.name)
    add('port_tx', one.tx_bps, one.name)
    if (!one.disabled) add('port_up', one.running ? 1 : 0, one.name)
    add('port_rx_errors', errors?.get(one.name)?.[0], one.name)
    add('port_tx_errors', errors?.get(one.name)?.[1], one.name)
  }
  addRadios(menus[wifiMenus.registrations] as SeenRegistration[] | undefined, add)
  const cell = (menus['interface/lte'] as CellInfo[] | undefined)?.find(({ running }) => running)
  add('lte_rsrp', (cell?.rsrp ?? cell?.nr_rsrp)?.value)
  const band = /\d+/.exec(cell?.bands[0]?.band ?? '')?.[0]
  add('lte_band', band === undefined ? undefined : Number(band))
  return values
}

/** Clients and their mean signal, of all radios (empty part) and of each. */
function addRadios(
  clients: readonly SeenRegistration[] | undefined,
  add: (metric: 'wifi_clients' | 'wifi_signal', value: number | null, part?: string) => void,
): void {
  if (clients === undefined) return
  const signalOf = (list: readonly SeenRegistration[]) => {
    const signals = list.flatMap(({ signal }) => (signal === null ? [] : [signal]))
    return signals.length === 0 ? null : signals.reduce((sum, signal) => sum + signal, 0) / signals.length
  }
  add('wifi_clients', clients.length)
  add('wifi_signal', signalOf(clients))
  for (const radio of new Set(clients.map((one) => one.interface))) {
    const list = clients.filter((one) => one.interface === radio)
    add('wifi_clients', list.length, radio)
    add('wifi_signal', signalOf(list), radio)
  }
}

const shareUsed = (total: number | null | undefined, free: number | null | undefined): number | null =>
  !total || free === null || free === undefined ? null : ((total - free) / total) * 100
