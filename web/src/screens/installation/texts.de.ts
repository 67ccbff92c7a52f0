import type { Shape } from '../../i18n/shape.ts'
import type en from './texts.en.ts'

export default {
  saved: 'Die Einstellungen sind gespeichert.',
  settingsText: 'Was für alle gilt, die diese Installation benutzen',
  legal: 'Nutzungsbedingungen und Datenschutz',
  legalText:
    'Alle können sie lesen, auch vor der Anmeldung. Eine leere Zeile beginnt einen Absatz. Ist eine Sprache leer, wird die andere angezeigt.',
  showLegal: 'Seite ansehen',
  chat: 'Support-Chat',
  chatText:
    'Das Skript Ihres Helpdesks läuft in einem eigenen Rahmen, getrennt von der Oberfläche, und lädt erst, wenn jemand den Chat öffnet.',
  defaults: 'Vorgaben',
  radius: 'RADIUS',
  radiusText:
    'Wo Router die RADIUS-Server dieser Installation erreichen. Die Konfiguration zum Einfügen am Router enthält diese Adressen.',
  radiusHelp: {
    radius_address:
      'IPv4-Adresse, IPv6-Adresse oder DNS-Name. Leer: TRUNKLINE_RADIUS_ADDRESS, sonst der Hostname des Panels.',
    radius_address_2: 'Wird gefragt, wenn der erste nicht antwortet. Leer, wenn es nur einen gibt.',
  },
  licences: 'Lizenzen',
  licencesText:
    'Eine Lizenz öffnet einer Firma Teile des Panels. Ist sie verlangt, behält eine Firma ohne Lizenz einen Teil noch 14 Tage und kann ihn danach nur noch ansehen. Was läuft, läuft weiter: Dienste, Sitzungen und Adressen bleiben unberührt.',
  enforcementHelp: 'Ausgeschaltet ist jeder Teil offen, wie auch immer die Lizenzen stehen.',
  enforcedSince: 'An seit',
  title: 'Postausgang',
  subtitle: 'Jede E-Mail dieser Installation, gesendet oder aufbewahrt',
  keptNote: 'Es ist kein Mailserver eingestellt: E-Mails werden hier aufbewahrt und nicht gesendet.',
  empty: {
    title: 'Noch keine E-Mails',
    text: 'Einladungen, Links für neue Passwörter und andere E-Mails erscheinen hier.',
  },
  field: {
    terms_en: 'Bedingungen, Englisch',
    terms_de: 'Bedingungen, Deutsch',
    privacy_en: 'Datenschutz, Englisch',
    privacy_de: 'Datenschutz, Deutsch',
    chat_script: 'Adresse des Chat-Skripts',
    default_country: 'Voreingestelltes Land',
    licence_enforcement: 'Lizenzen verlangen',
    radius_address: 'RADIUS-Server',
    radius_address_2: 'Zweiter RADIUS-Server',
    id: 'Nr.',
    to: 'An',
    subject: 'Betreff',
    kind: 'Art',
    state: 'Stand',
    attempts: 'Versuche',
    last_error: 'Letzter Fehler',
    created_at: 'Geschrieben',
    sent_at: 'Gesendet',
  },
  chatHelp: 'Beginnt mit https://. Leer: kein Chat.',
  countryHelp: 'Voreingestellt, wo nach einem Land oder einer Vorwahl gefragt wird.',
  value: {
    state: { queued: 'Wartet', sent: 'Gesendet', kept: 'Aufbewahrt', failed: 'Fehlgeschlagen' },
    kind: {
      invitation: 'Einladung',
      'password-reset': 'Neues Passwort',
      'verify-email': 'E-Mail-Bestätigung',
      'email-change': 'E-Mail-Änderung',
      'refresh-reuse': 'Sitzungswarnung',
      welcome: 'Willkommen',
      'two-factor-reset': 'Zwei-Faktor zurückgesetzt',
      'radius-certificate-expiry': 'RADIUS-Zertifikat',
    },
  },
  mail: {
    facts: 'Zustellung',
    text: 'Text',
    html: 'Wie angezeigt',
    view: 'Darstellung der E-Mail',
    frame: 'Die E-Mail, wie Mailprogramme sie zeigen',
    retry: 'Noch einmal senden',
    retried: 'Die E-Mail wartet auf den Versand.',
    none: 'Der Text einer E-Mail wird gelöscht, sobald sie gesendet ist.',
    hidden:
      'Links, die ein Konto öffnen, werden verschlüsselt gespeichert. Sie gehen an den Empfänger und werden hier nicht angezeigt.',
  },
} satisfies Shape<typeof en>
