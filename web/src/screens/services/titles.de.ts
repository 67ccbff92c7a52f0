import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  services: 'RADIUS-Dienste',
  serviceCreate: 'Neuer Dienst',
  serviceUpdate: 'Dienst bearbeiten',
  service: 'Dienst',
  dialups: 'VPN-Einwahlen',
  dialupCreate: 'Neue VPN-Einwahl',
  dialupUpdate: 'VPN-Einwahl bearbeiten',
  dialup: 'VPN-Einwahl',
} satisfies Shape<typeof en>
