import type { Shape } from '../../i18n/shape.ts'
import type en from './texts.en.ts'

export default {
  title: 'Zugangskontrolle',
  subtitle: 'Benutzer, Einladungen und letzte Aktivität von {{name}}',
  wifiSubtitle: 'Gesperrte und zugelassene Geräte im WLAN Ihrer Standorte',
  tab: { wifi: 'WLAN', company: 'Firma' },
  company: 'Ihre Firma',
  companyProfile: 'Firmenprofil',
  members: 'Benutzer Ihrer Firma',
  invite: 'Benutzer einladen',
  invitations: 'Offene Einladungen',
  allInvitations: 'Alle anzeigen',
  noInvitations: 'Keine offenen Einladungen',
  expires: 'läuft ab',
  expired: 'abgelaufen',
  sessions: 'Ihre Sitzungen',
  sessionsAll: 'Im Profil verwalten',
  current: 'Diese Sitzung',
  lastUsed: 'zuletzt genutzt',
  contact: 'Kontakt',
  address: 'Anschrift',
} satisfies Shape<typeof en>
