import type { Shape } from '../i18n/shape.ts'
import type en from './texts.en.ts'

export default {
  product: 'Trunkline',
  /** Prefix of the page title while signed in as another user. */
  acting: 'Als {{name}}',
  language: { en: 'English', de: 'Deutsch' },
  companyType: {
    simrush: 'Provider',
    'master-distributor': 'Master-Distributor',
    distributor: 'Distributor',
    reseller: 'Reseller',
    client: 'Kunde',
  },
  userRole: {
    'primary-admin': 'Hauptadministrator',
    admin: 'Administrator',
    editor: 'Bearbeiter',
    'read-only': 'Nur Lesezugriff',
  },
  footer: { legal: 'Nutzungsbedingungen und Datenschutz', latest: 'Neuigkeiten', version: 'Version {{version}}' },
  version: {
    label: 'Neue Version',
    text: 'Trunkline {{version}} ist verfügbar.',
    reload: 'Neu laden',
    later: 'Später',
  },
  chunk: {
    stillLoading: 'Wird noch geladen …',
    title: 'Diese Seite wurde nicht vollständig geladen',
    text: 'Ein Teil des Panels konnte nicht geladen werden. Vielleicht ist Ihre Verbindung schwach, oder das Panel wurde aktualisiert. Gespeicherte Daten sind nicht betroffen.',
    reload: 'Seite neu laden',
  },
  broken: {
    title: 'Auf dieser Seite ist ein Fehler aufgetreten',
    text: 'Das ist ein Fehler des Panels. Gespeicherte Daten sind nicht betroffen, und andere Seiten funktionieren weiter.',
    request: 'Anfrage-ID:',
    retry: 'Erneut versuchen',
    copy: 'Details kopieren',
    copied: 'Kopiert',
  },
} satisfies Shape<typeof en>
