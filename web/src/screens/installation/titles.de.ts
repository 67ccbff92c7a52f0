import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  outbox: 'Postausgang',
  mail: 'E-Mail',
  settings: 'Einstellungen',
  settingsGeneral: 'Allgemein',
} satisfies Shape<typeof en>
