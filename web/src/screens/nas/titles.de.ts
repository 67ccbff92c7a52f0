import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  nas: 'NAS-Geräte',
  nasUnknown: 'Unbekannte Absender',
  nasCreate: 'Neuer NAS',
  nasUpdate: 'NAS bearbeiten',
  nasDetails: 'NAS',
} satisfies Shape<typeof en>
