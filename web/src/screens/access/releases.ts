/** What changed in one version, for the people who use the panel. Newest first. */
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
        en: 'Companies on five levels, from the provider down to the client. Everybody sees the own company and those below it, and nothing else.',
        de: 'Firmen auf fünf Ebenen, vom Provider bis zum Kunden. Jeder sieht die eigene Firma und die darunter und sonst nichts.',
      },
      {
        en: 'Invitations by e-mail: into a company that exists, or to found a new one below yours. Send them again, or take them back.',
        de: 'Einladungen per E-Mail: in eine bestehende Firma oder zur Gründung einer neuen unter Ihrer. Sie lassen sich noch einmal senden und zurückziehen.',
      },
      {
        en: 'Users with four roles, from primary admin to read only, and what each may do decided in one place for panel and API alike.',
        de: 'Benutzer mit vier Rollen, vom Hauptadministrator bis „Nur Lesen“; was jede darf, ist für Oberfläche und API an einer Stelle entschieden.',
      },
      {
        en: 'Two-factor sign-in with recovery codes, a list of your open sessions, and personal API tokens that expire.',
        de: 'Zwei-Faktor-Anmeldung mit Wiederherstellungscodes, eine Liste Ihrer offenen Sitzungen und persönliche API-Token mit Ablaufdatum.',
      },
      {
        en: 'Log in as a user below you, for 30 minutes and with a reason. A bar on every page says so, and the audit log names both of you.',
        de: 'Anmeldung als ein Benutzer unter Ihnen, für 30 Minuten und mit Begründung. Eine Leiste auf jeder Seite weist darauf hin, und das Protokoll nennt beide.',
      },
      {
        en: 'Lists with search, filters, saved views, column choice, bulk actions with a report, CSV export and a trash to recover from.',
        de: 'Listen mit Suche, Filtern, gespeicherten Ansichten, Spaltenwahl, Sammelaktionen mit Bericht, CSV-Export und einem Papierkorb zum Wiederherstellen.',
      },
      {
        en: 'Ctrl+K finds screens, actions and records; the company path in the header narrows every page to one part of the line.',
        de: 'Strg+K findet Seiten, Aktionen und Datensätze; der Firmenpfad in der Kopfleiste grenzt jede Seite auf einen Teil der Linie ein.',
      },
      {
        en: 'An audit log that only grows: who changed what, before and after, from where, and as whom.',
        de: 'Ein Protokoll, das nur wächst: wer was geändert hat, vorher und nachher, von wo und in wessen Namen.',
      },
      {
        en: 'English and German, a light and a dark skin.',
        de: 'Englisch und Deutsch, eine helle und eine dunkle Darstellung.',
      },
    ],
  },
]
