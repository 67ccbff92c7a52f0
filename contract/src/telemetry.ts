/**
 * What readings are stored of, and which: the closed list of metrics that the telemetry store, the graphs and the alert
 * rules share. Values are momentary or rates; counters and the uptime stay integers in the state of a device, because a
 * stored value has the 24 bits of a `real`.
 */

/** Kinds of what readings are stored of. `pool` is a subnet, `nas` a RADIUS client, `radius_server` a FreeRADIUS. */
export const subjectKinds = ['device', 'site', 'nas', 'radius_server', 'service', 'pool', 'company'] as const
export type SubjectKind = (typeof subjectKinds)[number]

export const metricUnits = [
  'percent',
  'celsius',
  'volt',
  'millisecond',
  'bps',
  'per_second',
  'per_minute',
  'dbm',
  'count',
  'flag',
] as const
export type MetricUnit = (typeof metricUnits)[number]

/**
 * What the part of a series names: a port (`ether1`), a sensor (`cpu-temperature`), a radio (`wifi1`; empty: all radios
 * of the device) or the reason of a rejected login (empty: all reasons). `none`: the part is the empty text.
 */
export type MetricPart = 'none' | 'port' | 'sensor' | 'radio' | 'reason'

interface MetricDefinition {
  unit: MetricUnit
  kinds: readonly SubjectKind[]
  part: MetricPart
}

/** The metrics. `rx` and `tx` of a device are those of its uplink, of a service those that its user receives and sends. */
export const metrics = {
  /** 1 if the device answered, 0 if not; of a site or company the number of devices that answer. */
  online: { unit: 'count', kinds: ['device', 'site', 'company'], part: 'none' },
  cpu_load: { unit: 'percent', kinds: ['device'], part: 'none' },
  memory_load: { unit: 'percent', kinds: ['device'], part: 'none' },
  storage_load: { unit: 'percent', kinds: ['device'], part: 'none' },
  temperature: { unit: 'celsius', kinds: ['device'], part: 'sensor' },
  voltage: { unit: 'volt', kinds: ['device'], part: 'sensor' },
  ping_loss: { unit: 'percent', kinds: ['device'], part: 'none' },
  ping_rtt: { unit: 'millisecond', kinds: ['device'], part: 'none' },
  port_rx: { unit: 'bps', kinds: ['device'], part: 'port' },
  port_tx: { unit: 'bps', kinds: ['device'], part: 'port' },
  port_rx_errors: { unit: 'per_second', kinds: ['device'], part: 'port' },
  port_tx_errors: { unit: 'per_second', kinds: ['device'], part: 'port' },
  port_up: { unit: 'flag', kinds: ['device'], part: 'port' },
  wifi_clients: { unit: 'count', kinds: ['device'], part: 'radio' },
  wifi_signal: { unit: 'dbm', kinds: ['device'], part: 'radio' },
  lte_rsrp: { unit: 'dbm', kinds: ['device'], part: 'none' },
  /** Number of the primary band (3 for B3). */
  lte_band: { unit: 'count', kinds: ['device'], part: 'none' },
  logins: { unit: 'per_minute', kinds: ['nas', 'radius_server'], part: 'none' },
  rejections: { unit: 'per_minute', kinds: ['nas', 'radius_server'], part: 'reason' },
  response_time: { unit: 'millisecond', kinds: ['nas', 'radius_server'], part: 'none' },
  sessions: { unit: 'count', kinds: ['nas', 'service'], part: 'none' },
  rx: { unit: 'bps', kinds: ['device', 'site', 'service', 'company'], part: 'none' },
  tx: { unit: 'bps', kinds: ['device', 'site', 'service', 'company'], part: 'none' },
  used: { unit: 'percent', kinds: ['pool'], part: 'none' },
  free: { unit: 'count', kinds: ['pool'], part: 'none' },
  /** Devices that were ever read, of a site, or of a company and all below it. */
  devices: { unit: 'count', kinds: ['site', 'company'], part: 'none' },
} as const satisfies Record<string, MetricDefinition>
export type Metric = keyof typeof metrics

export const metricNames = Object.keys(metrics) as [Metric, ...Metric[]]

/** Whether readings of the metric are stored of subjects of the kind. */
export const hasMetric = (kind: SubjectKind, metric: Metric): boolean =>
  (metrics[metric].kinds as readonly SubjectKind[]).includes(kind)

/** Longest name of a part, in characters. Longer names of ports are cut. */
export const maxPartLength = 100

/** The graphs: metrics with one unit that are drawn together. */
export const plots = {
  online: ['online', 'devices'],
  traffic: ['rx', 'tx'],
  load: ['cpu_load', 'memory_load', 'storage_load'],
  temperature: ['temperature'],
  voltage: ['voltage'],
  'ping-loss': ['ping_loss'],
  'ping-rtt': ['ping_rtt'],
  'port-traffic': ['port_rx', 'port_tx'],
  'port-errors': ['port_rx_errors', 'port_tx_errors'],
  'port-state': ['port_up'],
  'wifi-clients': ['wifi_clients'],
  'wifi-signal': ['wifi_signal'],
  'lte-signal': ['lte_rsrp'],
  'lte-band': ['lte_band'],
  logins: ['logins', 'rejections'],
  'response-time': ['response_time'],
  sessions: ['sessions'],
  'pool-used': ['used'],
  'pool-free': ['free'],
} as const satisfies Record<string, readonly Metric[]>
export type PlotName = keyof typeof plots

export const plotNames = Object.keys(plots) as [PlotName, ...PlotName[]]
