import type { Shape } from '../../i18n/shape.ts'
import type en from './titles.en.ts'

export default {
  deviceTools: 'Werkzeuge',
} satisfies Shape<typeof en>
