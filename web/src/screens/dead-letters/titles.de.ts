import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  deadLetters: 'Nicht gespeicherte Datensätze',
} satisfies Shape<typeof en>
