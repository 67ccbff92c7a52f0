import type { Service } from '@trunkline/contract/resources/service-shapes'
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { buttons, field, press, shows, text, type, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import ServiceDetail from './ServiceDetail.tsx'
import ServiceForm from './ServiceForm.tsx'
import ServiceList from './ServiceList.tsx'

const at = '2026-01-01T00:00:00.000Z'
const session = {
  id: 'a1',
  service_id: 9,
  service_kind: 'service',
  username: 'anna@north',
  company_id: 40,
  company_name: 'Berg family',
  nas_id: 5,
  nas_name: 'Leeds core',
  nas_port: 'ether1',
  calling: 'AA:BB:CC:00:00:01',
  called: null,
  framed_ip: '100.64.0.9',
  framed_ipv6_address: null,
  framed_ipv6: null,
  delegated_ipv6: '2001:db8:1::/56',
  started_at: at,
  updated_at: at,
  seconds: 60,
  upload_bytes: 1_000_000,
  download_bytes: 5_000_000,
} as const
const service: Service = {
  id: 9,
  name: 'Second floor',
  username: 'anna@north',
  auth_method: 'password',
  mac: null,
  circuit_id: null,
  remote_id: null,
  company_id: 40,
  company_name: 'Berg family',
  tariff_id: 3,
  tariff_name: 'Home 50',
  nas_id: null,
  nas_name: null,
  site_id: null,
  site_name: null,
  hardware_id: null,
  hardware_name: null,
  status: 'active',
  payment_period: 'monthly',
  starts_on: null,
  ends_on: null,
  ipv4_method: 'static-address',
  address: '192.0.2.9',
  network: null,
  ipv6_network: null,
  delegated_ipv6_method: 'none',
  framed_ipv6: null,
  framed_ipv6_method: 'none',
  quota_state: 'within',
  online: true,
  online_since: '2026-02-01T08:00:00.000Z',
  used_bytes: 0,
  created_at: at,
  updated_at: at,
  deleted_at: null,
  calling_station: null,
  simultaneous_use: 1,
  subnet_id: 4,
  subnet_net: '192.0.2.0/24',
  address_id: 6,
  network_subnet_id: null,
  network_subnet_net: null,
  network_id: null,
  ipv6_subnet_id: null,
  ipv6_subnet_net: null,
  ipv6_network_id: null,
  delegated_ipv6_pool: null,
  framed_ipv6_subnet_id: null,
  framed_ipv6_subnet_net: null,
  framed_ipv6_network_id: null,
  framed_ipv6_address_id: null,
  framed_ipv6_pool: null,
  notes: null,
  last_rejection: null,
  live: [session],
  quota: { period: 'month', since: '2026-01-01', used_bytes: 5_000_000, quota_bytes: 10_000_000 },
  version: 2,
  path: [{ id: 40, name: 'Berg family', type: 'client' }],
}
const pageOf = (data: unknown[]) => ({
  data,
  meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total: data.length } },
})

const { api, visit } = screenTests(
  ['panel', 'services', 'sessions', 'tariffs', 'companies', 'ipam', 'radius-certificates'],
  { notices: true },
)
let stored: Service

beforeEach(() => {
  stored = service
  for (const kind of ['service', 'vpn-dialup']) {
    api.on(`GET /api/network/${kind}/index`, () => pageOf([stored]))
    api.on(`GET /api/network/${kind}/9/show`, () => ({ data: stored }))
  }
  api.on('GET /api/network/tariff/3/show', () => reply(404, 'not_found'))
  api.on('GET /api/network/login/index', () => pageOf([]))
  api.on('GET /api/network/coa/index', () => pageOf([]))
  api.on('GET /api/saved-view/index', () => ({ data: [] }))
})
const screens = {
  '/services/list': ServiceList,
  '/services/create': ServiceForm,
  '/services/update/$id': ServiceForm,
  '/services/details/$id': ServiceDetail,
  '/dialups/list': ServiceList,
  '/dialups/create': ServiceForm,
}
const open = (address: string) => visit(screens, address, { type: 'simrush', role: 'admin' })

describe('the list', () => {
  it('shows services, and offers their import', async () => {
    await open('/services/list')
    await shows('RADIUS Services')
    await shows('anna@north')
    for (const words of ['Online', 'Active', 'Home 50', 'Any', '192.0.2.9']) expect(text()).toContain(words)
    expect(buttons('Add service')).toHaveLength(1)
    expect(document.querySelector('a[href="/services/import"]')).not.toBeNull()
  })

  it('sets the status from its cell, after a confirmation where sessions end', async () => {
    api.on('PUT /api/network/service/change-status', ({ body }) => ({
      data: ((body as { ids: number[] }).ids ?? []).map((id) => ({ id, ok: true })),
    }))
    await open('/services/list')
    await press('Edit Status of anna@north')
    await until(() => document.querySelector('[role="menu"]'), 'the menu')
    expect([...document.querySelectorAll('[role="menuitem"]')].map((item) => item.textContent)).toEqual([
      'Suspend',
      'Terminate',
    ])
    await press('Suspend')
    await until(() => document.querySelector('[role="dialog"]'), 'the confirmation')
    expect(api.of('/api/network/service/change-status')).toEqual([])
    await press('Suspend', -1)
    await until(() => api.of('/api/network/service/change-status').length === 1, 'the call')
    expect(api.of('/api/network/service/change-status')[0]?.body).toEqual({ ids: [9], status: 'suspended' })
  })

  it('shows VPN dial-ups under their own title', async () => {
    await open('/dialups/list')
    await shows('Vpn Dialup Users')
    await shows('anna@north')
    expect(buttons('Add VPN dial-up')).toHaveLength(1)
    expect(document.querySelector('a[href="/services/import"]')).toBeNull()
  })
})

describe('the page', () => {
  it('shows live session, summary, quota and stored fields', async () => {
    await open('/services/details/9')
    await shows('Live session')
    for (const words of [
      '100.64.0.9',
      '5 MB down, 1 MB up',
      'Tariff Home 50.',
      'Static IPv4 address 192.0.2.9.',
      'Logs in as anna@north, on any NAS that serves the company.',
      '5 MB of 10 MB used this month (50%)',
      '192.0.2.0/24',
    ])
      expect(text()).toContain(words)
  })

  it('shows the last rejected login with its reason, and the device that dials in', async () => {
    stored = {
      ...service,
      last_rejection: {
        id: 4,
        at: '2026-02-01T07:00:00.000Z',
        nas_id: 3,
        nas_name: 'Tower',
        calling: null,
        reason: 'login.bad_credentials',
        params: {},
        message: 'Wrong password.',
      },
    }
    await open('/services/details/9')
    await shows('Last rejected login')
    expect(text()).toContain('Wrong password')
    expect(text()).toContain('Tower')
    const all = [...document.querySelectorAll('a')].find((one) => one.textContent === 'Last rejected login')
    expect(new URL(all?.href ?? '').searchParams.get('search')).toBe('service_id:9;accepted:0')
  })

  it('changes the tariff', async () => {
    const bodies: unknown[] = []
    api.on('GET /api/network/tariff/list', () => ({ data: [{ id: 8, name: 'Home 100' }] }))
    api.on('PUT /api/network/service/9/update', ({ body }) => {
      bodies.push(body)
      return { data: stored }
    })
    await open('/services/details/9')
    await press('Change tariff')
    await shows('Change tariff of anna@north')
    // Unchanged, the dialog closes without a call.
    await press('Change tariff', -1)
    await until(() => !text().includes('Change tariff of anna@north'), 'the closed dialog')
    expect(bodies).toEqual([])
  })

  it('suspends the service after confirmation', async () => {
    const bodies: unknown[] = []
    api.on('PUT /api/network/service/change-status', ({ body }) => {
      bodies.push(body)
      return { data: [{ id: 9, ok: true }] }
    })
    await open('/services/details/9')
    await press('Suspend')
    await shows('Suspend anna@north?')
    await press('Suspend', -1)
    await shows('success! anna@north suspended')
    expect(bodies).toEqual([{ ids: [9], status: 'suspended' }])
  })

  it('disconnects the sessions, and lists them with their cause', async () => {
    api.on('POST /api/network/service/9/disconnect', () => ({
      status: 202,
      body: { data: [{ id: 1, session_id: 'a1', state: 'queued' }] },
    }))
    api.on('GET /api/network/service/9/sessions', () => ({
      data: [
        { ...session, stopped_at: null, cause: null, closed_by: null },
        { ...session, id: 'a0', stopped_at: at, cause: 'Idle-Timeout', closed_by: 'stop' },
        { ...session, id: 'a2', stopped_at: at, cause: '', closed_by: 'stale' },
      ],
      next: null,
    }))
    await open('/services/details/9?tab=sessions')
    await shows('Idle timeout')
    for (const words of ['Panel: no updates from the NAS', '2001:db8:1::/56', 'Calling station', 'Online'])
      expect(text()).toContain(words)
    await press('Disconnect')
    await shows('Disconnect anna@north?')
    await press('Disconnect', -1)
    await shows('success! Disconnect requested for anna@north')
  })

  it('previews the reply to a login', async () => {
    api.on('GET /api/network/service/9/preview', () => ({
      data: {
        nas_id: 5,
        nas_name: 'Leeds core',
        vendor: 'mikrotik',
        accepted: true,
        reason: null,
        params: {},
        pools: ['homes'],
        attributes: [{ attribute: 'Framed-IP-Address', op: ':=', value: '192.0.2.9' }],
      },
    }))
    await open('/services/details/9?tab=preview')
    await shows('Login accepted')
    for (const words of ['Reply on Leeds core', 'leased from homes', 'Framed-IP-Address'])
      expect(text()).toContain(words)
  })
})

describe('the form', () => {
  it('of a new service reports what is missing', async () => {
    await open('/services/create')
    await shows('Select a tariff to see speed and price.')
    await press('Create service')
    await until(() => field('User name').getAttribute('aria-invalid') === 'true', 'the missing user name')
    for (const label of ['Customer', 'Password', 'Tariff']) expect(text()).toContain(`${label}: Required.`)
    await press('Generate')
    await shows('Copy password')
  })

  it('of a VPN dial-up has no company that is required, and no other authentication', async () => {
    await open('/dialups/create')
    await press('Create VPN dial-up')
    await until(() => field('User name').getAttribute('aria-invalid') === 'true', 'the missing user name')
    expect(field('Company').getAttribute('aria-invalid')).not.toBe('true')
    expect(text()).not.toContain('DHCP option 82 (IPoE)')
  })

  it('of IPoE asks for its identifiers in place of the password', async () => {
    await open('/services/create')
    await press('Create service')
    await shows('DHCP option 82 (IPoE)')
    const radio = document.querySelector<HTMLInputElement>('input[type="radio"][value="option82"]')
    await act(async () => radio?.click())
    await until(() => field('Circuit ID'), 'the identifiers')
    expect(field('Password')).toBeNull()
    await press('Create service')
    await shows('Enter a circuit ID or a remote ID.')
  })

  it('of a stored service sends what changed, and keeps a typed password where the versions conflict', async () => {
    api.on('PUT /api/network/service/9/update', () => reply(409, 'stale_version'))
    await open('/services/update/9')
    await until(() => field('Name'), 'the fields')
    expect(field('Address').value).toBe('192.0.2.9')
    expect(field('Address from').value).toBe('192.0.2.0/24')
    await type('Name', 'Third floor')
    await type('Password', 'secret')
    stored = { ...service, payment_period: 'yearly', version: 3 }
    await press('Save')
    await until(() => document.querySelector('[role="dialog"]'), 'the comparison')
    expect(api.of('/api/network/service/9/update')[0]?.body).toEqual({
      name: 'Third floor',
      password: 'secret',
      version: 2,
    })
    expect(document.querySelector('[role="dialog"]')?.textContent).not.toContain('Password')
  })

  it('is closed while the service is in the trash', async () => {
    stored = { ...service, deleted_at: at }
    await open('/services/update/9')
    await shows('It is in the trash. Recover it first.')
    expect(buttons('Open service')).toHaveLength(1)
  })
})
