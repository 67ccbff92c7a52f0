import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  radiusSettings: 'RADIUS',
  deviceSetup: '802.1X-Geräte einrichten',
} satisfies Shape<typeof en>
