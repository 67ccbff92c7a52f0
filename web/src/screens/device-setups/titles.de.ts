import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  deviceSetups: 'Zero-Touch-Einrichtung',
  deviceSetupCreate: 'Router einrichten',
  deviceSetupDetails: 'Einrichtung eines Routers',
} satisfies Shape<typeof en>
