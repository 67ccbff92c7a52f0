import type { Shape } from '../../i18n/shape.ts'
import type en from './texts.en.ts'

export default {
  title: 'Nicht gespeicherte Datensätze',
  subtitle:
    'Accounting-Datensätze und Anmeldungen, die nicht gespeichert werden konnten. Sie werden nach 90 Tagen gelöscht.',
  empty: {
    title: 'Alles gespeichert',
    text: 'Jeder Datensatz, den ein NAS gesendet hat, wurde gespeichert. Was die Datenbank ablehnt, erscheint hier.',
  },
  field: {
    id: 'ID',
    at: 'Empfangen',
    kind: 'Art',
    reason: 'Grund',
    sqlstate: 'SQLSTATE',
    error: 'Fehler',
    nas_id: 'NAS-ID',
    nas_name: 'NAS',
    login: 'Benutzername',
    retries: 'Versuche',
    retried_at: 'Letzter Versuch',
    attributes: 'Attribute',
  },
  value: {
    kind: { accounting: 'Accounting', login: 'Anmeldung' },
    reason: {
      'invalid-value': 'Ungültiger Wert',
      conflict: 'Widerspruch zu anderen Daten',
      definition: 'Definition der Datenbank',
      rejected: 'Vom Panel abgelehnt',
      other: 'Anderer Fehler',
    },
  },
  advice: {
    'invalid-value':
      'Ein Attribut hat einen Wert, der nicht gespeichert werden kann. Vergleichen Sie die Attribute unten mit dem Fehler und prüfen Sie den NAS, der sie gesendet hat.',
    conflict:
      'Der Datensatz widerspricht bereits gespeicherten Daten. Speichern Sie ihn einmal erneut; schlägt das wieder fehl, ist die Sitzung bereits erfasst.',
    definition:
      'Eine Tabelle oder Funktion der Datenbank passt nicht zu dieser Version. Schließen Sie die Aktualisierung ab und versuchen Sie es erneut.',
    rejected:
      'Das Panel kennt nicht, worauf sich der Datensatz bezieht, zum Beispiel den NAS. Legen Sie ihn an und versuchen Sie es erneut.',
    other: 'Siehe den Fehler unten. Versuchen Sie es erneut, wenn die Ursache behoben ist.',
  },
  noLogin: 'Kein Benutzername',
  eventTime: 'Zeitpunkt des Ereignisses',
  open: 'Details von {{name}}',
  retry: {
    action: 'Erneut speichern',
    many: 'Datensätze erneut speichern',
    text: 'Die Datensätze werden erneut gespeichert. Was gelingt, verschwindet aus dieser Liste.',
    done: 'Der Datensatz wurde gespeichert.',
    notLogin: 'Nur Accounting-Datensätze können erneut gespeichert werden.',
  },
  destroy: {
    action: 'Löschen',
    title: 'Datensatz löschen',
    many: 'Datensätze löschen',
    text: 'Was der NAS gemeldet hat, geht endgültig verloren. Exportieren Sie vorher die Liste, wenn Sie eine Kopie brauchen.',
    done: 'Der Datensatz wurde gelöscht.',
  },
} satisfies Shape<typeof en>
