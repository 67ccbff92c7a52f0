import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  tariffs: 'RADIUS-Tarife',
  tariffCreate: 'Neuer Tarif',
  tariffUpdate: 'Tarif bearbeiten',
} satisfies Shape<typeof en>
