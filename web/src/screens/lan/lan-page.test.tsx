import type { UserRole } from '@trunkline/contract/abilities'
import type { LanAddress, LanDns } from '@trunkline/contract/resources/control-shapes'
import type { Command } from '@trunkline/contract/resources/device-command'
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { invalidateSubject } from '../../api/query.ts'
import { reply } from '../../testing/api-server.ts'
import { buttons, field, press, shows, text, type, until } from '../../testing/page.ts'
import { addressOf, control as base, serveQuayRouter, readAt } from '../../testing/quay-router.ts'
import { screenTests } from '../../testing/screen.tsx'
import LanSettings from './LanSettings.tsx'
import { replied } from '../../testing/messages.ts'

const { api, visit } = screenTests(['panel', 'lan', 'devices', 'hardware'])

let dns: LanDns
let addresses: LanAddress[]
/** State of the last command. */
let command: Partial<Command>

beforeEach(() => {
  dns = {
    servers: ['9.9.9.9'],
    dynamic_servers: [],
    allow_remote_requests: true,
    cache_size_kib: 2048,
    cache_used_kib: 100,
    cache_max_ttl_seconds: 604_800,
    use_doh_server: null,
    verify_doh_cert: false,
  }
  addresses = [
    addressOf({ is_management: true }),
    addressOf({ id: '*2', address: '10.0.0.1/30', network: '10.0.0.0', interface: 'ether1', comment: 'uplink' }),
    addressOf({ id: '*3', address: '100.64.0.9/32', interface: 'l2tp-out1', dynamic: true }),
  ]
  command = {}
  const { reads, takes } = serveQuayRouter(api, () => command)
  reads('ip/address/index', () => addresses)
  reads('ip/dns/index', () => dns)
  reads('ip/dhcp-server/network/index', () => [])
  reads('ip/pool/index', () => [])
  reads('interface/statistic/show', () => ({ interfaces: [] }))
  takes('PUT ip/dns/update', 'PUT ip/address/update', 'POST ip/address/store', 'DELETE ip/address/destroy')
})

async function open(role?: UserRole) {
  await visit({ '/hardware/$id/lan': LanSettings }, '/hardware/9/lan', { role })
  await shows('192.168.88.1/24')
}
const bodyOf = (path: string) => api.of(`${base}/${path}`).at(-1)?.body
const deviceChanges = () => act(async () => invalidateSubject('site-network'))

describe('the DNS settings of a router', () => {
  it('are sent with the changed and the seen values, and show the result', async () => {
    await open()
    await type('DNS servers', '9.9.9.9, 149.112.112.112')
    await shows('On the device: 9.9.9.9')
    await press('Apply to device')
    await shows('Writing …')
    expect(bodyOf('ip/dns/update')).toEqual({
      servers: ['9.9.9.9', '149.112.112.112'],
      seen: { servers: ['9.9.9.9'] },
    })
    command = { state: 'done', step: '', detail: null }
    dns = { ...dns, servers: ['9.9.9.9', '149.112.112.112'] }
    await shows('Applied and verified on the device.')
    await until(() => !text().includes('On the device:'), 'the device’s new value')
  })

  it('show a conflict if the device has changed', async () => {
    await open()
    await type('DNS servers', '1.1.1.1')
    dns = { ...dns, servers: ['8.8.8.8'], cache_size_kib: 4096 }
    await deviceChanges()
    await shows('Changed on the device')
    // Unchanged fields take the new values of the device.
    expect(field('Cache size (KiB)').value).toBe('4096')
    await press('Apply to device')
    await shows('Choose a value above')
    expect(api.of(`${base}/ip/dns/update`)).toEqual([])
    await press('Keep my value: DNS servers')
    await press('Apply to device')
    await until(() => api.of(`${base}/ip/dns/update`).length > 0, 'the call')
    expect(bodyOf('ip/dns/update')).toEqual({ servers: ['1.1.1.1'], seen: { servers: ['8.8.8.8'] } })
  })

  it('take the value of the device if the user selects it', async () => {
    await open()
    await type('DNS servers', '1.1.1.1')
    dns = { ...dns, servers: ['8.8.8.8'] }
    await deviceChanges()
    await shows('Changed on the device')
    await press('Use device value: DNS servers')
    expect(field('DNS servers').value).toBe('8.8.8.8')
    expect(text()).not.toContain('Changed on the device')
  })
})

describe('the addresses of a router', () => {
  it('have a marked management address, which is edited with a rollback and can’t be removed', async () => {
    await open()
    await shows('Management')
    expect(buttons('Remove 192.168.88.1/24')[0]?.getAttribute('aria-disabled')).toBe('true')
    await press('Remove 192.168.88.1/24')
    expect(text()).not.toContain('Remove address')
    await press('Edit 192.168.88.1/24')
    await shows('the device rolls back')
    await press('Cancel')
    await press('Edit 10.0.0.1/30')
    expect(text()).not.toContain('rolls back')
  })

  it('can’t be edited if the device created them', async () => {
    await open()
    expect(buttons('Edit 100.64.0.9/32')).toEqual([])
    await shows('Created by the device')
  })

  it('keep the entered value and show the message if the device rejects it', async () => {
    await open()
    await press('Edit 10.0.0.1/30')
    await type('Address', '10.0.0.5/30')
    command = {
      state: 'refused',
      step: '',
      detail: replied('text', { text: 'failure: already have such address' }),
      target: 'ip/address',
    }
    await press('Apply to device')
    await shows('failure: already have such address')
    expect(bodyOf('ip/address/update')).toEqual({
      id: '*2',
      address: '10.0.0.5/30',
      seen: { address: '10.0.0.1/30', interface: 'ether1' },
    })
    expect(field('Address').value).toBe('10.0.0.5/30')
  })

  it('show validation errors of the server at their field', async () => {
    await open()
    api.on(`PUT ${base}/ip/address/update`, () =>
      reply(422, {
        error: {
          code: 'validation_failed',
          message: 'Not valid.',
          request_id: 'r-1',
          fields: {
            address: replied('text', {
              text: 'This is the broadcast address of its network. Give one that a device can have.',
            }),
          },
        },
      }),
    )
    await press('Edit 10.0.0.1/30')
    await type('Address', '10.0.0.3/30')
    await press('Apply to device')
    await shows('broadcast address of its network')
  })
})

describe('a router that does not answer', () => {
  it('keeps its last reading on the page with the fault', async () => {
    api.on(`GET ${base}/ip/dns/index`, ({ path }) =>
      path.includes('cached')
        ? { data: dns, read_at: readAt, cached: true }
        : reply(504, {
            error: {
              code: 'device_unreachable',
              message: 'The device is not responding.',
              request_id: 'r-1',
              details: { error: 'unreachable', read_at: readAt, rows: dns },
            },
          }),
    )
    await open()
    await shows('The device is not responding.')
    await shows('Last reading')
    expect(field('DNS servers').value).toBe('9.9.9.9')
  })
})

describe('a read-only user', () => {
  it('sees the values without forms and buttons', async () => {
    await open('read-only')
    await shows('DNS servers')
    expect(document.querySelectorAll('form')).toHaveLength(0)
    expect(buttons('Add address')).toEqual([])
    expect(buttons('Edit 10.0.0.1/30')).toEqual([])
  })
})
