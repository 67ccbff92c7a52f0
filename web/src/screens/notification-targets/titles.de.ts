import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  notificationTargets: 'Benachrichtigungsziele',
  notificationTargetCreate: 'Benachrichtigungsziel anlegen',
  notificationTargetUpdate: 'Benachrichtigungsziel bearbeiten',
  notificationTargetDetails: 'Benachrichtigungsziel',
  notificationTargetsTab: 'Benachrichtigungen',
} satisfies Shape<typeof en>
