import type { Shape } from '../../i18n/shape.ts'
import type en from './texts.en.ts'

export default {
  saved: 'Einstellungen gespeichert',
  settingsText: 'Einstellungen für alle Firmen und Benutzer dieser Installation',
  legal: 'Nutzungsbedingungen und Datenschutz',
  legalText:
    'Für alle sichtbar, auch vor der Anmeldung. Eine leere Zeile beginnt einen neuen Absatz. Ist eine Sprache leer, wird die andere angezeigt.',
  showLegal: 'Seite anzeigen',
  chat: 'Support-Chat',
  chatText:
    'Das Skript Ihres Helpdesks läuft isoliert in einem eigenen Frame und wird erst geladen, wenn ein Benutzer den Chat öffnet.',
  defaults: 'Vorgaben',
  radius: 'RADIUS',
  radiusText:
    'Unter diesen Adressen erreichen Router die RADIUS-Server dieser Installation. Sie sind Teil der Konfiguration, die Sie auf einem Router einfügen.',
  radiusHelp: {
    radius_address:
      'IPv4-Adresse, IPv6-Adresse oder DNS-Name. Leer lassen für TRUNKLINE_RADIUS_ADDRESS oder, wenn das nicht gesetzt ist, den Hostnamen des Panels.',
    radius_address_2: 'Wird verwendet, wenn der erste Server nicht antwortet. Leer lassen, wenn es nur einen gibt.',
  },
  licences: 'Lizenzen',
  licencesText:
    'Eine Lizenz schaltet Teile des Panels für eine Firma frei. Werden Lizenzen erzwungen, behält eine Firma ohne Lizenz den Zugriff 14 Tage lang und hat danach nur noch Lesezugriff. Dienste, Sitzungen und Adressen funktionieren weiter.',
  enforcementHelp: 'Aus: Alle Firmen können alle Teile nutzen, mit oder ohne Lizenz.',
  enforcedSince: 'Erzwungen seit',
  title: 'Postausgang',
  subtitle: 'Alle E-Mails dieser Installation mit Zustellstatus',
  noMailServer: 'Es ist kein Mailserver konfiguriert. E-Mails werden hier gespeichert und nicht gesendet.',
  empty: {
    title: 'Noch keine E-Mails',
    text: 'Einladungen, Passwort-Links und andere E-Mails erscheinen hier.',
  },
  field: {
    terms_en: 'Nutzungsbedingungen (Englisch)',
    terms_de: 'Nutzungsbedingungen (Deutsch)',
    privacy_en: 'Datenschutz (Englisch)',
    privacy_de: 'Datenschutz (Deutsch)',
    chat_script: 'URL des Chat-Skripts',
    default_country: 'Standardland',
    licence_enforcement: 'Lizenzen erzwingen',
    radius_address: 'RADIUS-Server',
    radius_address_2: 'Sekundärer RADIUS-Server',
    to: 'An',
    subject: 'Betreff',
    kind: 'Art',
    state: 'Status',
    attempts: 'Versuche',
    last_error: 'Letzter Fehler',
    created_at: 'Erstellt am',
    sent_at: 'Gesendet am',
  },
  chatHelp: 'Muss mit https:// beginnen. Leer lassen, um den Chat zu deaktivieren.',
  countryHelp: 'Vorauswahl in Länder- und Telefonfeldern.',
  value: {
    state: { queued: 'In Warteschlange', sent: 'Gesendet', kept: 'Nicht gesendet', failed: 'Fehlgeschlagen' },
    kind: {
      invitation: 'Einladung',
      'password-reset': 'Passwort zurücksetzen',
      'verify-email': 'E-Mail-Bestätigung',
      'email-change': 'E-Mail-Änderung',
      'refresh-reuse': 'Sitzungswarnung',
      welcome: 'Willkommen',
      'two-factor-reset': 'Zwei-Faktor-Anmeldung aus',
      'radius-certificate-expiry': 'RADIUS-Zertifikat',
    },
  },
  action: { retry: 'Erneut senden' },
  done: { retry: 'E-Mail eingereiht' },
  mail: {
    facts: 'Zustellung',
    text: 'Nur Text',
    html: 'HTML',
    view: 'Ansicht',
    frame: 'HTML-Ansicht der E-Mail',
    none: 'Der Inhalt einer E-Mail wird nach dem Versand gelöscht.',
    hidden: 'Links, die Zugriff auf ein Konto geben, werden verschlüsselt gespeichert und nur dem Empfänger angezeigt.',
  },
} satisfies Shape<typeof en>
