import type { Shape } from '../i18n/shape.ts'
import type en from './texts.en.ts'

export default {
  product: 'Trunkline',
  /** Before the title while acting as somebody. */
  acting: 'Als {{name}}',
  language: { en: 'English', de: 'Deutsch' },
  companyType: {
    simrush: 'Provider',
    'master-distributor': 'Hauptdistributor',
    distributor: 'Distributor',
    reseller: 'Wiederverkäufer',
    client: 'Kunde',
  },
  userRole: {
    'primary-admin': 'Hauptadministrator',
    admin: 'Administrator',
    editor: 'Bearbeiter',
    'read-only': 'Nur Lesen',
  },
  footer: { legal: 'Nutzungsbedingungen und Datenschutz', latest: 'Neuigkeiten', version: 'Version {{version}}' },
  version: {
    label: 'Neue Version',
    text: 'Version {{version}} von Trunkline ist da.',
    reload: 'Neu laden',
    later: 'Später',
  },
  chunk: {
    stillLoading: 'Wird noch geladen …',
    title: 'Diese Seite ist nicht vollständig angekommen',
    text: 'Ein Teil des Programms konnte nicht geladen werden. Vielleicht ist die Verbindung schwach, oder die Oberfläche wurde inzwischen aktualisiert. Gespeichertes ist nicht verloren.',
    reload: 'Seite neu laden',
  },
  broken: {
    title: 'Auf dieser Seite ist ein Fehler aufgetreten',
    text: 'Der Fehler liegt bei uns. Gespeichertes ist nicht verloren; alles andere funktioniert weiter.',
    request: 'Anfrage-Kennung:',
    retry: 'Erneut versuchen',
    copy: 'Einzelheiten kopieren',
    copied: 'Kopiert',
  },
} satisfies Shape<typeof en>
