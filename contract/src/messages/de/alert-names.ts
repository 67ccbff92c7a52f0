import type { AlertRuleKey } from '../../resources/alert-rules.ts'

/** Names of alerts by rule, for messages and for the panel. */
export const alertNames: Record<AlertRuleKey, string> = {
  'device-unreachable': 'Gerät nicht erreichbar',
  'site-unreachable': 'Standort nicht erreichbar',
  'panel-network': 'Panel erreicht sein Netz nicht',
  'device-restarted': 'Gerät neu gestartet',
  cpu: 'Hohe CPU-Last',
  memory: 'Arbeitsspeicher fast voll',
  storage: 'Speicher fast voll',
  temperature: 'Hohe Temperatur',
  'port-down': 'Port ohne Verbindung',
  'lte-signal': 'Schwaches LTE-Signal',
  'pool-full': 'Netz fast voll',
  'login-rejections': 'Viele abgelehnte Logins',
  'nas-silent': 'NAS meldet sich nicht',
  'radius-down': 'RADIUS-Server ausgefallen',
  'accounting-buffer': 'Accounting-Datensätze gepuffert',
  'backup-overdue': 'Backup überfällig',
  'certificate-expiring': 'RADIUS-Zertifikat läuft ab',
  'licence-expiring': 'Lizenz läuft ab',
  'warranty-expiring': 'Garantie endet',
  'rollout-failed': 'Rollout angehalten',
  'new-device': 'Neue Geräte',
}
