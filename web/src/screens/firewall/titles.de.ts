import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  deviceFirewall: 'Firewall',
  natCreate: 'Neue Portweiterleitung',
  natUpdate: 'NAT-Regel bearbeiten',
  addressList: 'Adressliste',
} satisfies Shape<typeof en>
