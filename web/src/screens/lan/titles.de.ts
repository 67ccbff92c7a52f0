import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  deviceLan: 'LAN-Einstellungen',
  dhcpCreate: 'Neuer DHCP-Server',
  dhcpUpdate: 'DHCP-Server bearbeiten',
  deviceDhcp: 'DHCP-Server',
  leases: 'DHCP-Leases',
  leaseCreate: 'Neue Reservierung',
  leaseReserve: 'Adresse reservieren',
  leaseUpdate: 'Reservierung bearbeiten',
  deviceCells: 'Mobilfunk',
  devicePorts: 'Ports',
  deviceTraffic: 'Datenverkehr',
} satisfies Shape<typeof en>
