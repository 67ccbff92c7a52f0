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
        en: 'Sign in as a user of a company below yours for 30 minutes, with a reason. A bar on every page shows it, and the audit log records both users.',
        de: 'Anmeldung als Benutzer einer Firma unter Ihrer, für 30 Minuten und mit Begründung. Eine Leiste auf jeder Seite zeigt das an, und das Protokoll nennt beide Benutzer.',
      },
      {
        en: 'Lists with search, filters, saved views, column selection, cells that are edited in place, CSV and Excel export and a trash. Lists open with the rows that need attention.',
        de: 'Listen mit Suche, Filtern, gespeicherten Ansichten, Spaltenauswahl, direkt bearbeitbaren Zellen, Export als CSV und Excel und Papierkorb. Listen beginnen mit den Zeilen, die Aufmerksamkeit brauchen.',
      },
      {
        en: 'Ctrl+K finds pages, actions and records: customers by phone number, e-mail or postcode, devices by MAC address in any notation, and who had an IP address at a time. A verb with a name acts on a record, as in “Reboot Quay router”. The company path in the header narrows every page to one company and those below it.',
        de: 'Strg+K findet Seiten, Aktionen und Datensätze: Kunden nach Telefonnummer, E-Mail-Adresse oder Postleitzahl, Geräte nach MAC-Adresse in jeder Schreibweise, und wer eine IP-Adresse zu einem Zeitpunkt hatte. Ein Verb mit einem Namen wirkt auf einen Datensatz, etwa „Router Kai neu starten“. Der Firmenpfad in der Kopfleiste grenzt jede Seite auf eine Firma und die Firmen darunter ein.',
      },
      {
        en: 'Actions on up to 100,000 rows run in the background: status, tariff, renewal, reminders, reboot, move and tags, with progress, a report for each row and a retry of failed rows.',
        de: 'Aktionen auf bis zu 100.000 Zeilen laufen im Hintergrund: Status, Tarif, Verlängerung, Erinnerungen, Neustart, Verschieben und Tags, mit Fortschritt, Bericht je Zeile und Wiederholung fehlgeschlagener Zeilen.',
      },
      {
        en: 'Undo for your changes of the last 24 hours, in the notice and in the list of recent actions.',
        de: 'Rückgängig für Ihre Änderungen der letzten 24 Stunden, in der Meldung und in der Liste der letzten Aktionen.',
      },
      {
        en: 'Tags, custom fields, notes with mentions, and files on companies, users, sites, devices, services and subnets.',
        de: 'Tags, eigene Felder, Notizen mit Erwähnungen und Dateien an Firmen, Benutzern, Standorten, Geräten, Diensten und Subnetzen.',
      },
      {
        en: 'One page for each company, service and device: its state, what belongs to it, and the next actions.',
        de: 'Je eine Seite für jede Firma, jeden Dienst und jedes Gerät: Status, Zugehöriges und die nächsten Aktionen.',
      },
      {
        en: 'A tamper-evident audit log: who changed what, before and after, from where and on whose behalf.',
        de: 'Ein Protokoll mit Manipulationserkennung: wer was geändert hat, vorher und nachher, von wo und in wessen Namen.',
      },
      {
        en: 'IPv4 and IPv6 address management as one tree, delegated to the companies below: address spaces, categories, allocation policies, a map of the free space, and plans that preview split, merge, resize and move.',
        de: 'IPv4- und IPv6-Adressverwaltung als ein Baum, der an die Firmen darunter delegiert wird: Adressräume, Kategorien, Vergaberichtlinien, eine Karte des freien Raums und Pläne mit Vorschau für Teilen, Zusammenlegen, Ändern der Größe und Verschieben.',
      },
      {
        en: 'The history of every address: which service or device had it, and when, with signed exports for lawful requests.',
        de: 'Die Historie jeder Adresse: welcher Dienst oder welches Gerät sie hatte und wann, mit signierten Exporten für behördliche Anfragen.',
      },
      {
        en: 'RADIUS services, VPN dial-ups, IPoE and 802.1X: tariffs with rates, bursts and quotas, static, pooled and delegated addresses, and a certificate authority of your own.',
        de: 'RADIUS-Dienste, VPN-Einwahlkonten, IPoE und 802.1X: Tarife mit Raten, Bursts und Datenvolumen, statische, Pool- und delegierte Adressen und eine eigene Zertifizierungsstelle.',
      },
      {
        en: 'Live sessions, usage by day and month, the reason of every rejected login, and CoA and Disconnect with the answer of the NAS.',
        de: 'Laufende Sitzungen, Verbrauch nach Tag und Monat, der Grund jeder abgelehnten Anmeldung sowie CoA und Disconnect mit der Antwort des NAS.',
      },
      {
        en: 'Additional RADIUS attributes from uploaded dictionaries, and accounting that survives an outage of the database.',
        de: 'Zusätzliche RADIUS-Attribute aus hochgeladenen Dictionaries und Accounting, das einen Ausfall der Datenbank übersteht.',
      },
      {
        en: 'Hardware with models, manufacturers, warranty and branding packages, and sites on a map.',
        de: 'Hardware mit Modellen, Herstellern, Garantie und Branding-Paketen sowie Standorte auf einer Karte.',
      },
      {
        en: 'MikroTik routers of RouterOS 6 and 7: live status, changes that are read back and rolled back if they cut the panel off, configuration backups with comparison, and a bootstrap script.',
        de: 'MikroTik-Router mit RouterOS 6 und 7: Live-Status, Änderungen, die zurückgelesen und zurückgerollt werden, wenn sie das Panel aussperren, Konfigurationssicherungen mit Vergleich und ein Bootstrap-Skript.',
      },
      {
        en: 'Upgrades of RouterOS and changes of settings on many devices, in waves with a stop condition.',
        de: 'RouterOS-Upgrades und Änderungen von Einstellungen auf vielen Geräten, in Wellen mit Abbruchbedingung.',
      },
      {
        en: 'Tools on each device with live results: ping, traceroute, torch, live log, Wi-Fi scan, cable test, and a command line.',
        de: 'Werkzeuge auf jedem Gerät mit laufenden Ergebnissen: Ping, Traceroute, Torch, Live-Log, WLAN-Scan, Kabeltest und eine Kommandozeile.',
      },
      {
        en: 'Zero-touch setup: new routers call the panel and get the login and tunnel of their device.',
        de: 'Zero-Touch-Einrichtung: Neue Router melden sich beim Panel und erhalten Zugang und Tunnel ihres Geräts.',
      },
      {
        en: 'Interfaces, addresses, DHCP, port forwards and firewall address lists of a router, and the networks and ports of a whole site in one form.',
        de: 'Schnittstellen, Adressen, DHCP, Portweiterleitungen und Firewall-Adresslisten eines Routers sowie die Netze und Ports eines ganzen Standorts in einem Formular.',
      },
      {
        en: 'Wi-Fi networks, access points and clients on CAPsMAN and WiFi controllers, with the difference between wanted and actual settings, and access control by MAC address.',
        de: 'WLAN-Netze, Access Points und Clients an Controllern von CAPsMAN und WiFi, mit dem Unterschied zwischen Soll und Ist, und Zugangskontrolle nach MAC-Adresse.',
      },
      {
        en: 'Licences with keys, expiry and reminders; the provider decides whether they are enforced.',
        de: 'Lizenzen mit Schlüsseln, Ablauf und Erinnerungen; der Provider entscheidet, ob sie durchgesetzt werden.',
      },
      {
        en: 'Imports from CSV and XLSX of companies, users, sites, devices, models, services, subnets, tariffs, NAS devices and licences, checked to the last row before anything is written.',
        de: 'Importe aus CSV und XLSX von Firmen, Benutzern, Standorten, Geräten, Modellen, Diensten, Subnetzen, Tarifen, NAS-Geräten und Lizenzen, bis zur letzten Zeile geprüft, bevor etwas geschrieben wird.',
      },
      {
        en: 'Alerts about devices, sites, NAS devices, address space, backups, certificates, licences and warranties. Rules work without configuration; companies inherit, change and lock them. Each alert can be acknowledged.',
        de: 'Alarme zu Geräten, Standorten, NAS-Geräten, Adressraum, Backups, Zertifikaten, Lizenzen und Garantien. Die Regeln gelten ohne Konfiguration; Firmen erben, ändern und sperren sie. Jeder Alarm lässt sich bestätigen.',
      },
      {
        en: 'Notifications by e-mail, Telegram, Slack, Microsoft Teams, ntfy, SMS and webhooks, by severity, with quiet hours and escalation.',
        de: 'Benachrichtigungen per E-Mail, Telegram, Slack, Microsoft Teams, ntfy, SMS und Webhook, nach Schweregrad, mit Ruhezeiten und Eskalation.',
      },
      {
        en: 'Plots of traffic, load, memory and signal of each device, from readings that are stored by the minute to by the day.',
        de: 'Diagramme von Datenverkehr, Last, Speicher und Signal je Gerät, aus Messwerten, die von minütlich bis täglich gespeichert werden.',
      },
      {
        en: 'For operators: encrypted backups and restore, key rotation, verification of the audit log, metrics, and several processes on one database.',
        de: 'Für Betreiber: verschlüsselte Backups und Wiederherstellung, Schlüsselwechsel, Prüfung des Protokolls, Metriken und mehrere Prozesse an einer Datenbank.',
      },
      {
        en: 'A dashboard with growth and warnings, and pages that update while they are open.',
        de: 'Eine Übersicht mit Wachstum und Warnungen und Seiten, die sich aktualisieren, während sie offen sind.',
      },
      {
        en: 'A documented REST API with the same rules as the panel.',
        de: 'Eine dokumentierte REST-API mit denselben Regeln wie die Oberfläche.',
      },
      {
        en: 'English and German, light and dark theme. On a phone, menu and search are at the bottom, and the panel can be installed.',
        de: 'Englisch und Deutsch, helles und dunkles Design. Auf dem Smartphone sind Menü und Suche unten, und das Panel lässt sich installieren.',
      },
    ],
  },
]
