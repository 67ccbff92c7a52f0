import type { AlertReasons } from '../../reasons/alert.ts'
import { texts } from '../texts.ts'

export const alert = texts<AlertReasons>()({
  'alert.closed': 'Dieser Alarm ist beendet.',
  'alert.locked': '{company} hat diesen Wert gesperrt.',
  'alert.clear_threshold':
    'Der Alarm würde nie enden: Geben Sie einen Wert auf der anderen Seite von {threshold} ein, oder {threshold} selbst.',
  'alert.no_threshold': 'Diese Regel hat keinen Schwellwert.',
  'alert.not_for_devices': 'Diese Regel gilt für das Unternehmen als Ganzes, nicht für einzelne Standorte oder Geräte.',
  'alert.until_past': 'Geben Sie einen Zeitpunkt in der Zukunft ein.',
  'alert.window_never':
    'Dieses Wartungsfenster kommt nie vor. Wählen Sie einen Tag in der Zukunft oder einen Wochentag innerhalb des Zeitraums.',
  'alert.window_end': 'Das Ende muss nach dem Beginn liegen.',
  'alert.window_too_long': 'Ein Wartungsfenster darf höchstens {days} Tage dauern.',
  'alert.window_other_company':
    'Das gehört weder dem Unternehmen des Wartungsfensters noch einem Unternehmen darunter.',
  'alert.window_field_not_used': 'Ein Wartungsfenster dieser Art verwendet dieses Feld nicht.',
  'alert.window_not_running': 'Dieses Wartungsfenster läuft gerade nicht.',
  'alert.summary': '{rule:alert_rule}: {subject} {part}',
})
