import { startSimulator, type Row } from '@trunkline/simulator'

/** The router of the benchmark, in a separate process: prints its port and runs until its parent ends it. */
const leases = Number(process.env['LEASES'] ?? 2_000)
const rows: Row[] = Array.from({ length: leases }, (_, index) => {
  const [high, low] = [Math.floor(index / 250), (index % 250) + 1]
  const mac = `02:00:00:00:${high.toString(16).padStart(2, '0')}:${low.toString(16).padStart(2, '0')}`.toUpperCase()
  return {
    address: `10.20.${high}.${low}`,
    'mac-address': mac,
    'client-id': `1:${mac.toLowerCase()}`,
    server: 'dhcp1',
    status: 'bound',
    'host-name': `customer-${index}`,
    comment: index % 3 === 0 ? `Customer ${index}, Küche` : '',
    dynamic: 'false',
    blocked: 'false',
    disabled: 'false',
    radius: 'false',
  }
})
// Before 7.18, because node-routeros does not support `!empty`.
const simulator = await startSimulator({ version: '7.16.2', tables: { 'ip/dhcp-server/lease': rows } })
process.send?.({ port: simulator.ports.api })
process.on('SIGTERM', () => void simulator.stop().then(() => process.exit(0)))
