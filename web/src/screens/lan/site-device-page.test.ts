import { expect, test } from 'vitest'
import { devicePathOf } from './SiteDevicePage.tsx'

test('addresses of a device below its site lead to its page, with the rows of the device', () => {
  const base = '/site/$id/hardware'
  for (const [route, params, hardware, expected] of [
    ['lan/$hardwareId', { id: '3', hardwareId: '9' }, undefined, '/hardware/9/lan'],
    ['dhcp/add', { id: '3' }, '9', '/hardware/9/dhcp/add'],
    ['dhcp/update/$dhcpId', { id: '3', dhcpId: '*A' }, '9', '/hardware/9/dhcp/update/*A'],
    ['firewall-list/$listId', { id: '3', listId: 'a/b' }, '9', '/hardware/9/firewall-list/a%2Fb'],
    ['network/update/$networkId', { id: '3', networkId: '*5' }, undefined, undefined],
    ['network/add', { id: '3' }, 'x', undefined],
  ] as const)
    expect(devicePathOf(`${base}/${route}`, params, hardware), route).toBe(expected)
})
