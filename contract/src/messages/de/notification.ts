import type { NotificationReasons } from '../../reasons/notification.ts'
import { texts } from '../texts.ts'

export const notification = texts<NotificationReasons>()({
  'notification.url_format':
    'Geben Sie eine vollständige HTTPS-Adresse ein, zum Beispiel https://hooks.example.net/pfad.',
  'notification.field_not_used': 'Ziele der Art {kind} haben dieses Feld nicht.',
  'notification.trashed': 'Das Ziel liegt im Papierkorb. Stellen Sie es zuerst wieder her.',
  'notification.test': 'Testnachricht. Wenn Sie das lesen, kommen Alarme hier an.',
  'notification.address_blocked': 'Das Panel sendet keine Nachrichten an {address}.',
  'notification.name_unknown': 'Der Hostname {name} lässt sich nicht auflösen.',
  'notification.connection': 'Keine Verbindung: {cause}',
  'notification.timeout': 'Keine Antwort innerhalb von {seconds} Sekunden.',
  'notification.redirect':
    'Der Dienst leitet auf eine andere Adresse um (Status {status}). Geben Sie die endgültige Adresse ein.',
  'notification.rejected': 'Der Dienst hat die Nachricht mit Status {status} abgelehnt.',
  'notification.server_error': 'Fehler des Dienstes: Status {status}.',
  'notification.rate_limited': 'Der Dienst nimmt {seconds} Sekunden lang keine Nachrichten an.',
  'notification.gone':
    'Der Dienst nimmt unter dieser Adresse keine Nachrichten mehr an (Status {status}). Das Ziel ist ausgeschaltet.',
  'notification.reply_unexpected': 'Die Antwort enthält „{pattern}“ nicht.',
  'notification.no_mail_server': 'Es ist kein Mailserver eingerichtet.',
  'notification.secret_unreadable': 'Adresse oder Token lässt sich nicht entschlüsseln. Geben Sie sie neu ein.',
  'notification.switched_off': 'Das Ziel wurde ausgeschaltet.',
  'notification.over': 'Der Alarm war beendet, bevor die Nachricht gesendet wurde.',
  'notification.gave_up': 'Nach {attempts} Versuchen nicht zugestellt.',
})
