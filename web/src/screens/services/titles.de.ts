import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  services: 'RADIUS-Dienste',
  servicesMenu: 'Dienste',
  serviceCreate: 'Neuer Dienst',
  serviceUpdate: 'Dienst bearbeiten',
  service: 'Dienst',
  dialups: 'VPN-Einwahlkonten',
  dialupsMenu: 'VPN-Einwahlkonten',
  dialupCreate: 'Neues VPN-Einwahlkonto',
  dialupUpdate: 'VPN-Einwahlkonto bearbeiten',
  dialup: 'VPN-Einwahlkonto',
} satisfies Shape<typeof en>
