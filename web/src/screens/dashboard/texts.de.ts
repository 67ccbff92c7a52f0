import type { Shape } from '../../i18n/shape.ts'
import type en from './texts.en.ts'

export default {
  title: 'Übersicht',
  all: 'Alles von {{name}} und darunter',
  narrowed: '{{name}} und was darunter steht',
  card: {
    companies: 'Firmen',
    users: 'Benutzer',
    invitations: 'Offene Einladungen',
    mail: 'Wartende E-Mails',
    subnets: 'IPv4 fast voll',
    services: 'Dienste',
    sessions: 'Sitzungen online',
    'vpn-dialups': 'VPN-Einwahlen',
  },
  figure: {
    nearly_full: 'Weniger als ein Zehntel frei',
    'master-distributor': 'Hauptdistributoren',
    distributor: 'Distributoren',
    reseller: 'Wiederverkäufer',
    client: 'Kunden',
    active: 'Aktiv',
    inactive: 'Inaktiv',
    two_factor: 'Mit Zwei-Faktor-Anmeldung',
    pending: 'Offen',
    suspended: 'Gesperrt',
    terminated: 'Beendet',
    expired: 'Abgelaufen',
    failed: 'Gescheitert',
    queued: 'In der Warteschlange',
  },
  show: 'Alle zeigen: {{name}}',
  plot: { growth: 'Neu in den letzten 90 Tagen' },
  series: { companies: 'Firmen', users: 'Benutzer' },
  quiet: 'In den letzten 90 Tagen ist nichts hinzugekommen.',
  none: {
    title: 'Hier gibt es noch nichts zu zählen',
    text: 'Hier erscheinen Zahlen zu allem, was Ihre Rolle Sie sehen lässt.',
  },
  failed: 'Die Zahlen konnten nicht geladen werden',
  activity: {
    title: 'Letzte Ereignisse',
    all: 'Protokoll öffnen',
    none: 'Noch ist nichts geschehen.',
    failed: 'Die letzten Ereignisse konnten nicht geladen werden',
  },
  onboarding: {
    title: 'Erste Schritte',
    progress: '{{done}} von {{total}} erledigt',
    dismiss: 'Schritte ausblenden',
    done: 'Erledigt',
    failed: 'Das konnte nicht gespeichert werden. Beim nächsten Mal erscheinen die Schritte wieder.',
    step: {
      details: {
        title: 'Firmenangaben vervollständigen',
        text: 'Anschrift und Kontakt stehen auf dem, was Sie die Linie hinuntersenden.',
        action: 'Vervollständigen',
      },
      twoFactor: {
        title: 'Zwei-Faktor-Anmeldung einschalten',
        text: 'Dann öffnet ein gestohlenes Passwort allein Ihr Konto nicht mehr.',
        action: 'Zu Ihrem Profil',
      },
      colleague: {
        title: 'Kollegin oder Kollegen einladen',
        text: 'Damit das Panel nicht an einer Person hängt.',
        action: 'Einladen',
      },
      below: {
        simrush: {
          title: 'Ersten Hauptdistributor einladen',
          text: 'Er gründet seine Firma selbst und macht von dort weiter. Auch ein Distributor, Wiederverkäufer oder Kunde darf direkt unter Ihnen stehen.',
        },
        'master-distributor': {
          title: 'Ersten Distributor einladen',
          text: 'Er gründet seine Firma selbst und macht von dort weiter. Auch ein Wiederverkäufer oder Kunde darf direkt unter Ihnen stehen.',
        },
        distributor: {
          title: 'Ersten Wiederverkäufer einladen',
          text: 'Er gründet seine Firma selbst und macht von dort weiter. Auch ein Kunde darf direkt unter Ihnen stehen.',
        },
        reseller: {
          title: 'Ersten Kunden einladen',
          text: 'Er gründet seine Firma selbst und sieht allein seinen Teil.',
        },
        client: { title: '', text: '' },
        action: 'Einladen',
      },
    },
  },
} satisfies Shape<typeof en>
