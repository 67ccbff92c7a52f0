import type en from './texts.en.ts'

export default {
  breadcrumbs: 'Navigationspfad',
  breadcrumbsMore_one: '{{count}} weitere Ebene anzeigen',
  breadcrumbsMore_other: '{{count}} weitere Ebenen anzeigen',
  loading: 'Wird geladen …',
  notSet: 'nicht angegeben',
  yes: 'Ja',
  no: 'Nein',
  cancel: 'Abbrechen',
  close: 'Schließen',
  copy: { do: 'Kopieren', what: '{{what}} kopieren', done: 'Kopiert', failed: 'Kopieren fehlgeschlagen' },
  error: {
    title: 'Das konnte nicht geladen werden',
    unknown: 'Etwas ist schiefgegangen: {{message}}',
    retry: 'Erneut versuchen',
    request: 'Anfrage-ID',
  },
  forbidden: {
    title: 'Kein Zugriff',
    text: 'Ihre Rolle umfasst diese Seite nicht. Wenden Sie sich an einen Administrator Ihrer Firma.',
  },
  plot: {
    table: 'Als Tabelle anzeigen',
    picture: 'Als Diagramm anzeigen',
    csv: 'CSV herunterladen',
    highest: 'höchster Wert',
    time: 'Zeit',
    empty: 'Keine Daten in diesem Zeitraum',
    label: 'Diagramm: {{title}}. Dieselben Zahlen gibt es als Tabelle.',
  },
} satisfies typeof en
