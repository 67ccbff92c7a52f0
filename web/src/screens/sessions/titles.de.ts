import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  sessions: 'Sitzungen',
  sessionHistory: 'Beendete Sitzungen',
  logins: 'Anmeldeprotokoll',
  coaRequests: 'CoA und Trennungen',
  sessionsTab: 'Online',
  historyTab: 'Beendet',
  loginsTab: 'Anmeldeprotokoll',
  requestsTab: 'CoA und Trennungen',
} satisfies Shape<typeof en>
