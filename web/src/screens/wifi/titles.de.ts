import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  wifi: 'WLAN',
  wifiPoints: 'Access Points',
  wifiClients: 'Geräte im WLAN',
  wifiCreate: 'Neues WLAN-Netz',
  wifiUpdate: 'WLAN-Netz bearbeiten',
} satisfies Shape<typeof en>
