/** Severities, the least first. */
export const alertSeverities = ['info', 'warning', 'critical'] as const
export type AlertSeverity = (typeof alertSeverities)[number]

/** What an alert is about. `installation`: the panel itself, seen by the provider only. */
export const alertSubjects = [
  'device',
  'site',
  'nas',
  'subnet',
  'licence',
  'rollout',
  'company',
  'radius-server',
  'radius-certificate',
  'installation',
] as const
export type AlertSubject = (typeof alertSubjects)[number]

export const alertRuleKeys = [
  'device-unreachable',
  'site-unreachable',
  'panel-network',
  'device-restarted',
  'cpu',
  'memory',
  'storage',
  'temperature',
  'port-down',
  'lte-signal',
  'pool-full',
  'login-rejections',
  'nas-silent',
  'radius-down',
  'accounting-buffer',
  'backup-overdue',
  'certificate-expiring',
  'licence-expiring',
  'warranty-expiring',
  'rollout-failed',
  'new-device',
] as const
export type AlertRuleKey = (typeof alertRuleKeys)[number]

/** Units of thresholds. */
export type AlertUnit = 'percent' | 'celsius' | 'dbm' | 'count' | 'hours' | 'days' | 'minutes'

/** Fields of a rule that companies may change. */
export const alertRuleFields = [
  'enabled',
  'severity',
  'threshold',
  'clear_threshold',
  'fire_seconds',
  'clear_seconds',
] as const
export type AlertRuleField = (typeof alertRuleFields)[number]

/** Values of these fields. */
export interface AlertRuleValues {
  enabled: boolean
  severity: AlertSeverity
  /** The alert fires beyond this value; null: the rule has none. */
  threshold: number | null
  /** A firing alert clears only beyond this value, so that a value near the threshold does not alternate. */
  clear_threshold: number | null
  /** Seconds for which the condition must hold before the alert fires. */
  fire_seconds: number
  /** Seconds for which it must be over before the alert is closed. */
  clear_seconds: number
}

export interface AlertRule extends AlertRuleValues {
  subject: AlertSubject
  /** `above`: a value above the threshold is bad. Null: the condition has no value. */
  direction: 'above' | 'below' | null
  unit: AlertUnit | null
  /** Limits of the thresholds. */
  min: number
  max: number
  /** Closes this many seconds after it fired: an event, not a state. Null: when the condition is over. */
  expire_seconds: number | null
  /** Whether a device or site may differ from its company. */
  per_device: boolean
}

const state = (
  subject: AlertSubject,
  severity: AlertSeverity,
  fire_seconds: number,
  clear_seconds: number,
): AlertRule => ({
  subject,
  severity,
  enabled: true,
  threshold: null,
  clear_threshold: null,
  fire_seconds,
  clear_seconds,
  direction: null,
  unit: null,
  min: 0,
  max: 0,
  expire_seconds: null,
  per_device: subject === 'device' || subject === 'site',
})

const happening = (subject: AlertSubject, severity: AlertSeverity, expire_seconds: number): AlertRule => ({
  ...state(subject, severity, 0, 0),
  expire_seconds,
})

const limit = (
  base: AlertRule,
  direction: 'above' | 'below',
  unit: AlertUnit,
  [threshold, clear_threshold]: readonly [number, number],
  [min, max]: readonly [number, number],
): AlertRule => ({ ...base, direction, unit, threshold, clear_threshold, min, max })

/**
 * Built-in rules, which apply where no company has set another value. Sources of the thresholds: templates of Zabbix and
 * OpenWISP (docs/alerts.md).
 */
export const alertRules: Record<AlertRuleKey, AlertRule> = {
  // A device counts as offline after three polls without an answer.
  'device-unreachable': state('device', 'critical', 0, 50),
  'site-unreachable': state('site', 'critical', 0, 50),
  'panel-network': state('installation', 'critical', 0, 60),
  'device-restarted': happening('device', 'info', 3600),
  cpu: limit(state('device', 'warning', 600, 0), 'above', 'percent', [90, 80], [1, 100]),
  memory: limit(state('device', 'warning', 600, 0), 'above', 'percent', [95, 90], [1, 100]),
  storage: limit(state('device', 'warning', 0, 0), 'above', 'percent', [95, 90], [1, 100]),
  temperature: limit(state('device', 'warning', 600, 0), 'above', 'celsius', [70, 65], [0, 150]),
  'port-down': state('device', 'info', 120, 0),
  'lte-signal': limit(state('device', 'warning', 900, 0), 'below', 'dbm', [-110, -105], [-140, -40]),
  // IPAM marks networks of which less than a tenth is free.
  'pool-full': limit(state('subnet', 'warning', 0, 0), 'above', 'percent', [90, 90], [90, 100]),
  'login-rejections': limit(state('company', 'warning', 0, 0), 'above', 'count', [20, 20], [1, 100_000]),
  'nas-silent': limit(state('nas', 'critical', 0, 0), 'above', 'minutes', [15, 15], [5, 1440]),
  'radius-down': state('radius-server', 'critical', 45, 0),
  'accounting-buffer': limit(state('radius-server', 'critical', 0, 0), 'above', 'minutes', [5, 5], [1, 1440]),
  'backup-overdue': limit(state('device', 'warning', 0, 0), 'above', 'hours', [48, 48], [24, 8760]),
  'certificate-expiring': limit(state('radius-certificate', 'info', 0, 0), 'below', 'days', [30, 30], [1, 365]),
  'licence-expiring': limit(state('licence', 'info', 0, 0), 'below', 'days', [30, 30], [1, 365]),
  'warranty-expiring': limit(state('device', 'info', 0, 0), 'below', 'days', [30, 30], [1, 365]),
  'rollout-failed': state('rollout', 'warning', 0, 0),
  'new-device': state('company', 'info', 0, 0),
}
