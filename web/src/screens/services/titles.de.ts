import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  services: 'RADIUS-Dienste',
  servicesMenu: 'Dienste',
  serviceCreate: 'Neuer Dienst',
  serviceUpdate: 'Dienst bearbeiten',
  service: 'Dienst',
  dialups: 'VPN-Einwahlkonten',
  dialupsMenu: 'VPN-Benutzer',
  dialupCreate: 'Neues Einwahlkonto (VPN)',
  dialupUpdate: 'Einwahlkonto bearbeiten',
  dialup: 'Einwahlkonto (VPN)',
} satisfies Shape<typeof en>
