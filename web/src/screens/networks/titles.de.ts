import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  deviceNetworks: 'Netze',
  networkCreate: 'Neues Netz',
  networkUpdate: 'Netz ändern',
  switchPorts: 'Netze an Anschlüssen',
} satisfies Shape<typeof en>
