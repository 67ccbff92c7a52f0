import type { Shape } from '../../i18n/shape.ts'
import type en from './texts.en.ts'

export default {
  title: 'Nicht gespeicherte Datensätze',
  subtitle:
    'Accounting-Datensätze und Anmeldungen, die nicht gespeichert werden konnten. Sie werden nach 90 Tagen gelöscht.',
  empty: {
    title: 'Keine Einträge',
    text: 'Datensätze, die die Datenbank ablehnt, erscheinen hier.',
  },
  field: {
    id: 'ID',
    at: 'Empfangen am',
    kind: 'Art',
    reason: 'Grund',
    sqlstate: 'SQLSTATE',
    error: 'Fehler',
    nas_id: 'NAS-ID',
    nas_name: 'NAS',
    login: 'Benutzername',
    retries: 'Versuche',
    retried_at: 'Letzter Versuch am',
    attributes: 'Attribute',
  },
  value: {
    kind: { accounting: 'Accounting', login: 'Anmeldung' },
    reason: {
      'invalid-value': 'Ungültiger Wert',
      conflict: 'Konflikt mit anderen Daten',
      definition: 'Datenbankdefinition',
      rejected: 'Vom Panel abgelehnt',
      other: 'Anderer Fehler',
    },
  },
  advice: {
    'invalid-value':
      'Ein Attribut hat einen Wert, der nicht gespeichert werden kann. Vergleichen Sie die Attribute unten mit dem Fehler und prüfen Sie den NAS, der sie gesendet hat.',
    conflict:
      'Der Datensatz kollidiert mit gespeicherten Daten. Speichern Sie ihn einmal erneut; schlägt das fehl, ist die Sitzung bereits gespeichert.',
    definition:
      'Eine Tabelle oder Funktion der Datenbank passt nicht zu dieser Version. Schließen Sie die Aktualisierung ab und versuchen Sie es erneut.',
    rejected:
      'Der Datensatz verweist auf etwas, das im Panel fehlt, zum Beispiel den NAS. Legen Sie es an und versuchen Sie es erneut.',
    other: 'Siehe Fehler unten. Beheben Sie die Ursache und versuchen Sie es erneut.',
  },
  noLogin: 'Kein Benutzername',
  eventTime: 'Zeitpunkt des Ereignisses',
  open: 'Details von {{name}}',
  action: { retry: 'Erneut speichern', destroy: 'Löschen' },
  why: { login: 'Nur Accounting-Datensätze können erneut gespeichert werden.' },
  confirm: {
    destroyTitle: 'Datensatz löschen?',
    destroy:
      'Die vom NAS gemeldeten Daten werden endgültig gelöscht. Exportieren Sie vorher die Liste, um eine Kopie zu behalten.',
  },
  bulk: {
    retryTitle: 'Datensätze erneut speichern?',
    retryText: 'Das Panel versucht, die Datensätze erneut zu speichern. Gespeicherte verlassen diese Liste.',
    destroyTitle: 'Datensätze löschen?',
    destroyText:
      'Die von NAS-Geräten gemeldeten Daten werden endgültig gelöscht. Exportieren Sie vorher die Liste, um eine Kopie zu behalten.',
  },
  done: { retry: 'Datensatz gespeichert', destroy: 'Datensatz gelöscht' },
} satisfies Shape<typeof en>
