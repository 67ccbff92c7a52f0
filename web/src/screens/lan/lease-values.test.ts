import type { DhcpLease } from '@trunkline/contract/resources/control-shapes'
import { expect, test } from 'vitest'
import { leaseMatches } from './lease-values.ts'

test('a lease is found by address, host name, comment, and MAC address in any notation', () => {
  const lease = {
    address: '192.168.88.20',
    active_address: null,
    mac: '4C:5E:0C:01:02:03',
    host_name: 'Printer',
    comment: 'Front desk',
    server: 'lan',
  } as DhcpLease
  for (const search of ['', '88.20', 'print', 'DESK', '4c5e.0c01', '0c-01-02', ' 4c:5e '])
    expect(leaseMatches(lease, search), search).toBe(true)
  for (const search of ['88.21', 'router', '4c5e.0c02']) expect(leaseMatches(lease, search), search).toBe(false)
})
