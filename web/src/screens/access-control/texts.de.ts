import type { Shape } from '../../i18n/shape.ts'
import type en from './texts.en.ts'

export default {
  title: 'Zugangskontrolle',
  subtitle: 'Wer bei {{name}} Zugang hat und was zuletzt geschah',
  wifiSubtitle: 'Wer ins WLAN Ihrer Standorte darf',
  parts: 'Teile der Zugangskontrolle',
  partWifi: 'WLAN',
  partCompany: 'Firma',
  company: 'Ihre Firma',
  companyProfile: 'Firmenprofil',
  edit: 'Bearbeiten',
  members: 'Benutzer Ihrer Firma',
  invite: 'Benutzer einladen',
  invitations: 'Offene Einladungen',
  allInvitations: 'Ganze Liste öffnen',
  noInvitations: 'Niemand ist auf dem Weg herein.',
  expires: 'läuft ab',
  expired: 'abgelaufen',
  sessions: 'Wo Sie angemeldet sind',
  sessionsAll: 'Im Profil verwalten',
  current: 'Diese Sitzung',
  lastUsed: 'zuletzt benutzt',
  contact: 'Kontakt',
  address: 'Anschrift',
  above: 'Ihr Provider betreut diese Firma.',
} satisfies Shape<typeof en>
