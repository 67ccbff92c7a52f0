import { expect, test } from 'vitest'
import type { DeviceInterface } from '@trunkline/contract/resources/control-shapes'
import { polledValues } from './device-reading.ts'
import { countedOf } from './readings/interfaces.ts'

const port = (name: string, more: Partial<DeviceInterface> = {}): DeviceInterface => ({
  id: '*1',
  name,
  type: 'ether',
  mac: null,
  mtu: 1500,
  running: true,
  slave: false,
  disabled: false,
  dynamic: false,
  comment: null,
  link_downs: 0,
  last_link_up_at: null,
  rx_bytes: 0,
  tx_bytes: 0,
  rx_packets: 0,
  tx_packets: 0,
  rx_drops: 0,
  tx_drops: 0,
  rx_errors: 0,
  tx_errors: 0,
  rx_bps: 8000,
  tx_bps: 4000,
  ...more,
})

const values = (...interfaces: DeviceInterface[]) => {
  const now = countedOf(interfaces)
  const before = { ...countedOf(interfaces.map((one) => ({ ...one, rx_errors: 0 }))), at: now.at - 60_000 }
  return Object.fromEntries(
    polledValues({
      state: { cpu_load: 7, memory_total: 200, memory_free: 50, disk_total: 100, disk_free: 10 },
      interfaces,
      uplink: interfaces[0],
      counted: { before, now },
      menus: {},
    }).map(({ metric, part, value }) => [`${metric} ${part}`.trim(), value]),
  )
}

test('a poll yields load, uplink and ports, with errors per second', () => {
  expect(values(port('ether1', { rx_errors: 120 }))).toEqual({
    online: 1,
    cpu_load: 7,
    memory_load: 75,
    storage_load: 90,
    rx: 8000,
    tx: 4000,
    'port_rx ether1': 8000,
    'port_tx ether1': 4000,
    'port_up ether1': 1,
    'port_rx_errors ether1': 2,
    'port_tx_errors ether1': 0,
  })
})

test('interfaces of callers are left out, and a disabled port is neither up nor down', () => {
  const read = values(
    port('ether1'),
    port('<pppoe-anna>', { dynamic: true, type: 'pppoe-in' }),
    port('ether2', { disabled: true, running: false }),
  )
  expect(Object.keys(read).some((name) => name.includes('pppoe'))).toBe(false)
  expect(read).not.toHaveProperty('port_up ether2')
})
