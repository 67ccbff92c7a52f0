import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  allocatedNetworks: 'Gerätenetze',
} satisfies Shape<typeof en>
