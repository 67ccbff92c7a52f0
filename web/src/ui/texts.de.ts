import type en from './texts.en.ts'

export default {
  breadcrumbs: 'Wo Sie sind',
  loading: 'Wird geladen …',
  notSet: 'nicht angegeben',
  yes: 'Ja',
  no: 'Nein',
  cancel: 'Abbrechen',
  close: 'Schließen',
  copy: { do: 'Kopieren', what: '{{what}} kopieren', done: 'Kopiert', failed: 'Kopieren nicht möglich' },
  error: {
    title: 'Das konnte nicht geladen werden',
    unknown: 'Etwas ist schiefgegangen: {{message}}',
    retry: 'Erneut versuchen',
    request: 'Anfrage-Nummer',
  },
  forbidden: {
    title: 'Für Sie nicht verfügbar',
    text: 'Ihre Rolle umfasst diesen Teil nicht. Wenden Sie sich an einen Administrator Ihres Unternehmens.',
  },
  plot: {
    table: 'Als Tabelle zeigen',
    picture: 'Als Diagramm zeigen',
    csv: 'CSV herunterladen',
    time: 'Zeit',
    empty: 'Keine Daten in diesem Zeitraum',
    label: 'Diagramm: {{title}}. Dieselben Zahlen gibt es als Tabelle.',
  },
} satisfies typeof en
