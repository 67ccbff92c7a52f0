import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  deviceNetworks: 'Netze',
  networkCreate: 'Neues Netz',
  networkUpdate: 'Netz bearbeiten',
  switchPorts: 'Port-VLANs',
} satisfies Shape<typeof en>
