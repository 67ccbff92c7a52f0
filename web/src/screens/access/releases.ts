/** The changes of one version, for users of the panel. Newest first. */
export interface Release {
  version: string
  added?: readonly Note[]
  changed?: readonly Note[]
  fixed?: readonly Note[]
}

export interface Note {
  en: string
  de: string
}

export const releases: readonly Release[] = [
  {
    version: '0.1.0',
    added: [
      {
        en: 'Companies on five levels, from provider to client. Users see their own company and those below it, and nothing else.',
        de: 'Firmen auf fünf Ebenen, vom Provider bis zum Kunden. Benutzer sehen nur die eigene Firma und die Firmen darunter.',
      },
      {
        en: 'Invitations by e-mail: to join an existing company or create a new one below yours. Resend or cancel them at any time.',
        de: 'Einladungen per E-Mail: in eine bestehende Firma oder zum Anlegen einer neuen unter Ihrer. Sie lassen sich erneut senden und zurückziehen.',
      },
      {
        en: 'Four user roles, from primary admin to read-only, with the same permissions in panel and API.',
        de: 'Vier Benutzerrollen, vom Hauptadministrator bis „Nur Lesen“, mit denselben Rechten in Oberfläche und API.',
      },
      {
        en: 'Two-factor sign-in with recovery codes, a list of active sessions, and personal API tokens with an expiry date.',
        de: 'Zwei-Faktor-Anmeldung mit Wiederherstellungscodes, eine Liste der aktiven Sitzungen und persönliche API-Token mit Ablaufdatum.',
      },
      {
        en: 'Log in as a user of a company below yours for 30 minutes, with a reason. A bar on every page shows it, and the audit log records both users.',
        de: 'Anmeldung als Benutzer einer Firma unter Ihrer, für 30 Minuten und mit Begründung. Eine Leiste auf jeder Seite zeigt das an, und das Protokoll nennt beide Benutzer.',
      },
      {
        en: 'Lists with search, filters, saved views, column selection, bulk actions with a report, CSV export and a trash.',
        de: 'Listen mit Suche, Filtern, gespeicherten Ansichten, Spaltenauswahl, Sammelaktionen mit Bericht, CSV-Export und Papierkorb.',
      },
      {
        en: 'Ctrl+K finds pages, actions and records. The company path in the header narrows every page to one company and those below it.',
        de: 'Strg+K findet Seiten, Aktionen und Datensätze. Der Firmenpfad in der Kopfleiste grenzt jede Seite auf eine Firma und die Firmen darunter ein.',
      },
      {
        en: 'A tamper-evident audit log: who changed what, before and after, from where and on whose behalf.',
        de: 'Ein Protokoll mit Manipulationserkennung: wer was geändert hat, vorher und nachher, von wo und in wessen Namen.',
      },
      {
        en: 'English and German, light and dark theme.',
        de: 'Englisch und Deutsch, helles und dunkles Design.',
      },
    ],
  },
]
