import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  alerts: 'Alarme',
  alertDetails: 'Alarm',
  alertRules: 'Alarmregeln',
  rulesTab: 'Regeln',
} satisfies Shape<typeof en>
