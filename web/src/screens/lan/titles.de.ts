import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  deviceLan: 'LAN-Einstellungen',
  dhcpCreate: 'Neuer DHCP-Server',
  dhcpUpdate: 'DHCP-Server ändern',
  deviceDhcp: 'DHCP-Server',
  leases: 'DHCP-Leases',
  leaseCreate: 'Neue Reservierung',
  leaseReserve: 'Adresse reservieren',
  leaseUpdate: 'Reservierung ändern',
  deviceCells: 'Mobilfunk',
  devicePorts: 'Anschlüsse',
  deviceTraffic: 'Datenverkehr',
} satisfies Shape<typeof en>
