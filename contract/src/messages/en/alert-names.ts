import type { AlertRuleKey } from '../../resources/alert-rules.ts'

/** Names of alerts by rule, for messages and for the panel. */
export const alertNames: Record<AlertRuleKey, string> = {
  'device-unreachable': 'Device unreachable',
  'site-unreachable': 'Site unreachable',
  'panel-network': 'Panel cannot reach its network',
  'device-restarted': 'Device restarted',
  cpu: 'High CPU load',
  memory: 'Memory nearly full',
  storage: 'Storage nearly full',
  temperature: 'High temperature',
  'port-down': 'Port down',
  'lte-signal': 'Weak LTE signal',
  'pool-full': 'Network nearly full',
  'login-rejections': 'Many rejected logins',
  'nas-silent': 'NAS silent',
  'radius-down': 'RADIUS server down',
  'accounting-buffer': 'Accounting records buffered',
  'backup-overdue': 'Backup overdue',
  'certificate-expiring': 'RADIUS certificate expires',
  'licence-expiring': 'Licence expires',
  'warranty-expiring': 'Warranty ends',
  'rollout-failed': 'Rollout stopped',
  'new-device': 'New devices',
}
