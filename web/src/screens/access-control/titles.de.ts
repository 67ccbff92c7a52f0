import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  accessControl: 'Zugangskontrolle',
} satisfies Shape<typeof en>
