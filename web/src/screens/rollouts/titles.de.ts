import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  rollouts: 'Aktualisierungen',
  rolloutCreate: 'Aktualisierung anlegen',
  rolloutUpdate: 'Aktualisierung bearbeiten',
  rolloutDetails: 'Aktualisierung',
} satisfies Shape<typeof en>
